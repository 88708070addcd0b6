"""Reports by the names that `-o NAME` gave them."""

from collections.abc import Mapping
from typing import Any

from IPython.core.error import UsageError

from jaxlab.model.report import Report


def two_reports(names: str, namespace: Mapping[str, Any]) -> tuple[Report, Report]:
    """The reports that two names stand for.

    Args:
      names: What stood after `%jaxlab diff`.
      namespace: The notebook's.

    Raises:
      UsageError: They are not two, or one is no report.
    """
    words = names.split()
    if len(words) != 2:
        raise UsageError("`%jaxlab diff` needs the names of two reports, as in `%jaxlab diff before after`.")
    return _report(words[0], namespace), _report(words[1], namespace)


def _report(name: str, namespace: Mapping[str, Any]) -> Report:
    value = namespace.get(name)
    if not isinstance(value, Report):
        kind = f"of type {type(value).__name__}" if name in namespace else "not defined"
        raise UsageError(f"`{name}` is {kind}, not a report. `%%jit -o {name}` stores one.")
    return value
