"""The plain form of a cell: the text without jaxlab's magic lines."""

import pytest

from jaxlab.cli.verify.plain import SWITCHES, NoPlainFormError, PlainCell, plain


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("b = a + 1\nb", "b = a + 1\nb"),
        ("%%jit\nb = a + 1\nb", "b = a + 1\nb"),
        ("\n%%jit --static n -q\nb = a[:n]", "b = a[:n]"),
        ("%%explore\nb = a + 1", "pass"),
        ("%%time\nb = a + 1", "%%time\nb = a + 1"),
        ("%load_ext jaxlab\nimport numpy as np", "pass\nimport numpy as np"),
        ("%load_ext autoreload", "%load_ext autoreload"),
        ("%devices", "pass"),
        ("if x:\n    %devices", "if x:\n    pass"),
        ("%jit f(x, y)", "f(x, y)"),
        ("%jit -x + 1", "-x + 1"),
        ("%jit -q --static n, m f(x, n, m)", "f(x, n, m)"),
        ("%jit --device=cpu:0 f(x)", "f(x)"),
        ("%jit -- -x", "-x"),
        ("value = %grad --wrt w loss(w)", "value = loss(w)"),
        ("%%compare --with autograd\n%%grad --wrt w\nloss(w)", "loss(w)"),
        ("value = %compare -q %grad --wrt w loss(w)", "value = loss(w)"),
        ("%compare -r 5 -n 10 --setup 'x = np.ones(n)' --sweep n=10,20 f(x)", "f(x)"),
        ("%jit -n + 1", "-n + 1"),
        ("%timeit f(x)", "%timeit f(x)"),
    ],
)
def test_text(source, text):
    assert plain(source).text == text


@pytest.mark.parametrize(
    ("source", "adds"),
    [
        ("%%jit\nb = 1", set()),
        ("%%jit -o report\nb = 1", {"report"}),
        ("%%grad\nx.sum()", {"grads"}),
        ("%%grad --wrt w --into g -o r\nx.sum()", {"g", "r"}),
        ("%grad --wrt w loss(w)", {"grads"}),
        ("%%compare -o r\n%%grad\nx.sum()", {"grads", "r"}),
        ("%compare %grad --into g loss(w)", {"g"}),
        ("%jit f(x, y) -o z", set()),
    ],
)
def test_names_that_a_magic_adds(source, adds):
    assert plain(source).adds == adds


@pytest.mark.parametrize("source", ["%%vmap --over x\nx + 1", "%pmap f(x)"])
def test_a_loop_over_examples_has_no_plain_form(source):
    with pytest.raises(NoPlainFormError):
        plain(source)


def test_every_switch_of_the_magics_is_known():
    from jaxlab.magics.commands import COMMANDS, Kind

    options = [option for command in COMMANDS.values() for option in command.options]
    assert {option.flag for option in options if option.kind is Kind.SWITCH} <= set(SWITCHES)


def test_a_cell_of_nothing_but_a_magic_keeps_its_number():
    assert plain("%%jit\n") == PlainCell(text="pass", magics=("jit",))
