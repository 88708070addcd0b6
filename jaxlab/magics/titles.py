"""What a person calls the cells that a report points into: `In [3]`, where the code has a file name only."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from IPython.core.interactiveshell import InteractiveShell

from jaxlab.model.report import Report
from jaxlab.model.source import SourceText


def with_cell_titles(report: Report, shell: InteractiveShell) -> Report:
    """The report with those of its helpers that are cells of `shell` called by their numbers.

    A cell that ran twice has the number of its last run, as in IPython's tracebacks.
    """
    history = shell.history_manager
    if history is None:
        return report
    inputs = history.input_hist_raw, history.input_hist_parsed
    return replace(report, helpers=tuple(_titled(helper, *inputs) for helper in report.helpers))


def _titled(helper: SourceText, typed: Sequence[str], parsed: Sequence[str]) -> SourceText:
    # By text: how a cell's file is named, and whether the name tells its number, differs between kernels and versions.
    text = helper.text.strip("\n")
    for number, inputs in reversed(list(enumerate(zip_longest(typed, parsed, fillvalue="")))):
        if number and text in (entry.strip("\n") for entry in inputs):
            return replace(helper, title=f"In [{number}]")
    return helper
