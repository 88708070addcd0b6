"""The line of a magic, parsed."""

import pytest
from IPython.core.error import UsageError

from jaxlab.magics.arguments import parse_cell, parse_line
from jaxlab.magics.commands import GRAD, JIT

JIT_OPTIONS = (
    "Options: `-o NAME`, `-q`, `--strict`, `--static NAME[,NAME]`, `--traced NAME[,NAME]`, `--x32`, `--device DEVICE`, "
    "`--xla NAME=VALUE[,NAME=VALUE]`, `--check`, `--profile`."
)


@pytest.mark.parametrize(
    ("line", "given", "expression"),
    [
        ("f(x, y)", {}, "f(x, y)"),
        ("'a  b'", {}, "'a  b'"),
        ("-x + 1", {}, "-x + 1"),
        ("-q -x + 1", {"-q": True}, "-x + 1"),
        ("-q -- -q + 1", {"-q": True}, "-q + 1"),
        ("f(x) -q", {}, "f(x) -q"),
        ("x==1", {}, "x==1"),
        ("--strict --x32 a  @  b", {"--strict": True, "--x32": True}, "a  @  b"),
        ("--static n,m f(n)", {"--static": ("n", "m")}, "f(n)"),
        ("--static n, m f(n)", {"--static": ("n", "m")}, "f(n)"),
        ("--static=n f(n)", {"--static": ("n",)}, "f(n)"),
        ("--static n --static m --static n f(n)", {"--static": ("n", "m")}, "f(n)"),
        ("--xla a=1,b=true f(n)", {"--xla": ("a=1", "b=true")}, "f(n)"),
        ("-o report --device cpu:0 x", {"-o": "report", "--device": "cpu:0"}, "x"),
    ],
)
def test_line_form_takes_options_first_and_the_rest_verbatim(line, given, expression):
    arguments = parse_line(JIT, line)
    assert dict(arguments.given) == given
    assert arguments.expression == expression


def test_cell_form_takes_options_and_a_comment():
    arguments = parse_cell(GRAD, "--wrt w,b --into slopes -q  # the slopes")
    assert arguments.names("--wrt") == ("w", "b")
    assert arguments.name("--into") == "slopes"
    assert arguments.is_given("-q")
    assert not arguments.is_given("--strict")
    assert arguments.name("--of") is None
    assert arguments.names("--static") == ()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("--statc n", f"`%%jit` has no option `--statc`. Did you mean `--static`?\n{JIT_OPTIONS}"),
        ("-z", f"`%%jit` has no option `-z`.\n{JIT_OPTIONS}"),
        (
            "f(x)",
            "`%%jit` takes options on its line, not `f(x)`. Put code on the lines below, "
            f"or write `%jit f(x)` for this expression alone.\n{JIT_OPTIONS}",
        ),
        ("--static", "`--static` needs names. Write `%%jit --static NAME[,NAME]`."),
        ("-o -q", "`-o` needs a name. Write `%%jit -o NAME`."),
        ("--static 3x", "`3x` is not a name. Write `--static NAME[,NAME]`."),
        ("--static class", "`class` is not a name. Write `--static NAME[,NAME]`."),
        ("-q=1", "`-q` takes no value. Write `-q` alone."),
        ("-o a -o b", "`-o` is given twice: `a` and `b`. Keep one."),
        ("--xla fast", "`fast` is not a name and a value. Write `--xla NAME=VALUE[,NAME=VALUE]`."),
        ("--device gpu!", "`gpu!` is not a device. Write `--device cpu:0`; `%devices` lists them."),
    ],
)
def test_cell_form_says_what_is_wrong_and_what_to_type(line, message):
    with pytest.raises(UsageError) as caught:
        parse_cell(JIT, line)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "`%jit` needs an expression, as in `%jit np.tanh(a @ a.T).sum()`."),
        ("-q", "`%jit` needs an expression, as in `%jit np.tanh(a @ a.T).sum()`."),
        (
            "--y + 1",
            f"`%jit` has no option `--y`.\n{JIT_OPTIONS}\nIf it is part of the expression, write `%jit -- --y …`.",
        ),
    ],
)
def test_line_form_says_what_is_wrong_and_what_to_type(line, message):
    with pytest.raises(UsageError) as caught:
        parse_line(JIT, line)
    assert str(caught.value) == message
