"""What large programs cost in the page, and what many reports cost a notebook."""

import shutil
from dataclasses import replace

import pytest

from jaxlab.model.listing import Listing, ListingLine
from jaxlab.model.report import Report
from jaxlab.views.html import render_html
from jaxlab.views.saving import load, page
from tests.browser.pages import NEEDS_BUNDLE, REPORTS, scrolling

pytestmark = [pytest.mark.long, NEEDS_BUNDLE]

LINES = 100_000
NODES = 20_000
ROOT = "document.querySelector('.jaxlab-report').shadowRoot"
OPEN = f"""async () => {{
  const root = {ROOT}, begun = performance.now();
  root.querySelector('details').open = true;
  while (!root.querySelector('.explorer .row')) await new Promise(done => setTimeout(done, 2));
  return performance.now() - begun;
}}"""
SCROLLER = f"{ROOT}.querySelector('.frame[data-kind=hlo] .scroller')"
SEARCH = f"""() => {{
  const input = {ROOT}.querySelector('.finder input'), begun = performance.now();
  input.value = 'tanh';
  input.dispatchEvent(new Event('input'));
  return performance.now() - begun;
}}"""
HOVER = f"""selector => {{
  const rows = [...{ROOT}.querySelectorAll(selector)].slice(2, 12);
  return Math.max(...rows.map(row => {{
    const begun = performance.now();
    row.dispatchEvent(new MouseEvent('mouseover', {{bubbles: true}}));
    return performance.now() - begun;
  }}));
}}"""
GRAPH = f"""async () => {{
  const tabs = [...{ROOT}.querySelectorAll('[role=tab]')], begun = performance.now();
  tabs.find(tab => tab.textContent.startsWith('Graph')).click();
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  return performance.now() - begun;
}}"""


@pytest.fixture(scope="module")
def training() -> Report:
    return load(REPORTS / "training.json")


def with_hlo(report: Report, lines: list[ListingLine]) -> Report:
    (segment,) = report.segments
    listings = {**segment.listings, "hlo": Listing(kind="hlo", lines=tuple(lines))}
    return replace(report, segments=(replace(segment, listings=listings),))


def large(report: Report) -> Report:
    """A program of 100,000 lines: the computations of a real one, again and again under other names."""
    lines = report.segments[0].listings["hlo"].lines
    entry = next(i for i, line in enumerate(lines) if line.text.startswith("ENTRY"))
    made = list(lines[:entry])
    while len(made) < LINES - (len(lines) - entry):
        prefix = f"%copy{len(made)}."
        made += [replace(line, text=line.text.replace("%", prefix)) for line in lines[1:entry]]
    return with_hlo(report, [*made, *lines[entry:]])


def chained(report: Report, nodes: int) -> Report:
    """A program whose entry is one chain of operations, with the origins of a real one."""
    origins = [line.stacks for line in report.segments[0].listings["hlo"].lines if line.stacks]
    head = ["HloModule m", "", "ENTRY %main (v.0: f32[8]) -> f32[8] {", "  %v.0 = f32[8]{0} parameter(0)"]
    body = [
        ListingLine(
            text=f"  %v.{i + 1} = f32[8]{{0}} add(%v.{i}, %v.{max(0, i - 7)})",
            stacks=origins[i % len(origins)],
            is_operation=True,
        )
        for i in range(nodes)
    ]
    return with_hlo(report, [*(ListingLine(text=text) for text in head), *body, ListingLine(text="}")])


@pytest.fixture
def shown(show):
    """Opens a saved report whose explorer is not open yet."""

    def open_report(report: Report):
        opened = show(page(report).replace("<details open>", "<details>"))
        opened.wait_for_function(ROOT)
        return opened

    return open_report


def told(name: str, value_ms: float, most_ms: float) -> None:
    print(f"{name}: {value_ms:.0f} ms (at most {most_ms:.0f})")
    assert value_ms <= most_ms


@pytest.mark.browser
def test_a_hundred_thousand_lines(shown, training):
    opened = shown(large(training))
    told("open", opened.evaluate(OPEN), 1000)
    opened.get_by_role("tab", name="HLO", exact=True).click()
    opened.wait_for_timeout(1000)
    told("a frame while scrolling, 95 of 100", opened.evaluate(scrolling(SCROLLER, frames=100, step_px=1717)), 50)
    told("search", opened.evaluate(SEARCH), 300)
    told("hover in the cell", opened.evaluate(HOVER, ".list.python .row"), 50)
    told("hover in the HLO", opened.evaluate(HOVER, ".frame[data-kind=hlo] .row"), 50)


@pytest.mark.browser
@pytest.mark.parametrize(("nodes", "most_ms"), [(1000, 1000), (NODES, 2000)])
def test_graphs(shown, training, nodes, most_ms):
    opened = shown(chained(training, nodes))
    opened.evaluate(OPEN)
    told(f"graph of {nodes} nodes", opened.evaluate(GRAPH), most_ms)


@pytest.mark.browser
@pytest.mark.parametrize("nodes", [1000, NODES])
def test_the_same_graph_in_model_explorer(shown, training, chromium, tmp_path, nodes):
    command = shutil.which("model-explorer")
    if command is None:
        pytest.skip("no `model-explorer` on the PATH (`pip install ai-edge-model-explorer`)")
    from tests.benchmarks.model_explorer import chain, opening_ms

    theirs_ms = opening_ms(chromium, chain(nodes), command, tmp_path)
    opened = shown(chained(training, nodes))
    ours_ms = opened.evaluate(OPEN) + opened.evaluate(GRAPH)
    told(f"report and graph of {nodes} nodes, on which Model Explorer is for {theirs_ms:.0f} ms", ours_ms, theirs_ms)


@pytest.mark.browser
def test_two_hundred_outputs_in_one_page(show):
    output = render_html(load(REPORTS / "attention.json"), embed=True)
    assert len(output) < 60_000
    opened = show("".join([output] * 200))
    opened.wait_for_function("document.querySelectorAll('[data-claimed]').length === 200", timeout=60_000)
    opened.locator("summary").nth(150).click()
    opened.locator(".explorer").wait_for()
