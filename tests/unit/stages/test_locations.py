"""MLIR's locations, in every form of the grammar."""

import pytest

from jaxlab.stages.frames import Frame
from jaxlab.stages.locations import Locations, unescaped

DEFINITIONS = [
    "#loc = loc(unknown)",
    '#loc1 = loc("a.py":3:11 to 4:10)',
    '#loc2 = loc("b.py":2:8 to :18)',
    '#loc3 = loc("act"(#loc1))',
    '#loc4 = loc("<module>"(#loc2))',
    "#loc5 = loc(callsite(#loc3 at #loc4))",
    '#loc6 = loc("jit(f)/tanh"(#loc5))',
    '#loc7 = loc(fused<"x > y">[#loc3, #loc4])',
    '#loc8 = loc(callsite(#loc7 at "main"("c.py":1:0)))',
]
ACT = Frame("a.py", "act", 3, 11, 4, 10)
MODULE = Frame("b.py", "<module>", 2, 8, 0, 18)
MAIN = Frame("c.py", "main", 1, 0, 0, 0)


@pytest.mark.parametrize(
    ("text", "stacks"),
    [
        ("(#loc)", ()),
        ("(unknown)", ()),
        ("(#loc99)", ()),
        ('("x")', ()),
        ("(\"params['w(\\22)']\")", ()),
        ("(#loc1)", ((Frame("a.py", "", 3, 11, 4, 10),),)),
        ("(#loc3)", ((ACT,),)),
        ("(#loc6)", ((ACT, MODULE),)),
        ("(#loc7)", ((ACT,), (MODULE,))),
        ("(#loc8)", ((ACT, MAIN), (MODULE, MAIN))),
        ('(callsite("act"("a.py":3:11 to 4:10) at #loc4))', ((ACT, MODULE),)),
    ],
)
def test_a_location_gives_its_call_stacks(text: str, stacks: tuple) -> None:
    found, end = Locations(DEFINITIONS).read(f"add{text} rest", len("add"))

    assert found == stacks
    assert end == len(f"add{text}")


@pytest.mark.parametrize(
    ("escaped", "plain"),
    [("a.py", "a.py"), (r"C:\\new\\a.py", r"C:\new\a.py"), (r"\22x\22", '"x"'), (r"gr\C3\B6", "grö")],
)
def test_escapes_of_mlir_strings(escaped: str, plain: str) -> None:
    assert unescaped(escaped) == plain
