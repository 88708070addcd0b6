"""Writes `src/report.ts`, the TypeScript types of a report's JSON, from the Python model.

Run it after a change of the model: `python extension/generate_types.py`. A test compares its output with the file.
"""

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import EnumType
from pathlib import Path
from typing import Any, Union, get_args, get_origin, get_type_hints

from jaxlab.model.codec import TIMING_SUFFIX
from jaxlab.model.report import LineState, Report
from jaxlab.model.source import Span, Stack

TARGET = Path(__file__).parent / "src" / "report.ts"
HEADER = """\
// Written by generate_types.py from jaxlab/model; do not edit.

/** An index into `ReportDocument.spans`. */
export type SpanIndex = number;
/** An index into `ReportDocument.stacks`. */
export type StackIndex = number;
/** A number, or the name of one that JSON has not. */
export type Float = number | "nan" | "inf" | "-inf";
"""
DOCUMENT = """\
/** A report as JSON: its timings stand apart, and spans and stacks are held once. */
export interface ReportDocument {
  schema_version: number;
  spans: Span[];
  /** Innermost frame first. */
  stacks: SpanIndex[][];
  report: Report;
}
"""
SCALARS = {str: "string", bool: "boolean", int: "number", float: "Float"}


def generate() -> str:
    """The text of `src/report.ts`."""
    declared: dict[str, str] = {}
    _declare(LineState, declared)
    _declare(Span, declared)
    _declare(Report, declared)
    return "\n".join([HEADER, *declared.values(), DOCUMENT])


def _declare(kind: Any, declared: dict[str, str]) -> None:
    """Adds the declaration of `kind`, and of all it names, to `declared`."""
    if kind.__name__ in declared:
        return
    if isinstance(kind, EnumType):
        options = " | ".join(f'"{member.value}"' for member in kind)
        declared[kind.__name__] = f"export type {kind.__name__} = {options};\n"
        return
    declared[kind.__name__] = ""
    hints = get_type_hints(kind)
    members = [
        f"  {field.name}: {_type(hints[field.name], declared)};"
        for field in fields(kind)
        if not field.name.endswith(TIMING_SUFFIX) and field.name != "schema_version"
    ]
    summary = (kind.__doc__ or "").split("\n")[0]
    declared[kind.__name__] = "\n".join([f"/** {summary} */", f"export interface {kind.__name__} {{", *members, "}\n"])


def _type(hint: Any, declared: dict[str, str]) -> str:
    if get_origin(hint) in (Union, types.UnionType):
        return " | ".join("null" if option is type(None) else _type(option, declared) for option in get_args(hint))
    if hint is Span:
        return "SpanIndex"
    if hint == Stack:
        return "StackIndex"
    if get_origin(hint) is tuple:
        return f"{_type(get_args(hint)[0], declared)}[]"
    if get_origin(hint) in (Mapping, dict):
        return f"Record<string, {_type(get_args(hint)[1], declared)}>"
    if is_dataclass(hint) or isinstance(hint, EnumType):
        _declare(hint, declared)
        return hint.__name__
    return SCALARS[hint]


if __name__ == "__main__":
    TARGET.write_text(generate(), encoding="utf-8")
