"""Browsers and servers for the tests that look at pages."""

import shutil
from collections.abc import Iterator

import pytest

from jaxlab.views.saving import save

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def chromium() -> Iterator:
    """A headless Chromium, or Chrome, of this machine."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip(f"no browser found; looked for {', '.join(BROWSERS)}")
    playwright = pytest.importorskip("playwright.sync_api").sync_playwright().start()
    browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
    yield browser
    browser.close()
    playwright.stop()


@pytest.fixture(params=["light", "dark"])
def theme(request: pytest.FixtureRequest) -> str:
    """Each theme in turn."""
    return request.param


@pytest.fixture
def show(chromium, tmp_path):
    """Opens HTML in a page; at the end nothing may have failed or asked for a network."""
    context = chromium.new_context(viewport={"width": 1200, "height": 800})
    page = context.new_page()
    page.set_default_timeout(10_000)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: None if request.url.startswith("file:") else wrong.append(request.url))

    def open_page(text: str, **media: str):
        (tmp_path / "page.html").write_text(text, encoding="utf-8")
        page.emulate_media(**media)
        page.goto((tmp_path / "page.html").as_uri())
        return page

    yield open_page
    context.close()
    assert wrong == []


@pytest.fixture
def saved(show, tmp_path):
    """Saves a report and opens it, waiting for the explorer."""

    def open_report(report, **media: str):
        save(report, tmp_path / "report.html")
        page = show((tmp_path / "report.html").read_text(encoding="utf-8"), **media)
        page.locator(".explorer").wait_for()
        return page

    return open_report
