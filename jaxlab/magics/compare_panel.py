"""`%%compare --live`: choose backends, sizes and time, run again; the results above the panel change in their place."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import ipywidgets

from jaxlab.magics import values
from jaxlab.magics.clicks import act_once
from jaxlab.model.comparison import Comparison
from jaxlab.model.measuring import Measuring, Progress
from jaxlab.views.comparison import compared
from jaxlab.views.markup import element
from jaxlab.views.progress import progress_text

BASELINE = "numpy"
BUDGETS = {"1 s": 1.0, "5 s": 5.0, "20 s": 20.0, "1 min": 60.0}
NO_SIZES = "`{}` is not a range or a list of sizes. Write `n=1e2:1e6`, or `n=64,128,256`."

Again = Callable[[Measuring, Callable[[Progress], None]], Comparison | None]


class ComparePanel:
    """Controls, a bar while it runs, and what came of it in a sentence.

    Args:
      measuring: How the cell was compared at first.
      backends: Names of the backends to choose from; plain NumPy is always among them.
      again: Compares the cell anew and shows the results; gives None where the cell could not be compared.
    """

    def __init__(self, measuring: Measuring, backends: Sequence[str], again: Again) -> None:
        self._measuring = measuring
        self._again = again
        others = dict.fromkeys([*measuring.backends, *backends])
        self._boxes = {name: _box(name, name in measuring.backends) for name in others if name != BASELINE}
        self._sizes = ipywidgets.Text(value=_written(measuring), placeholder="sizes, as n=1e2:1e6", layout=_wide(190))
        self._budget = ipywidgets.Dropdown(options=list(BUDGETS.items()), value=_budget(measuring), layout=_wide(80))
        self._button = ipywidgets.Button(description="Compare", button_style="primary", layout=_wide(90))
        self._bar = ipywidgets.FloatProgress(min=0.0, max=1.0, value=0.0, layout=_wide(220))
        self._said = ipywidgets.HTML()
        act_once(self._button, self.compare)
        chosen = ipywidgets.HBox([*self._boxes.values()], layout=ipywidgets.Layout(flex_flow="row wrap"))
        run = ipywidgets.HBox([self._sizes, self._budget, self._button, self._bar])
        self.widget = ipywidgets.VBox([chosen, run, self._said])

    @property
    def chosen(self) -> Measuring:
        """What the controls ask for.

        Raises:
          ValueError: The sizes can't be read.
        """
        text = self._sizes.value.replace(" ", "")
        sizes = values.sizes(text) if text else None
        if text and sizes is None:
            raise ValueError(NO_SIZES.format(text))
        names = (BASELINE, *(name for name, box in self._boxes.items() if box.value))
        return replace(self._measuring, backends=names, sizes=sizes, budget_s=self._budget.value)

    def compare(self) -> None:
        """Compares as chosen; an error is said in the panel, and the last results stay."""
        try:
            comparison = self._again(self.chosen, self._tell)
        except Exception as problem:
            self._say(str(problem) if isinstance(problem, ValueError) else f"{type(problem).__name__}: {problem}")
            return
        self._bar.value = 1.0
        self._say(compared(comparison) if comparison is not None else "The cell could not be compared: see above.")

    def _tell(self, progress: Progress) -> None:
        self._bar.value = progress.share or 0.0
        self._say(progress_text(progress).partition("[")[0])

    def _say(self, text: str) -> None:
        self._said.value = str(element("span", text))


def _box(name: str, is_on: bool) -> ipywidgets.Checkbox:
    return ipywidgets.Checkbox(description=name, value=is_on, indent=False, layout=_wide(110))


def _wide(pixels: int) -> ipywidgets.Layout:
    return ipywidgets.Layout(width=f"{pixels}px")


def _written(measuring: Measuring) -> str:
    sizes = measuring.sizes
    return f"{sizes.name}={','.join(map(str, sizes.values))}" if sizes else ""


def _budget(measuring: Measuring) -> float:
    """The choice nearest to the budget that was given."""
    return min(BUDGETS.values(), key=lambda choice: abs(choice - measuring.limit_s))
