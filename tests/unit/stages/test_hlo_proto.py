"""Stack frames out of a serialised module, written here byte by byte."""

from jaxlab.stages.frames import Frame
from jaxlab.stages.hlo_proto import module_frames


def varint(number: int) -> bytes:
    low, high = number & 0x7F, number >> 7
    return bytes([low | 0x80]) + varint(high) if high else bytes([low])


def field(number: int, value: int | bytes) -> bytes:
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def message(*fields: tuple[int, int | bytes]) -> bytes:
    return b"".join(field(number, value) for number, value in fields)


INDEX = message(
    (1, "zelle_ü.py".encode()),
    (2, b"act"),
    (3, message((1, 1), (2, 1), (3, 300), (4, 2), (5, 301), (6, 5))),
    (3, message((1, 1), (3, 7))),
    (4, message((1, 2))),
    (4, message((1, 1), (2, 1))),
)
FIXED = varint(9 << 3 | 1) + bytes(8) + varint(10 << 3 | 5) + bytes(4)
COMPUTATION = message(
    (1, b"main"),
    (2, message((1, b"tanh.1"), (2, b"tanh"), (3, b"shape"), (7, message((2, b"jit(f)/tanh"), (15, 2))), (35, 9))),
    (2, message((1, b"x.1"), (2, b"parameter"), (7, b""))),
    (2, message((1, b"y.1"), (2, b"parameter"))),
)
MODULE = message((1, b"jit_f"), (3, COMPUTATION), (5, 1)) + FIXED + message((17, INDEX))


def test_the_stack_of_an_instruction() -> None:
    module = module_frames(MODULE)

    assert list(module.stack(module.frame_of["tanh.1"])) == [
        Frame("zelle_ü.py", "act", 300, 2, 301, 5),
        Frame("zelle_ü.py", "", 7, 0, 0, 0),
    ]


def test_instructions_without_a_frame_have_no_stack() -> None:
    module = module_frames(MODULE)

    assert module.frame_of.get("x.1") == 0
    assert "y.1" not in module.frame_of
    assert list(module.stack(0)) == []


def test_a_module_without_frames() -> None:
    assert module_frames(message((1, b"jit_f"))).frames == {}
