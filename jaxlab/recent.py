"""The report of the last run, for whoever asks after it."""

from jaxlab.model.report import Report

_last: list[Report] = []


def remember(report: Report) -> Report:
    """Makes `report` the last one, and gives it back."""
    _last[:] = [report]
    return report


def last_report() -> Report | None:
    """The report of the last run in this process; None before the first."""
    return _last[-1] if _last else None
