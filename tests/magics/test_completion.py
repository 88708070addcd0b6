"""Tab completion, through the shell's own completer."""

import pytest
from IPython.core import completer
from IPython.core.completer import provisionalcompleter

from jaxlab.magics.commands import BACKENDS, JIT
from jaxlab.measure.backends.registry import OWN


def completed(shell, line: str) -> set[str]:
    """What the line can become at a Tab, as a notebook asks for it."""
    with provisionalcompleter():
        found = list(shell.Completer.completions(line, len(line)))
    return {line[: entry.start] + entry.text for entry in found}


@pytest.fixture(autouse=True)
def names(cell):
    cell("weights = np.ones(3)\nbias = 1.0\ndef helper(x): return x\nimport os")


def test_options(shell):
    assert completed(shell, "%%jit --st") >= {"%%jit --strict", "%%jit --static"}
    assert "%%jit --x32" not in completed(shell, "%%jit --st")
    assert "%jit --x32" in completed(shell, "%jit --x")
    assert "%%jit -q --traced" in completed(shell, "%%jit -q --tr")
    assert completed(shell, "%%jit -") >= {f"%%jit {option.flag}" for option in JIT.options}


def test_where_an_option_stands_nothing_else_is_offered(shell):
    if not hasattr(completer, "context_matcher"):
        pytest.skip("IPython before 8.6 adds Jedi's offers")
    assert completed(shell, "%%jit --st") == {"%%jit --strict", "%%jit --static"}
    assert completed(shell, "%%jit --") == {f"%%jit {option.flag}" for option in JIT.options if len(option.flag) > 2}
    assert completed(shell, "%devices --") == {"%devices --live"}
    assert completed(shell, "%jaxlab di") == {"%jaxlab diff"}
    assert completed(shell, "%placement wei") == {"%placement weights"}


def test_backends(shell):
    assert completed(shell, "%%compare --with nu") >= {"%%compare --with numpy", "%%compare --with numba"}
    assert "%%compare --with numpy,jit-x32" in completed(shell, "%%compare --with numpy,ji")
    assert set(BACKENDS) == set(OWN)


def test_names(shell):
    assert completed(shell, "%%jit --static wei") == {"%%jit --static weights"}
    assert completed(shell, "%%grad --wrt weights,bia") == {"%%grad --wrt weights,bias"}
    assert completed(shell, "%%grad --wrt weights, bia") == {"%%grad --wrt weights, bias"}
    assert "%%grad --wrt=bias" in completed(shell, "%%grad --wrt=bi")
    assert completed(shell, "%%grad --wrt ") >= {"%%grad --wrt weights", "%%grad --wrt bias"}
    assert not completed(shell, "%%grad --wrt ") & {"%%grad --wrt helper", "%%grad --wrt os", "%%grad --wrt np"}


def test_devices(shell, cell):
    cell("import jax")
    assert "%%jit --device cpu:0" in completed(shell, "%%jit --device cp")
    assert "%%jit --device cpu:0" in completed(shell, "%%jit --device cpu:")


def test_in_the_expression_of_the_line_form_names_complete_and_options_do_not(shell):
    assert "%jit -q weights" in completed(shell, "%jit -q wei")
    assert "%jit -q helper(weights" in completed(shell, "%jit -q helper(wei")
    assert "%jit weights --strict" not in completed(shell, "%jit weights --st")
