"""axe-core over the page: no serious fault, in both themes, in every state that a person brings it into."""

import pytest

from jaxlab.views.saving import load
from tests.browser.pages import CELL, NEEDS_BUNDLE, REPORTS, tab

pytestmark = [pytest.mark.browser, NEEDS_BUNDLE]

SERIOUS = ("serious", "critical")


def faults(page) -> list[str]:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found = axe.run(page).response["violations"]
    return [
        f"{fault['id']}: {node['html'][:120]} {node['failureSummary']}"
        for fault in found
        if fault["impact"] in SERIOUS
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize("name", ["attention", "sharded"])
def test_no_serious_fault(saved, theme, name):
    page = saved(load(REPORTS / f"{name}.json"), color_scheme=theme)
    assert faults(page) == []
    page.get_by_label("Heat").select_option("bytes")
    page.locator(f"{CELL}.row").nth(2).click()
    page.locator("summary", has_text="view").click()
    assert faults(page) == []
    tab(page, "Graph")
    assert faults(page) == []
