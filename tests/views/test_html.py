"""The HTML view: what is safe, what is plain, what travels."""

import json
import re
from base64 import b85encode
from dataclasses import replace
from html import escape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from jaxlab.model.listing import Listing, ListingLine
from jaxlab.model.passes import Pass, Passes
from jaxlab.model.source import SourceText
from jaxlab.views import html, payload
from jaxlab.views.bundle import bundle
from jaxlab.views.deflated import deflated, inflated
from jaxlab.views.html import render_html
from jaxlab.views.markup import Markup, element
from jaxlab.views.payload import LIMIT_BYTES, Payload, pack, unpack
from jaxlab.views.saving import load
from jaxlab.views.text import render_summary, render_text
from tests.views.samples import MATMUL, MATMUL_SEGMENT

HOSTILE = "</script><img src=x onerror=alert(1)>"
REPORTS = Path(__file__).parents[1] / "reports"


class Elements(HTMLParser):
    """The names of all elements, and the attributes of each."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict]] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))

    def tags(self) -> set[str]:
        return {tag for tag, _ in self.found}


@pytest.fixture
def hostile():
    source = SourceText(file=HOSTILE, title=HOSTILE, text=f"%%jit\nx = '{HOSTILE}'\n")
    segment = replace(MATMUL_SEGMENT, inputs=(replace(MATMUL_SEGMENT.inputs[0], name=HOSTILE),))
    return replace(MATMUL, source=source, device=HOSTILE, recompiled_because=HOSTILE, segments=(segment,))


def test_what_a_user_typed_stays_text(hostile):
    page = render_html(hostile, embed=True)
    assert "img" not in Elements(page).tags()
    assert "&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;" in page


def test_without_the_explorer_nothing_runs():
    elements = Elements(render_html(MATMUL, embed=False))
    assert "script" not in elements.tags()
    assert not [name for _, attributes in elements.found for name in attributes if name.startswith("on")]


def test_only_what_a_sanitiser_keeps_holds_figures():
    assert Elements(render_html(MATMUL, embed=False)).tags() <= {
        *("div", "details", "summary", "span", "pre", "section", "h4"),
        *("table", "thead", "tbody", "tr", "th", "td"),
    }


def test_the_summary_has_an_arrow_also_where_nothing_goes_in():
    drawn = replace(MATMUL, segments=(replace(MATMUL_SEGMENT, inputs=()),))
    assert ">→ b float64[500,500], Out float64</span>" in render_html(drawn, embed=False)


def test_no_network():
    page = render_html(MATMUL, embed=True)
    assert not re.findall(r"(?:src|href|url)\s*[=(]\s*['\"]?(?:https?:)?//", page)
    assert not Elements(page).tags() & {"link", "iframe", "img"}


def test_hosts_leave_the_keyboard_alone():
    tag, attributes = Elements(render_html(MATMUL, embed=False)).found[0]
    assert (tag, attributes["data-lm-suppress-shortcuts"]) == ("div", "true")


def test_a_missing_bundle_is_said(monkeypatch, tmp_path):
    monkeypatch.setattr(html, "BUNDLE", tmp_path / "explorer.js")
    page = render_html(MATMUL, embed=True)
    assert "The explorer is not part of this installation: its bundle was not built. Figures are below." in page
    assert "Cost and memory" in page


def test_the_explorer_travels_deflated(monkeypatch, tmp_path):
    for name, text in {"BUNDLE": "go('</script>')", "LOADER": "load()"}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        monkeypatch.setattr(html, name, tmp_path / name)
    page = render_html(MATMUL, embed=True)
    code = re.search(r'<script type="application/octet-stream" class="jaxlab-code">([^<]*)</script>', page)
    assert inflated(code[1]) == b"go('</script>')"
    assert page.endswith("<script>load()</script></div>")


def test_deflated_text_needs_no_escapes_and_comes_back():
    data = bytes(range(256)) * 40
    for length in (0, 1, 2, 3, 4, 5, len(data)):
        assert inflated(deflated(data[:length])) == data[:length]
    text = deflated(bytes(pow(3, i, 251) for i in range(9000)))
    assert escape(text) == text
    assert json.dumps(text) == f'"{text}"'


def test_what_was_never_deflated_is_refused():
    with pytest.raises(ValueError, match="incorrect header check"):
        inflated(b85encode(b"none").decode())


def test_the_output_of_a_small_cell_stays_small():
    report = load(REPORTS / "attention.json")
    assert len(render_html(report, embed=True)) < 60_000


def test_mimetypes():
    assert bundle(MATMUL, embed=False) == {
        "text/plain": render_summary(MATMUL),
        "text/html": render_html(MATMUL, embed=False),
    }
    opened = bundle(MATMUL, embed=False, opened=True)
    assert opened["text/plain"] == render_text(MATMUL)
    assert opened["text/html"] == render_html(MATMUL, embed=False, opened=True)


def test_a_ten_line_cell_stays_under_60_kb():
    report = load(REPORTS / "attention.json")
    assert len(render_html(report, embed=True)) < 60_000


def test_the_data_is_the_same_at_every_run_and_in_every_kernel():
    moved = replace(MATMUL, run_s=1.0, compile_s=2.0, source=replace(MATMUL.source, file="/tmp/other/12.py"))
    moved = replace(
        moved,
        segments=(replace(MATMUL_SEGMENT, spans=_in("/tmp/other/12.py"), listings={}),),
    )
    still = replace(MATMUL, segments=(replace(MATMUL_SEGMENT, listings={}),))
    first, second = pack(still, stable_names=True), pack(moved, stable_names=True)
    assert first.data == second.data
    assert first.timings != second.timings


def _in(file):
    return tuple(replace(span, file=file) for span in MATMUL_SEGMENT.spans)


def test_a_program_that_runs_again_is_not_packed_again(monkeypatch):
    first = pack(replace(MATMUL, run_s=1.0, magic="first"))
    monkeypatch.setattr(payload, "to_document", None)
    again = pack(replace(MATMUL, run_s=2.0, magic="first"))
    assert again.data == first.data
    assert unpack(again).run_s == 2.0


def test_a_huge_program_is_cut_with_a_notice():
    # Digits of a chaotic sequence: text that deflate cannot make small.
    lines = tuple(ListingLine(text=str(pow(3, i, 10**61 + 7))) for i in range(40_000))
    huge = replace(MATMUL, segments=(replace(MATMUL_SEGMENT, listings={"hlo": Listing(kind="hlo", lines=lines)}),))
    packed = pack(huge, limit_bytes=LIMIT_BYTES)
    kept = unpack(packed).segments[0].listings["hlo"].lines
    assert len(packed.data) <= LIMIT_BYTES
    assert kept == lines[: len(kept)]
    assert 5_000 <= len(kept) < 40_000
    assert unpack(pack(huge)) == huge


def test_the_output_of_any_cell_stays_under_the_limit_with_its_tables_and_code():
    lines = tuple(ListingLine(text=str(pow(3, i, 10**61 + 7))) for i in range(40_000))
    huge = replace(MATMUL, segments=(replace(MATMUL_SEGMENT, listings={"hlo": Listing(kind="hlo", lines=lines)}),))
    assert 0.9 * LIMIT_BYTES < len(render_html(huge, embed=True)) <= LIMIT_BYTES


def test_cut_hlo_keeps_its_entry():
    called = [ListingLine(text=f"  %x.{pow(3, i, 10**61 + 7)} = f32[] add()") for i in range(30_000)]
    entry = [ListingLine(text="ENTRY %main () -> f32[] {"), ListingLine(text="  ROOT %y = f32[] call()")]
    listing = Listing(kind="hlo", lines=(*called, *entry))
    packed = pack(
        replace(MATMUL, segments=(replace(MATMUL_SEGMENT, listings={"hlo": listing}),)), limit_bytes=LIMIT_BYTES
    )
    kept = unpack(packed).segments[0].listings["hlo"].lines
    assert kept[-2:] == tuple(entry)
    assert len(kept) < len(listing.lines)


def test_programs_between_passes_go_first_where_there_is_no_room():
    pool = tuple(ListingLine(text=str(pow(3, i, 10**61 + 7))) for i in range(20_000))
    steps = (Pass(name="", pipeline="", instructions=9, runs=((0, 10_000),)),)
    steps += (Pass(name="fusion", pipeline="after layout", instructions=7, runs=((10_000, 20_000),)),)
    large = replace(MATMUL, segments=(replace(MATMUL_SEGMENT, passes=Passes(steps=steps, lines=pool)),))
    page = unpack(packed := pack(large, limit_bytes=LIMIT_BYTES))
    assert len(packed.data) < LIMIT_BYTES
    assert page.segments[0].listings == MATMUL_SEGMENT.listings
    assert page.segments[0].passes == Passes(steps=tuple(replace(step, runs=()) for step in steps))
    assert notice(packed) == (
        "Programs between passes are left out, to keep this output under 500 kB. "
        "`jaxlab.last_report().save('report.html')` writes them whole."
    )


def notice(packed: Payload) -> str:
    return json.loads(inflated(packed.data))["notice"]


def test_markup_is_escaped_by_how_it_is_built():
    assert element("p", "a<b", Markup("<i>c</i>"), class_='"', hidden=True, open=False) == (
        '<p class="&quot;" hidden>a&lt;b<i>c</i></p>'
    )
