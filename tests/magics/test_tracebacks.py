"""What a person sees when a cell fails: their own lines, and nothing of ours."""

import builtins
import re
import sys

import pytest

INTERNALS = re.compile(r"jaxlab/|jaxlab\\|interactiveshell|run_cell_magic|decorator|/jax/|pipeline")


def failing_line(text: str) -> str:
    """The last line that the traceback points at."""
    return re.findall(r"-+> (\d+ .*)", text)[-1]


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("%%jit\nx = 1\n1 / 0", "3 1 / 0"),
        ("%%jit  # slow\n\n# why\n1 / 0", "4 1 / 0"),
        ("\n\n%%jit\n1 / 0", "4 1 / 0"),
        ("%%time\n%%jit\nx = 1\n1 / 0", "4 1 / 0"),
        ("%%jit\nfor x in range(3):\n    1 / 0", "3     1 / 0"),
        ("%jit -q 1 / 0", "1 %jit -q 1 / 0"),
    ],
)
def test_a_traceback_shows_the_users_lines_only(cell, source, line):
    shown = cell(source)
    assert "ZeroDivisionError: division by zero" in shown.text
    assert failing_line(shown.text) == line
    assert not INTERNALS.search(shown.text)


def test_a_helper_of_another_cell_shows_below_the_line_that_calls_it(cell):
    cell("def half(x):\n    return x / 0")
    shown = cell("%%jit\ny = 1\nhalf(y)")
    assert re.findall(r"-+> (\d+ .*)", shown.text) == ["3 half(y)", "2     return x / 0"]
    assert not INTERNALS.search(shown.text)


def test_the_line_of_a_cell_that_holds_a_line_magic_stays(cell):
    shown = cell("x = 1\ny = %jit x / 0")
    assert re.findall(r"-+> (\d+ .*)", shown.text)[-1] == "1 %jit x / 0"
    assert re.findall(r"-+> (\d+)", shown.text) == ["2", "1"]
    assert "jaxlab/" not in shown.text


@pytest.mark.parametrize("error", ["KeyboardInterrupt", "IndexError('no')", "AssertionError"])
def test_exceptions_and_interrupts_propagate(cell, error):
    shown = cell(f"%%jit\nraise {error}")
    assert type(shown.error) is getattr(builtins, re.match(r"\w+", error)[0])
    assert failing_line(shown.text) == f"2 raise {error}"
    assert not INTERNALS.search(shown.text)


@pytest.mark.filterwarnings("ignore:To exit")
def test_system_exit_propagates(cell):
    shown = cell("%%jit\nraise SystemExit(3)")
    assert isinstance(shown.error, SystemExit)
    assert "SystemExit: 3" in shown.text
    assert not INTERNALS.search(shown.text.replace("interactiveshell", ""))


def test_a_syntax_error_shows_its_line_alone(cell):
    shown = cell("%%jit\nx = 1\ny = = 2")
    assert isinstance(shown.error, SyntaxError)
    assert shown.error.lineno == 3
    assert "y = = 2" in shown.text
    assert "Traceback" not in shown.text
    assert not INTERNALS.search(shown.text)


def test_percent_tb_shows_the_same_again(cell):
    first = cell("%%jit\n1 / 0")
    assert failing_line(cell("%tb").text) == failing_line(first.text)


def test_an_error_of_our_own_shows_as_its_text_alone(cell):
    shown = cell("%%jit --device tpu:9\n1")
    assert re.match(r"JL\d\d\d  ", shown.text)
    assert "Traceback" not in shown.text
    assert "tpu:9" in shown.text


def test_wrong_options_are_a_usage_error(cell):
    assert cell("%%jit --nope\n1").text.startswith("UsageError: `%%jit` has no option `--nope`.\n")


def test_a_line_magic_points_into_its_line(cell):
    shown = cell("%jit --strict print(input)")
    assert shown.text.startswith("JL201  Line 1 can't be compiled: ")
    assert "\n   1 | %jit --strict print(input)\n     |               ^^^^^^^^^^^^\n" in shown.text


def test_a_syntax_error_of_a_line_magic_shows_the_code(cell):
    shown = cell("%jit 1 +* 2")
    assert (type(shown.error), shown.error.lineno) == (SyntaxError, 1)
    assert "1 +* 2" in shown.text
    assert not INTERNALS.search(shown.text)


def test_the_debugger_finds_the_users_frame(cell):
    cell("%%jit\nx = 1\n1 / 0")
    traceback = sys.last_traceback
    while traceback.tb_next is not None:
        traceback = traceback.tb_next
    assert traceback.tb_lineno == 3


def test_errors_of_plain_cells_are_left_alone(cell):
    assert failing_line(cell("x = 1\n1 / 0").text) == "2 1 / 0"


@pytest.mark.parametrize(
    ("typed", "remedy"),
    [
        ("grad(f)(2.0)", "Type `from jax import grad` first, or `%grad` for the magic."),
        ("jit(f)", "Type `from jax import jit` first, or `%jit` for the magic."),
        ("compare(f)", "Type `from jaxlab import compare` first, or `%compare` for the magic."),
        ("devices()", "Type `from jax import devices` first, or `%devices` for the magic."),
        ("jaxlab", "Type `import jaxlab` first, or `%jaxlab` for the magic."),
    ],
)
def test_automagic_takes_no_line_of_python(cell, typed, remedy):
    shown = cell(typed)
    name = re.match(r"\w+", typed)[0]
    assert type(shown.error) is NameError
    assert str(shown.error) == f"name '{name}' is not defined. {remedy}"
    assert shown.error.name == name
    assert "get_ipython" not in shown.text
