"""Call stacks out of a serialised `HloModuleProto`, without a protobuf library.

The fields are those of https://github.com/openxla/xla/blob/main/xla/service/hlo.proto and xla_data.proto.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from jaxlab.stages.frames import Frame

_VARINT = 0
_FIXED_SIZES = {1: 8, 5: 4}
_PROTO_MODULE = 1
_MODULE_COMPUTATIONS, _MODULE_FRAME_INDEX = 3, 17
_COMPUTATION_INSTRUCTIONS = 2
_INSTRUCTION_NAME, _INSTRUCTION_METADATA = 1, 7
_METADATA_FRAME_ID = 15
_INDEX_FILES, _INDEX_FUNCTIONS, _INDEX_LOCATIONS, _INDEX_FRAMES = 1, 2, 3, 4
_FRAME_LOCATION, _FRAME_PARENT = 1, 2


@dataclass(frozen=True, slots=True, kw_only=True)
class ModuleFrames:
    """The stack frames of a module.

    Attributes:
      frames: By number, from 1.
      parents: Number of the frame that called it, by number; 0 for none.
      frame_of: Number of an instruction's innermost frame, by the instruction's name.
    """

    frames: Mapping[int, Frame]
    parents: Mapping[int, int]
    frame_of: Mapping[str, int] = field(default_factory=dict)

    def stack(self, number: int) -> Iterator[Frame]:
        """The frames from the given one outwards."""
        while number in self.frames:
            yield self.frames[number]
            number = self.parents[number]


def module_frames(proto: bytes) -> ModuleFrames:
    """Reads the stack frames, and each instruction's, of a serialised `HloModuleProto`."""
    index: list[tuple[int, Any]] = []
    frame_of: dict[str, int] = {}
    for number, value in _fields(proto):
        if number == _MODULE_FRAME_INDEX:
            index = list(_fields(value))
        elif number == _MODULE_COMPUTATIONS:
            frame_of.update(_instruction_frames(value))
    locations = _locations(index)
    frames = [dict(_fields(value)) for number, value in index if number == _INDEX_FRAMES]
    return ModuleFrames(
        frames={i: locations[entry[_FRAME_LOCATION] - 1] for i, entry in enumerate(frames, 1)},
        parents={i: entry.get(_FRAME_PARENT, 0) for i, entry in enumerate(frames, 1)},
        frame_of=frame_of,
    )


def module_in(proto: bytes) -> bytes | None:
    """The serialised `HloModuleProto` in an `HloProto`, as XLA dumps it; None if it holds none."""
    return next((value for number, value in _fields(proto) if number == _PROTO_MODULE), None)


def _locations(index: list[tuple[int, Any]]) -> list[Frame]:
    files = ["", *(value.decode() for number, value in index if number == _INDEX_FILES)]
    functions = ["", *(value.decode() for number, value in index if number == _INDEX_FUNCTIONS)]
    entries = [dict(_fields(value)) for number, value in index if number == _INDEX_LOCATIONS]
    return [
        Frame(
            file=files[entry.get(1, 0)],
            function=functions[entry.get(2, 0)],
            line=entry.get(3, 0),
            column=entry.get(4, 0),
            end_line=entry.get(5, 0),
            end_column=entry.get(6, 0),
        )
        for entry in entries
    ]


def _instruction_frames(computation: bytes) -> Iterator[tuple[str, int]]:
    for number, instruction in _fields(computation):
        if number == _COMPUTATION_INSTRUCTIONS:
            name = ""
            for key, value in _fields(instruction):
                if key == _INSTRUCTION_NAME:
                    name = value.decode()
                elif key == _INSTRUCTION_METADATA:
                    yield name, next((entry for key, entry in _fields(value) if key == _METADATA_FRAME_ID), 0)
                if key >= _INSTRUCTION_METADATA:
                    break  # fields are written in the order of their numbers, and most come after


def _fields(message: bytes) -> Iterator[tuple[int, Any]]:
    """Number and value of each field, an int or bytes: https://protobuf.dev/programming-guides/encoding/."""
    at, end = 0, len(message)
    while at < end:
        key, at = _varint(message, at)
        kind = key & 7
        if kind == _VARINT:
            number, at = _varint(message, at)
            yield key >> 3, number
            continue
        size = _FIXED_SIZES.get(kind)
        if size is None:
            size, at = _varint(message, at)
        yield key >> 3, message[at : at + size]
        at += size


def _varint(message: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = message[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at
