"""The text form of HLO: which lines are instructions, and what each is made of."""

import re
from collections.abc import Iterator
from typing import NamedTuple

_TABLES = ("FileNames", "FunctionNames", "FileLocations", "StackFrames")
_INSTRUCTION = re.compile(r"\s+(?:ROOT )?%?([\w.\-]+) = (?:\(.*?\)|\S+) ([a-z][\w\-]*)\(")
_COMPUTATION = re.compile(r"(?:ENTRY )?%?([\w.\-]+) \(.*\{$")
_METADATA = re.compile(r', metadata=(\{(?:[^"}]|"(?:[^"\\]|\\.)*")*\})')
_CALLED = re.compile(
    r"\b(?:calls|to_apply|condition|body|true_computation|false_computation|branch_computations|called_computations)="
    r"(\{[^}]*\}|%?[\w.\-]+)"
)
_NAME = re.compile(r"%([\w.\-]+)")
_PLUMBING = frozenset({"parameter", "constant", "tuple", "get-tuple-element", "bitcast", "after-all"})


class Instruction(NamedTuple):
    """What a line says: one instruction, or the start of a computation, or neither.

    Attributes:
      name: The instruction's or the computation's, unique in the module; empty for all other lines.
      opcode: Such as "fusion"; empty if the line is no instruction.
      text: The line without its metadata.
      metadata: The metadata with its braces; empty if there is none.
    """

    name: str
    opcode: str
    text: str
    metadata: str = ""

    @property
    def is_operation(self) -> bool:
        """Whether it computes something, as against parameters, constants and what takes tuples apart."""
        return bool(self.opcode) and self.opcode not in _PLUMBING

    @property
    def called(self) -> tuple[str, ...]:
        """Names of the computations that it calls."""
        return tuple(name.strip("%{} ") for names in _CALLED.findall(self.text) for name in names.split(","))

    @property
    def operands(self) -> list[str]:
        """Names of the instructions that it uses, its own and those of called computations among them."""
        return _NAME.findall(self.text)


def has_frame_tables(text: str) -> bool:
    """Whether the module's text holds whole call stacks in tables, as that of newer versions of XLA does."""
    return "\nStackFrames\n" in text


def program_lines(text: str) -> list[str]:
    """The module's lines without the tables of stack frames."""
    lines = text.rstrip("\n").split("\n")
    if not has_frame_tables(text):
        return lines
    start = lines.index(_TABLES[0])
    end = lines.index("", lines.index(_TABLES[-1]))
    while end < len(lines) and not lines[end]:
        end += 1
    return lines[:start] + lines[end:]


def table(text: str, name: str) -> Iterator[tuple[int, str]]:
    """The entries of one of the tables of stack frames: number and content."""
    start = text.find(f"\n{name}\n")
    if start < 0:
        return
    for line in text[start + len(name) + 2 : text.index("\n\n", start + 1)].split("\n"):
        number, _, content = line.partition(" ")
        yield int(number), content


def instruction(line: str) -> Instruction:
    """What a line of the program says."""
    found = _INSTRUCTION.match(line)
    if not found:
        opened = _COMPUTATION.match(line)
        return Instruction(opened[1] if opened else "", "", line)
    metadata = _METADATA.search(line)
    if not metadata:
        return Instruction(found[1], found[2], line)
    return Instruction(found[1], found[2], line[: metadata.start()] + line[metadata.end() :], metadata[1])
