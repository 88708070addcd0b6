"""Hostile text in every field of a report: it shows as the text it is, runs nowhere, and breaks no layout."""

from dataclasses import fields, is_dataclass, replace
from enum import Enum
from types import NoneType
from typing import Any

import pytest

from jaxlab.model.profile import OpTime, Profile
from jaxlab.model.report import Report
from jaxlab.model.source import Span
from jaxlab.views.html import render_html
from jaxlab.views.saving import load
from tests.browser.pages import CELL, HLO, NEEDS_BUNDLE, REPORTS, tab
from tests.browser.test_passes import REPORT as PASSED
from tests.views.samples import BROKEN, COMPARED

pytestmark = [pytest.mark.browser, NEEDS_BUNDLE]

HOSTILE = (
    "</script><img src=x onerror=ran()>",
    '"><svg onload=ran()>',
    "'-ran()-'",
    "javascript:ran()",
    "{{constructor.constructor('ran()')()}}",
    "<template shadowrootmode=open><script>ran()</script></template>",
    "__proto__",
    "‮\u0000\ud7ff\u2028",
    "x" * 5000,
)
KEPT = ("kind", "file", "schema_version", "text")
"""What links listings and sources with each other; `text` is added to, so that there is something to link."""


def poisoned(value: Any, poison: str) -> Any:
    """The same structure with `poison` in each text."""
    if is_dataclass(value):
        changed = {field.name: _field(field.name, getattr(value, field.name), poison) for field in fields(value)}
        return replace(value, **changed)
    if isinstance(value, tuple):
        return tuple(poisoned(item, poison) for item in value)
    if isinstance(value, dict):
        return {key: poisoned(item, poison) for key, item in value.items()}
    if isinstance(value, str) and not isinstance(value, Enum):
        return poison
    assert isinstance(value, int | float | Enum | NoneType), type(value)
    return value


def _field(name: str, value: Any, poison: str) -> Any:
    if isinstance(value, str) and name in KEPT:
        return f"{value} {poison}" if name == "text" else value
    return poisoned(value, poison)


def reports() -> list[Report]:
    profile = Profile(runs=3, ops=(OpTime(name="dot", launches=1, total_ns=9, own_ns=9),))
    looked_into = replace(PASSED, segments=(replace(PASSED.segments[0], profile=profile),))
    return [BROKEN, COMPARED, load(REPORTS / "sharded.json"), looked_into]


@pytest.mark.parametrize("poison", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_stays_text(show, poison):
    listened = "<script>window.ran = () => { throw new Error('ran') }</script>"
    page = show(
        listened + "".join(render_html(poisoned(report, poison), embed=True, opened=True) for report in reports())
    )
    page.locator(".explorer").nth(3).wait_for()
    for host in range(4):
        output = page.locator(".jaxlab-report").nth(host)
        output.locator(f"{CELL}.row").nth(1).hover()
        tab(output, "HLO")
        output.locator(f"{HLO}.row").first.click()
        tab(output, "Graph")
    tab(output, "Passes")
    output.locator(".step").last.click()
    output.locator(".side .row.changed").first.hover()
    assert page.locator("img, svg, template, .root script").count() == 0
    assert page.locator(".explorer").first.bounding_box()["width"] <= 1200


def test_every_text_of_a_report_is_poisoned():
    def texts(value: Any) -> list[str]:
        if isinstance(value, Span):
            return [value.function]
        if is_dataclass(value):
            return [
                text for field in fields(value) if field.name not in KEPT for text in texts(getattr(value, field.name))
            ]
        if isinstance(value, tuple | dict):
            return [text for item in (value.values() if isinstance(value, dict) else value) for text in texts(item)]
        return [value] if isinstance(value, str) and not isinstance(value, Enum) else []

    assert set(texts(poisoned(BROKEN, "poison"))) == {"poison"}
