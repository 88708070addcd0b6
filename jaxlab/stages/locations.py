"""Locations of MLIR text: `loc("file":3:11 to 4:10)`, names, call sites and fusions, as call stacks.

The grammar is that of https://mlir.llvm.org/docs/Dialects/Builtin/#location-attributes.
"""

import re
from collections.abc import Iterable

from jaxlab.stages.frames import Frame

Frames = tuple[Frame, ...]
"""One call stack of any code, innermost frame first."""

_ALIAS = re.compile(r"#loc\d*")
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
_POSITION = re.compile(r":(\d+):(\d+)(?: to (\d*):(\d+))?")
_METADATA = re.compile(r"<(?:[^<>\"]|\"(?:[^\"\\]|\\.)*\")*>")
_ESCAPE = re.compile(rb"\\([0-9A-Fa-f]{2}|.)")


class Locations:
    """The `#locN = loc(...)` lines of a module, each read when first asked for."""

    def __init__(self, definitions: Iterable[str]) -> None:
        self._texts = dict(line.rstrip().split(" = loc", 1) for line in definitions)
        self._known: dict[str, tuple[Frames, ...]] = {}

    def read(self, text: str, start: int) -> tuple[tuple[Frames, ...], int]:
        """The call stacks of the location in parentheses at `start` of `text`, and the index after it."""
        stacks, end = self._location(text, start + 1)
        return stacks, end + 1

    def _location(self, text: str, at: int) -> tuple[tuple[Frames, ...], int]:
        if alias := _ALIAS.match(text, at):
            return self._named(alias[0]), alias.end()
        if text.startswith("callsite(", at):
            return self._call_site(text, at + len("callsite("))
        if text.startswith("fused", at):
            return self._fused(text, at + len("fused"))
        if string := _STRING.match(text, at):
            return self._file_or_name(text, string)
        return (), at + len("unknown")

    def _named(self, alias: str) -> tuple[Frames, ...]:
        if alias not in self._known:
            self._known[alias] = self.read(self._texts[alias], 0)[0] if alias in self._texts else ()
        return self._known[alias]

    def _call_site(self, text: str, at: int) -> tuple[tuple[Frames, ...], int]:
        callees, at = self._location(text, at)
        callers, at = self._location(text, at + len(" at "))
        return tuple(callee + caller for callee in callees or ((),) for caller in callers or ((),)), at + 1

    def _fused(self, text: str, at: int) -> tuple[tuple[Frames, ...], int]:
        if metadata := _METADATA.match(text, at):
            at = metadata.end()
        stacks: list[Frames] = []
        while text[at] in "[,":
            found, at = self._location(text, at + 1 + (text[at + 1] == " "))
            stacks += found
        return tuple(stacks), at + 1

    def _file_or_name(self, text: str, string: re.Match[str]) -> tuple[tuple[Frames, ...], int]:
        name, at = unescaped(string[1]), string.end()
        if position := _POSITION.match(text, at):
            line, column, end_line, end_column = (int(number or 0) for number in position.groups())
            return ((Frame(name, "", line, column, end_line, end_column),),), position.end()
        if not text.startswith("(", at):
            return (), at
        stacks, at = self._location(text, at + 1)
        return tuple(_in_function(name, frames) for frames in stacks), at + 1


def _in_function(name: str, frames: Frames) -> Frames:
    """A name right around a file is the function's; around anything else it is the operation's."""
    if len(frames) == 1 and not frames[0].function:
        return (frames[0]._replace(function=name),)
    return frames


def unescaped(text: str) -> str:
    """A string of MLIR text without its escapes: a backslash and two hexadecimal digits, or a character."""
    if "\\" not in text:
        return text
    plain = _ESCAPE.sub(
        lambda found: bytes.fromhex(found[1].decode()) if len(found[1]) == 2 else found[1], text.encode()
    )
    return plain.decode(errors="replace")
