"""What the explorer offers beyond links: folds, heat, values' ways, views of a listing, the graph."""

from dataclasses import replace

import pytest

from jaxlab.model.profile import OpTime, Profile
from jaxlab.views.saving import load
from tests.browser.pages import CELL, HLO, JAXPR, NEEDS_BUNDLE, REPORTS, lit, tab
from tests.views.samples import MATMUL, MATMUL_SEGMENT, TANH, listing

pytestmark = [pytest.mark.browser, NEEDS_BUNDLE]


@pytest.fixture
def attention(saved):
    """The page of a real program, with helpers in another cell and in a module."""
    return saved(load(REPORTS / "attention.json"))


def rows(page, scope: str) -> list[str]:
    return page.locator(f"{scope}.row code").all_inner_texts()


# Rows whose names lie over their code or their triangle.
COVERED = """() => [...document.querySelector('.jaxlab-report').shadowRoot.querySelectorAll('.frame .row')].flatMap((row) => {
  const name = row.querySelector('.inlay.name')?.getBoundingClientRect();
  if (!name?.width) return [];
  const lies = ({ left, right, top, bottom }) => left < name.right && right > name.left && top < name.bottom && bottom > name.top;
  const code = document.createRange();
  code.selectNodeContents(row.querySelector('code'));
  return [...code.getClientRects(), row.querySelector('.fold').getBoundingClientRect()].some(lies) ? [row.innerText] : [];
})"""


def choose(page, *names: str) -> None:
    """Ticks entries of the listings' menu."""
    page.locator("summary", has_text="view").click()
    for name in names:
        page.get_by_label(name).check()
    page.locator("summary", has_text="view").click()


def test_the_entry_shows_first_and_what_it_calls_is_folded(attention):
    tab(attention, "HLO")
    assert attention.locator(f"{HLO}.row", has_text="ENTRY").is_visible()
    attention.locator(f"{HLO}.scroller").focus()
    attention.keyboard.press("Home")
    folded = attention.locator(f"{HLO}.row", has_text="%fused_computation (param")
    assert "7 lines" in folded.inner_text()
    folded.locator(".fold").click()
    attention.locator(f"{HLO}.row", has_text="%sub.5 = ").wait_for()


def test_folding_by_keyboard(attention):
    inside = attention.locator(f"{JAXPR}.row", has_text="name=_var")
    attention.locator(f"{JAXPR}.scroller").focus()
    for _ in range(20):
        attention.keyboard.press("ArrowDown")
    attention.keyboard.press("ArrowLeft")
    assert inside.count() == 0
    attention.keyboard.press("ArrowRight")
    assert inside.count() == 1


def test_heat_says_what_each_line_costs(attention):
    assert attention.locator(".heat").count() == 0
    attention.get_by_label("Heat").select_option("flops")
    shares = dict(zip(rows(attention, CELL), attention.locator(f"{CELL}.heat").all_inner_texts(), strict=True))
    assert shares["weights = softmax(q @ k.T / scale)"] == "43 %"
    assert shares["unused = jnp.sin(q)"] == ""


def test_a_profiled_program_opens_with_its_times(saved):
    ops = (
        OpTime(name="dot", launches=1, total_ns=3_000, own_ns=3_000),
        OpTime(name="tanh", launches=2, total_ns=1_000, own_ns=1_000),
    )
    segment = replace(MATMUL_SEGMENT, profile=Profile(runs=5, ops=ops))
    page = saved(replace(MATMUL, segments=(segment,)))
    assert page.get_by_label("Heat").input_value() == "time"
    tab(page, "HLO")
    shares = page.locator(f"{HLO}.row", has_text="fusion(%dot)").locator(".heat")
    assert shares.inner_text() == "25 %"
    page.locator(f"{HLO}.row", has_text="fusion(%dot)").hover()
    assert "1 µs" in page.locator(".detail").inner_text()


def test_operations_that_nothing_tells_apart_have_no_figure_of_their_own(saved):
    jaxpr = listing(
        "jaxpr",
        ("{ lambda ; a:f64[500,500]. let", ()),
        ("    b:f64[500,500] = sin a", TANH),
        ("    c:f64[500,500] = tanh b", TANH),
        ("    d:f64[500,500] = cos c", TANH),
        ("    e:f64[500,500] = cos d", TANH),
        ("  in (d,) }", ()),
    )
    hlo = listing(
        "hlo",
        ("ENTRY %main (a: f64[500,500]) -> f64[500,500] {", ()),
        ("  %tanh.1 = f64[500,500]{1,0} tanh(%a)", TANH),
        ("  ROOT %cos.1 = f64[500,500]{1,0} cosine(%tanh.1)", TANH),
    )
    ops = tuple(OpTime(name=name, launches=1, total_ns=ns, own_ns=ns) for name, ns in (("tanh.1", 100), ("cos.1", 300)))
    segment = replace(MATMUL_SEGMENT, listings={"jaxpr": jaxpr, "hlo": hlo}, profile=Profile(runs=1, ops=ops))
    page = saved(replace(MATMUL, segments=(segment,)))
    shares = page.locator(f"{JAXPR}.heat")
    assert shares.all_inner_texts() == ["", "", "25 %", "of 75 %", "of 75 %", ""]
    assert shares.nth(3).get_attribute("title") == "a part of 75 % that several operations cost together"
    choose(page, "over 1 % only")
    assert len(rows(page, JAXPR)) == 3


def test_memory_is_told_at_the_peak(attention):
    attention.get_by_label("Heat").select_option("memory")
    tab(attention, "HLO")
    held = attention.locator(f"{HLO}.row", has_text="%ynn_fusion.6 =")
    assert held.locator(".heat").inner_text().endswith(" %")
    held.hover()
    assert "held at the peak" in attention.locator(".detail").inner_text()
    assert "row-major" in attention.locator(".detail").inner_text()


def test_the_hottest_lines_alone(attention):
    attention.get_by_label("Heat").select_option("flops")
    choose(attention, "hottest first", "over 1 % only")
    shares = [int(text.split()[0]) for text in attention.locator(f"{JAXPR}.heat").all_inner_texts()]
    assert len(shares) > 3
    assert shares == sorted(shares, reverse=True)
    assert shares[-1] >= 1


def test_a_value_leads_to_where_it_comes_from_and_goes(attention):
    tab(attention, "HLO")
    attention.locator(f"{HLO}.row", has_text="%ynn_fusion.6 =").click()
    detail = attention.locator(".detail")
    assert "Several operations as one loop" in detail.inner_text()
    assert "f32[128,128]" in detail.inner_text()
    assert attention.locator(f"{HLO}.row[data-flow=from]").count() == 3
    detail.get_by_role("button", name="%dot").click()
    assert lit(attention, HLO) == [attention.locator(f"{HLO}.row.current code").inner_text().strip()]
    assert attention.locator(f"{HLO}.row.current").inner_text().find("%dot =") > 0


def test_inputs_have_the_names_of_the_notebook(attention):
    assert "a = wk" in attention.locator(f"{JAXPR}.inlay").first.inner_text()
    tab(attention, "HLO")
    assert attention.locator(f"{HLO}.inlay.name").all_inner_texts()[:4] == ["wk", "wq", "wv", "x"]


def test_results_have_the_names_of_the_notebook_where_they_are_made_and_go_out(attention):
    tab(attention, "HLO")
    attention.locator(f"{HLO}.scroller").focus()
    attention.keyboard.press("End")
    root = attention.locator(f"{HLO}.row", has_text="ROOT %tuple =")
    assert root.locator(".inlay.name").inner_text() == "→ Out   loss   y"
    assert root.get_attribute("title") == "→ Out   loss   y"
    made = attention.locator(f"{HLO}.row", has_text="%broadcast_multiply_fusion = f32[128,64]")
    assert made.locator(".inlay.name").inner_text() == "→ y"


@pytest.mark.parametrize("look", [(), ("side by side",), ("wrap lines",)])
@pytest.mark.parametrize("width", [360, 1200])
def test_names_cover_neither_code_nor_folds(attention, look, width):
    attention.set_viewport_size({"width": width, "height": 800})
    choose(attention, *look)
    for name in ("jaxpr", "StableHLO", "HLO"):
        tab(attention, name)
        attention.locator(".frame.chosen .inlay.name").first.wait_for(state="attached")
        assert attention.evaluate(COVERED) == []


def test_where_lines_wrap_names_cover_no_other_line(attention):
    choose(attention, "wrap lines")
    named, after = (attention.locator(f"{JAXPR}.row").nth(i) for i in (0, 1))
    name = named.locator(".inlay.name").bounding_box()
    assert name["y"] + name["height"] <= after.bounding_box()["y"]


def test_types_can_be_left_out(attention):
    attention.locator("summary", has_text="view").click()
    attention.get_by_label("types").uncheck()
    assert rows(attention, JAXPR)[4].strip() == "h = sin e"


def test_wrapped_lines_are_whole_and_do_not_overlap(attention):
    choose(attention, "wrap lines")
    long = attention.locator(f"{JAXPR}.row", has_text="dot_general").first
    code = long.locator("code").bounding_box()
    assert long.bounding_box()["height"] >= 40
    assert code["height"] <= long.bounding_box()["height"] + 1
    assert code["x"] + code["width"] <= attention.locator(f"{JAXPR}.scroller").bounding_box()["x"] + 720


def test_the_graph_is_linked(attention):
    tab(attention, "Graph")
    attention.locator(".said", has_text="nodes").wait_for()
    graph = attention.locator("canvas.graph")
    graph.focus()
    attention.keyboard.press("ArrowDown")
    attention.keyboard.press("ArrowDown")
    assert "from" in attention.locator(".detail").inner_text()
    assert lit(attention, CELL) != []


def test_a_box_of_the_graph_opens(attention):
    tab(attention, "Graph")
    said = attention.locator(".said")
    before = int(said.inner_text().split()[0])
    attention.get_by_label("Find in the graph").fill("add_rsqrt")
    attention.keyboard.press("Enter")
    assert said.inner_text() == "1 found"
    attention.locator("canvas.graph").focus()
    attention.keyboard.press("Space")
    attention.locator(".said", has_text="nodes").wait_for()
    assert int(said.inner_text().split()[0]) > before


@pytest.mark.parametrize(("button", "begin"), [("Save as SVG", b"<svg"), ("Save as PNG", b"\x89PNG")])
def test_the_graph_as_a_file(attention, button, begin, tmp_path):
    tab(attention, "Graph")
    with attention.expect_download() as download:
        attention.get_by_label(button).click()
    download.value.save_as(tmp_path / "file")
    content = (tmp_path / "file").read_bytes()
    assert content.startswith(begin)
    assert len(content) > 2000


def test_a_saved_graph_shows_what_the_page_shows(attention, tmp_path):
    tab(attention, "Graph")
    attention.get_by_label("Find in the graph").fill("add_rsqrt")
    attention.keyboard.press("Enter")
    attention.locator("canvas.graph").focus()
    attention.keyboard.press("Space")
    with attention.expect_download() as download:
        attention.get_by_label("Save as SVG").click()
    download.value.save_as(tmp_path / "graph.svg")
    texts = (tmp_path / "graph.svg").read_text()
    assert ">rsqrt<" in texts
    assert ">f32[128] · 512 B<" in texts
    assert ">wk<" in texts
    assert "→ Out" in texts


def test_the_graph_of_the_jaxpr(attention):
    tab(attention, "Graph")
    attention.get_by_label("Program drawn").select_option("jaxpr")
    attention.get_by_label("Find in the graph").fill("dot_general")
    attention.keyboard.press("Enter")
    assert attention.locator(".said").inner_text() == "5 found"


def test_the_keyboard_goes_on_from_a_line_that_is_kept(saved):
    page = saved(MATMUL)
    page.locator(f"{CELL}.row").nth(1).click()
    page.keyboard.press("ArrowDown")
    page.locator(".detail").hover()
    assert lit(page, CELL) == ["unused = np.exp(a)"]


def test_pointing_at_a_part_shows_what_else_its_device_holds(saved):
    page = saved(load(REPORTS / "sharded.json"))
    part = page.locator("[data-devices]").first
    part.hover()
    pointed = set(part.get_attribute("data-devices").split())
    held = page.locator("td.held").evaluate_all("all => all.map(one => one.dataset.devices.split(' '))")
    assert len(held) > 1
    assert all(pointed & set(devices) for devices in held)
    assert len(held) < page.locator("[data-devices]").count()


def test_groups_of_devices_are_told_by_the_axes_of_the_mesh(saved):
    page = saved(load(REPORTS / "sharded.json"))
    table = page.locator("section", has=page.get_by_role("heading", name="Between devices"))
    assert [row.split("\t")[-1] for row in table.locator("tbody tr").all_inner_texts()] == [
        "4 groups of 2, along model",
        "2 groups of 4, along data",
    ]


def test_the_tab_chosen_last_is_remembered(attention):
    tab(attention, "StableHLO")
    attention.reload()
    attention.locator(".explorer").wait_for()
    assert attention.get_by_role("tab", name="StableHLO", exact=True).get_attribute("aria-selected") == "true"


def test_copying_twice_leaves_the_button_as_it_was(attention):
    attention.clock.install()
    copying = attention.get_by_role("button", name="copy", exact=True).element_handle()
    for _ in range(2):
        copying.click()
        attention.wait_for_function("button => button.textContent !== 'copy'", arg=copying)
    attention.clock.run_for(5_000)
    assert copying.inner_text() == "copy"


def test_a_search_goes_on_in_the_listing_that_shows(attention):
    field, found = attention.get_by_label("Find in the listing"), attention.locator(".found").first
    field.fill("= dot_general[")
    field.press("Enter")
    assert found.inner_text() == "1 of 5"
    tab(attention, "HLO")
    assert found.inner_text() == "0"
    field.fill("fusion(")
    many = int(found.inner_text())
    field.press("Enter")
    assert found.inner_text() == f"1 of {many}"


def test_what_does_not_show_is_not_found(attention):
    field, found = attention.get_by_label("Find in the listing"), attention.locator(".found").first
    attention.get_by_label("Heat").select_option("flops")
    field.fill("reduce_sum")
    assert int(found.inner_text()) > 0
    choose(attention, "over 1 % only")
    shown = [text for text in rows(attention, JAXPR) if "reduce_sum" in text]
    assert found.inner_text() == str(len(shown))
    tab(attention, "HLO")
    field.fill("kind=kLoop, calls")
    field.fill("is_scheduled=true")
    assert found.inner_text() == "0"


def test_where_values_of_a_body_go_has_a_name(saved):
    lines = (
        ("{ lambda ; a:f32[3]. let", ()),
        ("    b:f32[3] = jit[", TANH),
        ("      jaxpr={ lambda ; c:f32[3]. let", TANH),
        ("          d:f32[3] = tanh c", TANH),
        ("        in (d,) }", TANH),
        ("    ] a", TANH),
        ("  in (b,) }", ()),
    )
    segment = replace(MATMUL_SEGMENT, listings={"jaxpr": listing("jaxpr", *lines)})
    page = saved(replace(MATMUL, segments=(segment,)))
    page.locator(f"{JAXPR}.row", has_text="= tanh c").click()
    assert page.locator(".chips button").all_inner_texts() == ["c", "outputs"]
    page.get_by_role("button", name="outputs").click()
    assert page.locator(f"{JAXPR}.row.current code").inner_text().strip() == "in (d,) }"


def test_counts_stand_clear_of_the_tabs_titles(attention):
    attention.locator(f"{CELL}.row", has_text="softmax").click()
    gaps = attention.evaluate(
        """() => [...document.querySelector('.jaxlab-report').shadowRoot.querySelectorAll('.count:not(:empty)')].map((count) => {
          const title = document.createRange();
          title.selectNode(count.parentElement.firstChild);
          return title.getBoundingClientRect().top - count.getBoundingClientRect().bottom;
        })"""
    )
    assert len(gaps) >= 3
    assert min(gaps) >= -1
