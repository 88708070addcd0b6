"""Where an HLO instruction comes from: frame tables, inline source lines, or the serialised module."""

import re
from collections.abc import Callable, Iterator, Mapping

from jaxlab.model.source import Stack
from jaxlab.stages._compat import CALL_MARK
from jaxlab.stages.frames import Frame, Stacks
from jaxlab.stages.hlo_proto import ModuleFrames, module_frames
from jaxlab.stages.hlo_text import Instruction, has_frame_tables, table

_OPERATION_NAME = re.compile(r'\bop_name="([^"]*)"')
_FRAME_ID = re.compile(r"\bstack_frame_id=(\d+)")
_FIELD = re.compile(r'(\w+)=("(?:[^"\\]|\\.)*"|\d+)')
_ESCAPE = re.compile(rb"\\([0-7]{1,3}|.)")
_CONTROL = {b"n": b"\n", b"t": b"\t", b"r": b"\r"}

Reader = Callable[[Instruction], tuple[str, Stack]]
"""What an instruction's metadata records: the mark of the call that it is in, and its stack. Either can be empty."""


def metadata_reader(text: str, proto: bytes | None, stacks: Stacks) -> Reader:
    """The reader for the form that a module's metadata has.

    Args:
      text: The module.
      proto: The serialised `HloModuleProto`; used where the text has no tables.
      stacks: Holds the stacks.
    """
    stack_of = _stack_reader(text, proto, stacks)

    def read(entry: Instruction) -> tuple[str, Stack]:
        name = _OPERATION_NAME.search(entry.metadata)
        mark = CALL_MARK.search(name[1]) if name else None
        return mark[0] if mark else "", stack_of(entry)

    return read


def _stack_reader(text: str, proto: bytes | None, stacks: Stacks) -> Callable[[Instruction], Stack]:
    if has_frame_tables(text):
        by_id = _StacksById(_frames_in_text(text), stacks)
        return lambda entry: by_id[int(found[1])] if (found := _FRAME_ID.search(entry.metadata)) else ()
    if proto is not None:
        module = module_frames(proto)
        by_id = _StacksById(module, stacks)
        return lambda entry: by_id[module.frame_of.get(entry.name, 0)]
    return lambda entry: stacks.of(_inline_frame(entry.metadata))


class _StacksById(dict[int, Stack]):
    """Call stacks by the number of their innermost frame, each put together when first asked for."""

    def __init__(self, module: ModuleFrames, stacks: Stacks) -> None:
        super().__init__()
        self._module = module
        self._stacks = stacks

    def __missing__(self, frame_id: int) -> Stack:
        self[frame_id] = self._stacks.of(self._module.stack(frame_id))
        return self[frame_id]


def _frames_in_text(text: str) -> ModuleFrames:
    files = {number: _unquoted(content) for number, content in table(text, "FileNames")}
    functions = {number: _unquoted(content) for number, content in table(text, "FunctionNames")}
    locations = {
        number: _location(_fields(content), files, functions) for number, content in table(text, "FileLocations")
    }
    frames = {number: _fields(content) for number, content in table(text, "StackFrames")}
    # XLA prints parents one too high: the first frame, which can have none, as its own parent.
    excess = int(frames[1].get("parent_frame_id", "0")) if 1 in frames else 0
    return ModuleFrames(
        frames={number: locations[int(fields["file_location_id"])] for number, fields in frames.items()},
        parents={number: int(fields.get("parent_frame_id", "0")) - excess for number, fields in frames.items()},
    )


def _location(fields: Mapping[str, str], files: Mapping[int, str], functions: Mapping[int, str]) -> Frame:
    return Frame(
        file=files[int(fields["file_name_id"])],
        function=functions.get(int(fields.get("function_name_id", "0")), ""),
        line=int(fields.get("line", "0")),
        column=int(fields.get("column", "0")),
        end_line=int(fields.get("end_line", "0")),
        end_column=int(fields.get("end_column", "0")),
    )


def _inline_frame(metadata: str) -> Iterator[Frame]:
    fields = _fields(metadata)
    if "source_file" in fields and "source_line" in fields:
        yield Frame(
            file=_unquoted(fields["source_file"]),
            function="",
            line=int(fields["source_line"]),
            column=int(fields.get("source_column", "0")),
            end_line=int(fields.get("source_end_line", "0")),
            end_column=int(fields.get("source_end_column", "0")),
        )


def _fields(text: str) -> dict[str, str]:
    return dict(_FIELD.findall(text))


def _unquoted(text: str) -> str:
    """A string of HLO text, which is escaped as in C, in UTF-8 bytes."""
    plain = text[1:-1]
    if "\\" not in plain:
        return plain
    return _ESCAPE.sub(_unescaped, plain.encode()).decode(errors="replace")


def _unescaped(found: re.Match[bytes]) -> bytes:
    code = found[1]
    return bytes([int(code, 8) & 0xFF]) if code.isdigit() else _CONTROL.get(code, code)
