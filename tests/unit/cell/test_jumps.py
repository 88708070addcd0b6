"""How control leaves a loop: what of its own code can end it before its elements are used up."""

import ast

import pytest

from jaxlab.cell.jumps import takes_every_turn


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("a += x", True),
        ("continue", True),
        ("break", False),
        ("if a:\n  break", False),
        ("with a:\n  break", False),
        ("try:\n  a\nexcept ValueError:\n  break", False),
        ("match a:\n  case 1:\n   break", False),
        ("for y in x:\n  break", True),
        ("while y:\n  break\nelse:\n  break", False),
        ("for y in x:\n  return a", False),
        ("a = yield x", False),
        ("def f():\n  return a", True),
        ("a = lambda: (yield)", True),
    ],
)
def test_a_loop_takes_every_turn_unless_its_own_code_ends_it(body, expected):
    text = "def function():\n for x in xs:\n" + "".join(f"  {line}\n" for line in body.splitlines())
    assert takes_every_turn(ast.parse(text).body[0].body[0]) is expected
