"""Reports to JSON and back, driven by the dataclasses' own type hints: a new field needs no code here.

The document has four parts. `spans` and `stacks` hold every span and every call stack once, as they repeat thousands
of times; everywhere else they are indices into these two. `report` is the rest. `timings` holds each field whose name
ends in `_s`, by its path in `report`: they differ from run to run, and apart from them two runs give the same text.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from jaxlab.model.diagnostic import Diagnostic
from jaxlab.model.errors import ReportFormatError
from jaxlab.model.report import SCHEMA_VERSION, Report
from jaxlab.model.source import Span, Stack

TIMING_SUFFIX = "_s"
NON_FINITE = {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}
"""JSON has no such numbers, so they travel under Python's names for them."""


def to_json(report: Report) -> str:
    """The report as JSON text; the same report always gives the same text."""
    return json.dumps(to_document(report), ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def from_json(text: str) -> Report:
    """Reads what `to_json` wrote.

    Raises:
      ReportFormatError: The text is not JSON, not a report, or of a schema that this version does not know. It is a
        ValueError.
    """
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise _problem("the text", f"is not JSON: {error}") from error
    return from_document(document)


def to_document(report: Report) -> dict[str, Any]:
    """The report as JSON-ready dicts and lists: `schema_version`, `spans`, `stacks`, `report`, `timings`."""
    encoder = _Encoder()
    body = encoder.encode(report, Report)
    body.pop("schema_version")
    return {
        "schema_version": report.schema_version,
        "spans": encoder.spans(),
        "stacks": [list(stack) for stack in encoder.stack_indices],
        "report": body,
        "timings": timings(report),
    }


def timings(report: Report) -> dict[str, Any]:
    """The document's `timings` alone; listings are not walked for it."""
    found: dict[str, Any] = {}
    _collect_timings(report, Report, "", found)
    return found


def from_document(document: Any) -> Report:
    """Reads what `to_document` gave.

    Raises:
      ReportFormatError: As `from_json`.
    """
    _check_envelope(document)
    return _Decoder(document).decode(document["report"], Report, "")


class _Encoder:
    """Fills the tables of spans and stacks while it walks a report, and leaves out its timings."""

    def __init__(self) -> None:
        self.span_indices: dict[Span, int] = {}
        self.stack_indices: dict[tuple[int, ...], int] = {}
        self._known_stacks: dict[int, int] = {}

    def spans(self) -> list[dict[str, Any]]:
        return [{name: getattr(span, name) for name in _hints(Span)} for span in self.span_indices]

    def encode(self, value: Any, hint: Any) -> Any:
        hint = _without_none(hint)
        if value is None:
            return None
        if hint is Span:
            return self.span_indices.setdefault(value, len(self.span_indices))
        if hint == Stack:
            return self._stack(value)
        if _is_record(hint):
            return self._fields(value, hint)
        if _is_tuple(hint):
            return [self.encode(item, get_args(hint)[0]) for item in value]
        if _is_mapping(hint):
            return {key: self.encode(item, get_args(hint)[1]) for key, item in value.items()}
        return _scalar_to_json(value)

    def _stack(self, stack: Stack) -> int:
        # By identity first: lines share their stacks, and the report keeps them alive while it is walked.
        known = self._known_stacks.get(id(stack))
        if known is None:
            indices = tuple(self.encode(span, Span) for span in stack)
            known = self._known_stacks[id(stack)] = self.stack_indices.setdefault(indices, len(self.stack_indices))
        return known

    def _fields(self, value: Any, kind: Any) -> dict[str, Any]:
        return {
            name: self.encode(getattr(value, name), hint)
            for name, hint in _hints(kind).items()
            if not name.endswith(TIMING_SUFFIX)
        }


def _collect_timings(value: Any, hint: Any, path: str, found: dict[str, Any]) -> None:
    hint = _without_none(hint)
    if value is None or not _holds_timings(hint):
        return
    if _is_record(hint):
        for name, inner in _hints(hint).items():
            here = f"{path}.{name}".lstrip(".")
            if name.endswith(TIMING_SUFFIX):
                found[here] = _Encoder().encode(getattr(value, name), inner)
            else:
                _collect_timings(getattr(value, name), inner, here, found)
    else:
        items = value.items() if _is_mapping(hint) else enumerate(value)
        for key, item in items:
            _collect_timings(item, get_args(hint)[-1 if _is_mapping(hint) else 0], f"{path}.{key}", found)


@cache
def _holds_timings(hint: Any) -> bool:
    """Whether values of this type have timings somewhere inside."""
    hint = _without_none(hint)
    if _is_record(hint):
        return any(name.endswith(TIMING_SUFFIX) or _holds_timings(inner) for name, inner in _hints(hint).items())
    return any(map(_holds_timings, get_args(hint)))


class _Decoder:
    """Builds a report from the parts of a document."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.version = document["schema_version"]
        self.timings = document["timings"]
        self.spans = [self._span(entry, f"spans.{i}") for i, entry in enumerate(document["spans"])]
        self.stacks = [
            tuple(_entry(self.spans, index, f"stacks.{i}") for index in _typed(stack, list, f"stacks.{i}"))
            for i, stack in enumerate(document["stacks"])
        ]

    def decode(self, value: Any, hint: Any, path: str) -> Any:
        if value is None and _allows_none(hint):
            return None
        hint = _without_none(hint)
        if hint is Span:
            return _entry(self.spans, value, path)
        if hint == Stack:
            return _entry(self.stacks, value, path)
        if _is_record(hint):
            return self._build(_typed(value, dict, path), hint, path)
        if _is_tuple(hint):
            items = _typed(value, list, path)
            return tuple(self.decode(item, get_args(hint)[0], f"{path}.{i}") for i, item in enumerate(items))
        if _is_mapping(hint):
            items = _typed(value, dict, path).items()
            return {key: self.decode(item, get_args(hint)[1], f"{path}.{key}") for key, item in items}
        return _scalar_from_json(value, hint, path)

    def _span(self, entry: Any, path: str) -> Span:
        return self._build(_typed(entry, dict, path), Span, path)

    def _build(self, entry: dict[str, Any], kind: Any, path: str) -> Any:
        if kind is Report:
            entry = {**entry, "schema_version": self.version}
        hints = _hints(kind)
        for name in entry:
            if name not in hints:
                raise _problem(f"{path}.{name}".lstrip("."), f"is no field of {kind.__name__}")
        given = {}
        for field in fields(kind):
            here = f"{path}.{field.name}".lstrip(".")
            source, key = (self.timings, here) if field.name.endswith(TIMING_SUFFIX) else (entry, field.name)
            if key in source:
                given[field.name] = self.decode(source[key], hints[field.name], here)
            elif _is_required(field):
                raise _problem(here, "is missing")
        return kind(**given)


def _check_envelope(document: Any) -> None:
    _typed(document, dict, "the document")
    version = document.get("schema_version")
    if version is None:
        raise _problem("schema_version", "is missing, so this is not a report")
    if version != SCHEMA_VERSION:
        raise _problem(
            "schema_version",
            f"is {version}, and this jaxlab reads {SCHEMA_VERSION}",
            "Read it with the jaxlab that wrote it, or run the cell again.",
        )
    for name, kind in {"spans": list, "stacks": list, "report": dict, "timings": dict}.items():
        _typed(document.get(name), kind, name)


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _is_union(hint: Any) -> bool:
    return get_origin(hint) in (Union, UnionType)


def _allows_none(hint: Any) -> bool:
    return _is_union(hint) and NoneType in get_args(hint)


def _without_none(hint: Any) -> Any:
    return next(option for option in get_args(hint) if option is not NoneType) if _is_union(hint) else hint


def _is_record(hint: Any) -> bool:
    return is_dataclass(hint)


def _is_tuple(hint: Any) -> bool:
    return get_origin(hint) is tuple


def _is_mapping(hint: Any) -> bool:
    return get_origin(hint) in (Mapping, dict)


def _is_required(field: Field) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def _scalar_to_json(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, float) and not math.isfinite(value):
        return repr(float(value))
    return value


def _scalar_from_json(value: Any, hint: type, path: str) -> Any:
    if hint is float:
        if isinstance(value, str) and value in NON_FINITE:
            return NON_FINITE[value]
        return value if type(value) is int else _typed(value, float, path)
    if issubclass(hint, Enum):
        try:
            return hint(value)
        except ValueError as error:
            raise _problem(path, f"is {value!r}, which is no {hint.__name__}") from error
    return _typed(value, hint, path)


def _typed(value: Any, kind: type, path: str) -> Any:
    if type(value) is not kind:
        raise _problem(path, f"should be {_JSON_NAMES[kind]}, and is {json.dumps(value)[:60]}")
    return value


def _entry(table: list, index: Any, path: str) -> Any:
    if not 0 <= _typed(index, int, path) < len(table):
        raise _problem(path, f"points at entry {index} of a table of {len(table)}")
    return table[index]


_JSON_NAMES = {
    dict: "an object",
    list: "a list",
    str: "a string",
    int: "an integer",
    float: "a number",
    bool: "true or false",
}
UNCHANGED = "Give the text that `Report.to_json` returned, unchanged."


def _problem(where: str, what: str, hint: str = UNCHANGED) -> ReportFormatError:
    message = f"This is not a report that can be read: {where} {what}."
    return ReportFormatError(Diagnostic(code="JL510", message=message, hint=hint))
