"""The page inside other pages: sandboxed frames as Colab's, narrow windows, a reader without scripts."""

from html import escape

import pytest

from jaxlab.views.html import render_html
from jaxlab.views.saving import load
from tests.browser.pages import CELL, JAXPR, NEEDS_BUNDLE, REPORTS, lit
from tests.views.samples import MATMUL

pytestmark = [pytest.mark.browser, NEEDS_BUNDLE]

COLAB = '<!DOCTYPE html><html theme="dark"><body>{}</body></html>'
"""Colab shows an output in a frame of another origin, and says its theme on the root."""


@pytest.fixture
def framed(show):
    """A report in a frame that may run scripts and nothing else: no origin, no storage, no pop-ups, no downloads."""
    inner = COLAB.format(render_html(load(REPORTS / "attention.json"), embed=True))
    frame = f'<iframe sandbox="allow-scripts" srcdoc="{escape(inner)}" style="width:100%;height:700px"></iframe>'
    return show(frame).frame_locator("iframe")


def test_a_sandboxed_frame_has_the_whole_explorer(framed):
    framed.locator("summary").first.click()
    framed.locator(f"{CELL}.row").nth(4).hover()
    assert any("exp" in line for line in lit(framed, JAXPR))
    assert framed.locator(".root").get_attribute("data-theme") == "dark"


def test_copying_works_without_a_clipboard(framed):
    framed.locator("summary").first.click()
    copy = framed.get_by_role("button", name="copy")
    copy.click()
    framed.locator("button", has_text="copied").or_(framed.locator("button", has_text="no clipboard here")).wait_for()


@pytest.mark.parametrize("width", [360, 768])
def test_a_narrow_window_has_all_of_it(saved, width):
    page = saved(load(REPORTS / "attention.json"))
    page.set_viewport_size({"width": width, "height": 900})
    panes = page.locator(".panes").bounding_box()
    assert panes["x"] + panes["width"] <= width
    for control in (page.get_by_label("Heat"), page.locator("summary", has_text="view")):
        box = control.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_reader_without_scripts_has_the_figures(chromium, tmp_path):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    (tmp_path / "page.html").write_text(render_html(MATMUL, embed=True, opened=True), encoding="utf-8")
    page.goto((tmp_path / "page.html").as_uri())
    assert page.get_by_text("Cost and memory").is_visible()
    assert "centred(b).sum()" in page.locator("pre").inner_text()
    context.close()
