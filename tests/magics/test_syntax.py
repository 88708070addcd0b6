"""IPython's own syntax in a cell under a magic, and what Python refuses before it runs anything."""

import os

import pytest

from jaxlab.model.errors import UsageProblem


def test_commands_and_magics_run_between_compiled_lines(cell, shell):
    body = "x = np.arange(3.0)\nr = x * 2\nfound = %pwd\n%precision 3\nr2 = x * r\nr2.sum()"

    shown = cell(f"%%jit -o report\n{body}")

    assert shown.value == 10.0
    assert shell.user_ns["found"] == os.getcwd()
    breaks = shell.user_ns["report"].breaks
    assert [entry.line for entry in breaks] == [4, 5]
    assert breaks[0].reason == "IPython runs a magic or a command of the shell"
    assert [segment.spans[0].line for segment in shell.user_ns["report"].segments] == [2, 6]


def test_commands_in_a_loop_run_at_every_turn(cell):
    shown = cell("%%jit\nfor i in range(2):\n    found = %pwd\n    print(i, found)")

    assert shown.text.startswith(f"0 {os.getcwd()}\n1 {os.getcwd()}\n")


def test_text_that_only_looks_like_a_command_is_left_alone(cell):
    shown = cell('%%jit\ntext = """\n!echo hi\n%pwd\nwhat?\n"""\ntext')

    assert shown.value == "\n!echo hi\n%pwd\nwhat?\n"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("return 5", "'return' outside function"),
        ("break", "'break' outside loop"),
        ("def f(x):\n    nonlocal q", "no binding for nonlocal 'q' found"),
    ],
)
def test_nothing_of_a_cell_runs_that_python_does_not_compile(cell, shell, line, message):
    shown = cell(f"%%jit\na = np.ones(3)\n{line}")

    assert isinstance(shown.error, SyntaxError)
    assert shown.error.msg == message
    assert shown.error.lineno >= 3
    assert "a" not in shell.user_ns


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("await f()", "await"),
        ("async with f() as g:\n    pass", "async"),
        ("async for t in f():\n    print(t)", "async"),
    ],
)
def test_waiting_at_the_top_level_is_refused_with_what_to_do(cell, shell, line, word):
    shown = cell(f"%%jit\na = np.ones(3)\n{line}")

    assert isinstance(shown.error, UsageProblem)
    first = line.splitlines()[0]
    assert str(shown.error).startswith(
        f"JL102  `{word}` at the top level of a cell can't run under a magic.\n\n   3 | {first}\n"
    )
    assert str(shown.error).endswith(
        f"IPython runs such code only in a cell without one. Move the `{word}` to a cell of its own."
    )
    assert "a" not in shell.user_ns


@pytest.mark.parametrize("above", ["x = 3", "# a comment", ""])
def test_a_magic_below_the_first_line_says_where_it_belongs(cell, above):
    shown = cell(f"{above}\n\ny = 1\n%%jit\nx + 1")
    assert type(shown.error) is UsageProblem
    assert str(shown.error).startswith("JL107  `%%jit` is not on the first line of its cell.")
