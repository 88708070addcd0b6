"""`%%explore --live`: change options, compile again, see what changed."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import ipywidgets

from jaxlab.magics import values
from jaxlab.magics.clicks import act_once
from jaxlab.magics.explorer_widget import ExplorerWidget
from jaxlab.model.errors import JaxlabError
from jaxlab.model.options import Options, XlaValue
from jaxlab.model.report import Report
from jaxlab.views.diff import diff_tables
from jaxlab.views.markup import element, joined
from jaxlab.views.summary import summary
from jaxlab.views.table_html import table_html

EXTRAS = ("passes", "code", "profile")
"""What a report can be asked to hold beside the program."""
DEFAULT = ""
"""The choice of no device; a dropdown shows nothing where the value is None."""

Compile = Callable[[Options], Report]


class ExplorePanel:
    """Controls, what changed since the last compile, and the explorer.

    Args:
      options: Those that the cell was compiled with at first.
      report: What came of it.
      compile_again: Compiles the cell with other options; what it raises is shown in the panel.
      devices: Names of the devices to choose from.
    """

    def __init__(self, options: Options, report: Report, compile_again: Compile, devices: Sequence[str]) -> None:
        self._options = options
        self._report = report
        self._compile = compile_again
        self._bits = ipywidgets.ToggleButtons(
            options=[("64 bits", False), ("32 bits", True)], value=options.x32, style={"button_width": "70px"}
        )
        self._device = ipywidgets.Dropdown(
            options=[("default device", DEFAULT), *((name, name) for name in devices)],
            value=options.device if options.device in devices else DEFAULT,
            layout=ipywidgets.Layout(width="150px"),
        )
        self._xla = ipywidgets.Text(
            value=_written(options.xla),
            placeholder="XLA's options: name=value, …",
            layout=ipywidgets.Layout(width="280px"),
        )
        self._extras = {name: _box(name, getattr(options, name)) for name in EXTRAS}
        self._button = ipywidgets.Button(description="Compile", button_style="primary")
        self._changes = ipywidgets.HTML()
        self._explorer = ExplorerWidget()
        self._explorer.show(report)
        act_once(self._button, self.compile)
        controls = ipywidgets.HBox(
            [self._bits, self._device, self._xla, *self._extras.values(), self._button],
            layout=ipywidgets.Layout(flex_flow="row wrap"),
        )
        self.widget = ipywidgets.VBox([controls, self._changes, self._explorer])

    @property
    def chosen(self) -> Options:
        """The options as the controls stand.

        Raises:
          ValueError: What stands for XLA's options is none.
        """
        return replace(
            self._options,
            x32=self._bits.value,
            device=self._device.value or None,
            xla=_read(self._xla.value),
            **{name: box.value for name, box in self._extras.items()},
        )

    def compile(self) -> None:
        """Compiles with the chosen options and shows what changed; an error leaves the last report as it is."""
        try:
            options = self.chosen
            report = self._compile(options)
        except Exception as problem:
            self._changes.value = str(element("p", _told(problem)))
            return
        self._changes.value = _changes(self._report, report, (_name(self._options), _name(options)))
        self._explorer.show(report)
        self._report, self._options = report, options


def _changes(before: Report, after: Report, names: tuple[str, str]) -> str:
    line = " · ".join(part.text for part in summary(after)[1:])
    tables = map(table_html, diff_tables(before, after, names))
    return joined(element("p", line), element("div", *tables, style="display:flex;flex-wrap:wrap;gap:0 40px"))


def _name(options: Options) -> str:
    flags = f", {_written(options.xla)}" if options.xla else ""
    return f"{'32' if options.x32 else '64'} bits, {options.device or 'default device'}{flags}"


def _box(name: str, is_on: bool) -> ipywidgets.Checkbox:
    return ipywidgets.Checkbox(description=name, value=is_on, indent=False, layout=ipywidgets.Layout(width="80px"))


def _written(flags: tuple[tuple[str, XlaValue], ...]) -> str:
    return ", ".join(f"{name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in flags)


def _read(text: str) -> tuple[tuple[str, XlaValue], ...]:
    words = [word.strip() for word in text.split(",") if word.strip()]
    found = [(word, values.flag(word)) for word in words]
    wrong = next((word for word, flag in found if flag is None), None)
    if wrong is not None:
        raise ValueError(f"`{wrong}` is not a name and a value. Write `xla_backend_optimization_level=0`.")
    return tuple(flag for _, flag in found if flag is not None)


def _told(problem: Exception) -> str:
    own = isinstance(problem, JaxlabError | ValueError)
    return str(problem) if own else f"{type(problem).__name__}: {problem}"
