"""Where things are on a report's page."""

from pathlib import Path

import pytest

from jaxlab.views.html import BUNDLE

REPORTS = Path(__file__).parents[1] / "reports"
JAXPR, STABLEHLO, HLO = (f".frame[data-kind={kind}] " for kind in ("jaxpr", "stablehlo", "hlo"))
CELL = ".list.python "
NEEDS_BUNDLE = pytest.mark.skipif(
    not BUNDLE.exists(), reason="the front end is not built: run `npm ci` and `npm run build` in extension/"
)


def lit(page, scope: str) -> list[str]:
    """Code of the lines that are lit in a list."""
    return [text.strip() for text in page.locator(f"{scope}.row.linked code").all_inner_texts()]


def tab(page, name: str) -> None:
    """Chooses a tab by its name; the counts beside it are no part of that."""
    page.get_by_role("tab", name=name, exact=True).click()


def scrolling(scroller: str, *, frames: int, step_px: int) -> str:
    """A script that scrolls from the top on; gives the milliseconds within which 95 of 100 frames are drawn."""
    return f"""async () => {{
      const scroller = {scroller}, taken = [];
      scroller.scrollTop = 0;
      for (let i = 0, last = performance.now(); i < {frames}; i++) {{
        scroller.scrollTop += {step_px};
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        taken.push(now - last);
        last = now;
      }}
      return taken.sort((a, b) => a - b)[{frames * 95 // 100 - 1}];
    }}"""
