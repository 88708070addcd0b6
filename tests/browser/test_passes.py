"""The explorer's view of XLA's passes, and the code that XLA made."""

from dataclasses import replace

import pytest

from jaxlab.model.listing import Listing, ListingLine
from jaxlab.model.passes import Pass, Passes
from tests.browser.pages import CELL, NEEDS_BUNDLE, lit, tab
from tests.browser.test_access import faults
from tests.views.samples import MATMUL, MATMUL_SEGMENT, TANH

pytestmark = [pytest.mark.browser, NEEDS_BUNDLE]

PASSES = Passes(
    lines=(
        ListingLine(text="ENTRY %main (a: f64[500,500]) -> f64[500,500] {"),
        ListingLine(text="  %a = f64[500,500]{1,0} parameter(0)"),
        ListingLine(text="  %tanh.1 = f64[500,500]{1,0} tanh(%a)", stacks=(TANH,), is_operation=True),
        ListingLine(text="}"),
        ListingLine(text="  %fused = f64[500,500]{1,0} fusion(%a), kind=kLoop", stacks=(TANH,), is_operation=True),
    ),
    steps=(
        Pass(name="", pipeline="", instructions=2, runs=((0, 4),)),
        Pass(name="algsimp", pipeline="simplification", instructions=2, runs=((0, 4),)),
        Pass(name="fusion", pipeline="after layout", instructions=2, runs=((0, 2), (4, 5), (3, 4))),
        Pass(name="", pipeline="scheduling", instructions=1, runs=((0, 1), (4, 5), (3, 4))),
    ),
)
LLVM = Listing(
    kind="llvm",
    lines=(ListingLine(text="define ptr @fused(ptr %0) {", stacks=(TANH,)), ListingLine(text="  ret ptr null")),
)
SEGMENT = replace(MATMUL_SEGMENT, passes=PASSES, listings={**MATMUL_SEGMENT.listings, "llvm": LLVM})
REPORT = replace(MATMUL, segments=(SEGMENT,))
# What is wider than its place, and not meant to scroll.
SLID = """() => [...document.querySelector('.jaxlab-report').shadowRoot.querySelectorAll('.explorer, .explorer *')]
  .filter((one) => one.scrollLeft || (one.matches('.explorer, .panes, .pane, .bar, .tools, .lists') && one.scrollWidth > one.clientWidth))
  .map((one) => one.className)"""
BEFORE, AFTER = ".side:nth-child(2) ", ".side:nth-child(3) "


@pytest.fixture
def passes(saved):
    """The page, with the passes in sight."""
    page = saved(REPORT)
    tab(page, "Passes")
    return page


def test_each_pass_says_what_it_did(passes):
    assert [text.split("\n") for text in passes.locator(".step").all_inner_texts()] == [
        ["before optimisation", "2"],
        ["algsimp", "="],
        ["fusion", "changed"],
        ["up to scheduling", "−1"],
    ]


def test_the_pass_that_makes_the_first_fusion_shows_first(passes):
    assert passes.locator(".step[aria-selected=true]").inner_text().startswith("fusion")
    assert passes.locator(".side .caption").all_inner_texts() == ["algsimp, 2 instructions", "fusion, 2 instructions"]
    assert passes.locator(f"{BEFORE}.row.changed code").all_inner_texts() == [
        "  %tanh.1 = f64[500,500]{1,0} tanh(%a)",
    ]
    assert passes.locator(f"{AFTER}.row.changed code").all_inner_texts() == [
        "  %fused = f64[500,500]{1,0} fusion(%a), kind=kLoop",
    ]


def test_any_two_states_can_be_compared(passes):
    passes.get_by_label("Compare with").select_option("before optimisation")
    passes.locator(".step").last.click()
    assert passes.locator(f"{BEFORE}.row.changed").count() == 2
    assert passes.locator(f"{AFTER}.row.changed").count() == 1


def test_arrows_go_from_pass_to_pass(passes):
    passes.locator(".step[aria-selected=true]").focus()
    passes.keyboard.press("ArrowDown")
    assert passes.locator(".step[aria-selected=true]").inner_text().startswith("up to scheduling")
    assert passes.evaluate("document.querySelector('.jaxlab-report').shadowRoot.activeElement.ariaSelected") == "true"


def test_lines_between_passes_are_linked(passes):
    passes.locator(f"{AFTER}.row.changed").hover()
    assert lit(passes, CELL) == ["b = np.tanh(a @ a.T)"]
    assert "Several operations as one loop" in passes.locator(".detail").inner_text()
    passes.locator(f"{CELL}.row").nth(1).hover()
    assert lit(passes, BEFORE) == ["%tanh.1 = f64[500,500]{1,0} tanh(%a)"]
    assert lit(passes, AFTER) == ["%fused = f64[500,500]{1,0} fusion(%a), kind=kLoop"]


def test_finding_in_what_shows(passes):
    find = passes.get_by_label("Find in the listing").last
    find.fill("fusion")
    find.press("Enter")
    assert passes.locator(".found").last.inner_text() == "1 of 1"
    assert "Several operations as one loop" in passes.locator(".detail").inner_text()


def test_a_page_without_room_for_the_programs_names_the_passes(saved):
    bare = Passes(steps=tuple(replace(step, runs=()) for step in PASSES.steps))
    page = saved(replace(MATMUL, segments=(replace(SEGMENT, passes=bare),)))
    tab(page, "Passes")
    assert page.locator(".step").all_inner_texts()[-1].split("\n") == ["up to scheduling", "−1"]
    assert page.locator(".side").first.is_hidden()


def test_generated_code_has_a_tab_where_there_is_some(passes, saved):
    tab(passes, "LLVM IR")
    passes.locator(".frame[data-kind=llvm] .row").first.hover()
    assert lit(passes, CELL) == ["b = np.tanh(a @ a.T)"]
    assert passes.get_by_role("tab", name="Assembly").count() == 0


def test_without_passes_there_is_no_tab_for_them(saved):
    page = saved(MATMUL)
    assert page.get_by_role("tab", name="Passes").count() == 0
    assert page.get_by_role("tab", name="LLVM IR").count() == 0


@pytest.mark.parametrize("beside", ["Passes", "side by side"])
def test_on_a_narrow_page_panes_stand_under_each_other(passes, beside):
    if beside != "Passes":
        tab(passes, "jaxpr")
        passes.locator("summary", has_text="view").click()
        passes.get_by_label(beside).check()
    passes.set_viewport_size({"width": 390, "height": 800})
    source, program = passes.locator(".panes > .pane").all()
    above, below = source.bounding_box(), program.bounding_box()
    assert above["y"] + above["height"] <= below["y"] + 1
    assert above["width"] == below["width"]
    assert program.locator(".row:visible").count() > 0


def test_passes_have_no_serious_fault_of_access(saved, theme):
    page = saved(REPORT, color_scheme=theme)
    tab(page, "Passes")
    assert faults(page) == []
    page.locator(f"{AFTER}.row.changed").click()
    assert faults(page) == []
    tab(page, "LLVM IR")
    assert faults(page) == []


def test_in_a_narrow_pane_nothing_slides_sideways(saved):
    code = {kind: replace(LLVM, kind=kind) for kind in ("llvm", "assembly", "ptx")}
    page = saved(replace(REPORT, segments=(replace(SEGMENT, listings={**SEGMENT.listings, **code}),)))
    page.set_viewport_size({"width": 360, "height": 800})
    tab(page, "jaxpr")
    for _ in range(8):
        page.keyboard.press("ArrowRight")
        assert page.evaluate(SLID) == []
    assert page.get_by_role("tab", name="jaxpr", exact=True).get_attribute("aria-selected") == "true"
