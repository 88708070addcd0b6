"""Whether a second run of a cell would find what the first one found."""

import pytest

from jaxlab.measure.checkpoint import Checkpoint
from jaxlab.measure.idempotence import Changes, needs_reset
from jaxlab.measure.reach import reach
from tests.unit.measure.notebook import cell, notebook, run

SETUP = "x = np.arange(3.0)\nn = 1\nitems = []\n\ndef f():\n    return n"


def reset_labels(text: str) -> list[str]:
    namespace, made = notebook(SETUP), cell(text)
    before = Checkpoint.take(reach(made, namespace).held)
    run(made, namespace)
    indices = needs_reset(made, before, Changes.between(before, (Checkpoint.take(before.held),)))
    return [before.held[index].label for index in sorted(indices)]


@pytest.mark.parametrize("text", ["y = x + 1", "y = x + 1\ny.sum()", "y = f()", "n = 5", "x[0] = 0.0", "x.sum()"])
def test_nothing_has_to_be_put_back(text):
    assert reset_labels(text) == []


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("x[0] = 9", "x"),
        ("items.append(1)", "items"),
        ("n += 1", ""),
        ("x = x + 1", ""),
        ("y = f()\nn = 5", ""),
        ("del n", ""),
        ("np.random.rand()", "numpy.random's state"),
    ],
)
def test_what_the_next_run_would_find_changed_has_to_be(text, label):
    assert label in reset_labels(text)
