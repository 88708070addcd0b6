"""Showing a report, and the time that passes while XLA compiles."""

import sys
from typing import Any
from uuid import uuid4

from IPython.core.interactiveshell import InteractiveShell

from jaxlab.model.comparison import Comparison
from jaxlab.model.measuring import Progress
from jaxlab.model.report import Report
from jaxlab.views.bundle import bundle
from jaxlab.views.figures.bundle import chart_bundle
from jaxlab.views.progress import progress_html, progress_text


class Summary:
    """The place above a cell's value: first the time that passes, then the summary of the report in its stead."""

    def __init__(self, shell: InteractiveShell) -> None:
        self._shell = shell
        self._in_notebook = getattr(shell, "kernel", None) is not None
        self._display_id = ""
        self._width = 0
        self._text = ""

    def elapsed(self, elapsed_s: float) -> None:
        """Shows how long XLA has been compiling, in seconds; can be called as often as one likes."""
        text = f"Compiling: {elapsed_s:.0f} s"
        self._show_line(text, f"<i>{text}</i>")

    def progress(self, progress: Progress) -> None:
        """Shows how far a comparison is, with a bar."""
        self._show_line(progress_text(progress), progress_html(progress))

    def _show_line(self, text: str, html: str) -> None:
        if text == self._text:
            return
        self._text = text
        if self._in_notebook:
            self._publish({"text/plain": text, "text/html": html})
        else:
            print(f"\r{text:<{self._width}}", end="", file=sys.stderr, flush=True)
            self._width = max(self._width, len(text))

    def show_report(self, report: Report, embed: bool) -> None:
        """Shows the report's one line in place of the elapsed line.

        Args:
          report: What to show. Under `%%explore` it shows opened: looking at it is the point.
          embed: Whether the output carries the explorer's data.
        """
        self._wipe_terminal()
        data = bundle(report, embed=embed, opened=report.magic == "explore")
        if self._display_id:
            self._publish(data)
            self._display_id = ""
        else:
            self._shell.display_pub.publish(data=data, metadata={})

    def show_charts(self, comparison: Comparison) -> None:
        """Shows the charts of a comparison, if anything was timed."""
        if data := chart_bundle(comparison):
            self._shell.display_pub.publish(data=data, metadata={})

    def clear(self) -> None:
        """Takes the elapsed line away, if there is one."""
        self._wipe_terminal()
        if self._display_id:
            self._publish({"text/plain": "", "text/html": ""})
            self._display_id = ""

    def _publish(self, data: dict[str, str]) -> None:
        update = bool(self._display_id)
        self._display_id = self._display_id or f"jaxlab-{uuid4().hex}"
        transient = {"display_id": self._display_id}
        self._shell.display_pub.publish(data=data, metadata={}, transient=transient, update=update)

    def _wipe_terminal(self) -> None:
        self._text = ""
        if self._width:
            print(f"\r{'':<{self._width}}\r", end="", file=sys.stderr, flush=True)
            self._width = 0


class Place:
    """A display that can change later, also from a widget's click."""

    def __init__(self, shell: InteractiveShell) -> None:
        self._shell = shell
        self._id = f"jaxlab-{uuid4().hex}"
        self._is_shown = False

    def show(self, data: dict[str, Any]) -> None:
        """Shows `data`, in the place where it showed before."""
        transient = {"display_id": self._id}
        self._shell.display_pub.publish(data=data, metadata={}, transient=transient, update=self._is_shown)
        self._is_shown = True
