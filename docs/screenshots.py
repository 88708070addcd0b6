"""Makes the pictures of the README from real runs: `python docs/screenshots.py`; needs the `test` extra, Chromium."""

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

import jaxlab
from jaxlab.model.report import Report

IMAGES = Path(__file__).parent / "images"
FLAGS = ["--no-sandbox", "--disable-gpu"]
BROWSERS = ("chromium", "chromium-browser", "google-chrome")

ATTENTION = """\
q, k, v = x @ wq, x @ wk, x @ wv
scores = q @ k.T / np.sqrt(64)
scores -= scores.max(1, keepdims=True)
weights = np.exp(scores)
weights /= weights.sum(1, keepdims=True)
y = weights @ v
loss = ((y - x) ** 2).mean()
loss
"""
SHARDED = """\
hidden = jnp.tanh(x @ w + b)
scores = hidden @ w.T
scores.mean()
"""


def main() -> None:
    """Runs the cells and writes every picture, light and dark."""
    IMAGES.mkdir(exist_ok=True)
    attention, sharded = run(ATTENTION, numpy_inputs()), run(SHARDED, sharded_inputs())
    pictures: dict[str, tuple[Report, Callable[[Page], Any], str]] = {
        "explorer": (attention, point_at_a_line, ".explorer"),
        "heat": (attention, show_heat, ".explorer"),
        "graph": (attention, show_graph, ".explorer"),
        "placement": (sharded, lambda page: page.locator("[data-devices]").nth(2).hover(), "section:has(figure)"),
    }
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=next(filter(None, map(shutil.which, BROWSERS))), args=FLAGS
        )
        for name, (report, prepare, part) in pictures.items():
            for theme in ("light", "dark"):
                shoot(browser, report, prepare, part, theme, IMAGES / f"{name}-{theme}.png")
        browser.close()


def run(cell: str, namespace: dict[str, Any]) -> Report:
    """The report of a cell, as `%%jit` makes it."""
    return jaxlab.run(cell, {"np": np, "jnp": jnp, **namespace}).report


def numpy_inputs() -> dict[str, Any]:
    draw = np.random.default_rng(0).standard_normal
    return {"x": draw((256, 64)), **{name: draw((64, 64)) / 8 for name in ("wq", "wk", "wv")}}


def sharded_inputs() -> dict[str, Any]:
    mesh = Mesh(np.array(jax.devices()).reshape(4, 2), ("data", "model"))
    specs = {"x": ((64, 32), P("data")), "w": ((32, 16), P(None, "model")), "b": ((16,), P("model"))}
    return {name: jax.device_put(jnp.ones(shape), NamedSharding(mesh, spec)) for name, (shape, spec) in specs.items()}


def point_at_a_line(page: Page) -> None:
    page.get_by_role("tab", name="HLO", exact=True).click()
    page.locator(".list.python .row", has_text="weights = np.exp").click()


def show_heat(page: Page) -> None:
    page.get_by_label("Heat").select_option("flops")
    page.locator(".list.python .row", has_text="q @ k.T").click()


def show_graph(page: Page) -> None:
    page.get_by_role("tab", name="Graph", exact=True).click()
    page.locator(".list.python .row", has_text="q @ k.T").click()
    page.wait_for_timeout(300)


def shoot(browser: Browser, report: Report, prepare: Callable[[Page], Any], part: str, theme: Any, path: Path) -> None:
    """Opens the saved report and photographs one part of it, at twice the size."""
    page = browser.new_page(viewport={"width": 1180, "height": 900}, color_scheme=theme, device_scale_factor=2)
    with tempfile.TemporaryDirectory() as folder:
        report.save(f"{folder}/report.html")
        page.goto(Path(folder, "report.html").as_uri())
        page.locator(".explorer").wait_for()
    prepare(page)
    page.locator(part).first.screenshot(path=path)
    page.close()


if __name__ == "__main__":
    main()
