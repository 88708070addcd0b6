"""A saved report in a browser: linked lines, without kernel or network."""

from dataclasses import replace

import pytest

from jaxlab.model.listing import Listing, ListingLine
from jaxlab.model.source import SourceText
from jaxlab.views.html import render_html
from jaxlab.views.saving import load
from tests.browser.pages import CELL, HLO, JAXPR, NEEDS_BUNDLE, REPORTS, STABLEHLO, lit
from tests.views.samples import BROKEN, MATMUL, MATMUL_SEGMENT

pytestmark = [pytest.mark.browser, NEEDS_BUNDLE]

READABLE = 4.5
"""WCAG's contrast for text."""


def test_pointing_at_a_line_of_the_cell_lights_what_it_became(saved):
    page = saved(MATMUL)
    page.locator(f"{CELL}.row").nth(4).hover()
    assert lit(page, CELL) == ["centred(b).sum()"]
    assert lit(page, JAXPR) == ["e:f64[500,500] = sub d 0.5", "f:f64[] = reduce_sum[axes=(0, 1)] e"]
    page.get_by_role("tab", name="HLO", exact=True).click()
    page.locator(f"{CELL}.row").nth(4).hover()
    assert lit(page, HLO) == ["%sum = f64[] fusion(%tanh)"]
    assert "this cell, line 5 · compiled · lines: 2 of jaxpr" in page.locator(".detail").inner_text()


def test_pointing_at_a_listing_lights_the_columns_it_came_from(saved):
    page = saved(MATMUL)
    page.locator(f"{JAXPR}.row", has_text="tanh").hover()
    assert lit(page, CELL) == ["b = np.tanh(a @ a.T)"]
    mark = page.locator(f"{CELL}.range").bounding_box()
    code = page.locator(f"{CELL}.row.linked code").bounding_box()
    width = code["width"] / len("b = np.tanh(a @ a.T)")
    assert mark["x"] - code["x"] == pytest.approx(4 * width, abs=1)
    assert mark["width"] == pytest.approx(16 * width, abs=1)


def test_a_helper_is_a_tab_of_its_own(saved):
    page = saved(MATMUL)
    page.get_by_role("tab", name="In [3]").click()
    page.locator(f"{CELL}.row", has_text="x - 0.5").hover()
    assert lit(page, JAXPR) == ["e:f64[500,500] = sub d 0.5"]


def test_a_click_keeps_the_links_until_escape(saved):
    page = saved(MATMUL)
    page.locator(f"{CELL}.row").nth(4).click()
    page.locator("details > summary").first.hover()
    assert lit(page, CELL) == ["centred(b).sum()"]
    page.keyboard.press("Escape")
    assert lit(page, CELL) == []


def test_the_keyboard_does_what_the_pointer_does(saved):
    page = saved(MATMUL)
    page.locator(f"{CELL}.scroller").focus()
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    assert lit(page, CELL) == ["centred(b).sum()"]
    page.get_by_role("tab", name="jaxpr").focus()
    page.keyboard.press("ArrowRight")
    assert page.get_by_role("tab", name="StableHLO").get_attribute("aria-selected") == "true"


def test_all_listings_side_by_side(saved):
    page = saved(MATMUL)
    page.locator("summary", has_text="view").click()
    page.get_by_label("side by side").check()
    page.locator(f"{CELL}.row").nth(1).hover()
    assert all(lit(page, kind) for kind in (JAXPR, STABLEHLO, HLO))


def test_plain_lines_say_why(saved):
    page = saved(BROKEN)
    page.locator(f"{CELL}.row").nth(3).hover()
    assert "`np.linalg.lstsq` is not covered yet. Call it in a cell of its own." in page.locator(".detail").inner_text()


def test_only_rows_in_sight_are_drawn(saved):
    stack = MATMUL_SEGMENT.listings["jaxpr"].lines[1].stacks
    lines = tuple(ListingLine(text=f"%op.{i} = f32[] add()", stacks=stack, is_operation=True) for i in range(50_000))
    segment = replace(MATMUL_SEGMENT, listings={"jaxpr": Listing(kind="jaxpr", lines=lines)})
    page = saved(replace(MATMUL, segments=(segment,)))
    page.locator(f"{CELL}.row").nth(1).hover()
    assert 10 < page.locator(f"{JAXPR}.row").count() < 80
    page.locator(f"{JAXPR}.scroller").focus()
    page.keyboard.press("End")
    page.locator(f"{JAXPR}.row", has_text="%op.49999 ").wait_for()
    assert page.locator(f"{JAXPR}.row").count() < 80
    assert page.locator(f"{JAXPR}.ruler i").count() <= 120


def test_finding(saved):
    page = saved(load(REPORTS / "attention.json"))
    page.get_by_role("tab", name="HLO", exact=True).click()
    page.get_by_role("searchbox").fill("EXPONENTIAL")
    page.keyboard.press("Enter")
    assert "exponential" in page.locator(f"{HLO}.row.current").inner_text()
    assert page.locator(".found").inner_text().startswith("1 of ")


def test_what_a_user_typed_stays_text(saved):
    text = "%%jit\nb = '</script><img src=x onerror=alert(1)>'\n"
    page = saved(replace(MATMUL, source=SourceText(file="cell-under-magic", title="<b>cell</b>", text=text)))
    assert page.locator(f"{CELL}.row").nth(1).locator("code").inner_text() == text.split("\n")[1]
    assert page.locator("img").count() == 0
    assert page.get_by_role("tab", name="<b>cell</b>").is_visible()


def test_an_output_is_one_line_until_it_is_opened(show):
    page = show(render_html(MATMUL, embed=True))
    assert page.locator(".explorer").count() == 0
    assert page.locator(".jaxlab-report").bounding_box()["height"] < 40
    page.locator("details > summary").first.click()
    page.locator(".explorer").wait_for()


def test_every_output_of_a_page_opens_its_own_report(show):
    page = show(render_html(MATMUL, embed=True, opened=True) + render_html(BROKEN, embed=True, opened=True))
    cells = [page.locator(".jaxlab-report").nth(i).locator(f"{CELL}.row").nth(2) for i in (0, 1)]
    assert [cell.locator("code").inner_text() for cell in cells] == ["unused = np.exp(a)", "plt.plot(b)"]


def test_a_copied_output_that_shares_a_script_is_taken_too(show):
    one = render_html(MATMUL, embed=True, opened=True)
    container, script = one[: one.rindex("<script>")], one[one.rindex("<script>") : one.rindex("</div>")]
    page = show(f"{container}</div>{container}</div>{script}{script}")
    page.locator(".explorer").nth(1).wait_for()


def test_damaged_data_leaves_the_figures_and_says_so(show):
    html = render_html(MATMUL, embed=True, opened=True)
    at = html.index("jaxlab-payload") + 100
    page = show(f"{html[:at]}AAAA{html[at + 4 :]}")
    page.get_by_text("The explorer could not open this report").wait_for()
    assert page.get_by_text("Cost and memory").is_visible()


def test_text_stands_out_from_its_background_in_both_themes(saved, theme):
    page = saved(MATMUL, color_scheme=theme)
    assert page.locator(".root").get_attribute("data-theme") == theme
    for kind in (".label", ".mark", "code .keyword", "code .name", "code .type", "code .number"):
        assert contrast(page, f".row {kind}") >= READABLE


def test_the_host_page_decides_the_theme(show):
    page = show(f"<body data-jp-theme-light=false>{render_html(MATMUL, embed=True)}", color_scheme="light")
    assert page.locator(".root").get_attribute("data-theme") == "dark"
    page.evaluate("document.body.dataset.jpThemeLight = 'true'")
    page.wait_for_function("document.querySelector('.jaxlab-report').shadowRoot.querySelector('[data-theme=light]')")


def contrast(page, selector: str) -> float:
    """WCAG contrast of the first such element's text with the explorer's background."""
    colours = page.locator(selector).first.evaluate(
        """element => [element, element.getRootNode().querySelector('.explorer')].map((of, i) => {
             const canvas = document.createElement('canvas').getContext('2d');
             canvas.fillStyle = getComputedStyle(of)[i ? 'backgroundColor' : 'color'];
             canvas.fillRect(0, 0, 1, 1);
             return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
           })"""
    )
    light, dark = sorted((luminance(*colour) for colour in colours), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(*channels: int) -> float:
    linear = [c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(weight * value for weight, value in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
