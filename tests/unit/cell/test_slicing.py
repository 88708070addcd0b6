"""What has to run again when one name changes."""

import pytest

from jaxlab.cell.slicing import statements_from

CELLS = (
    "import numpy as np\nn = 10\nseed = 3",
    "%load_ext jaxlab\nx = np.ones(n)\nx[0] = seed\nunrelated = np.zeros(n)",
    "%%jit\nw = np.ones(3)\ny = x * 2",
    "this is no Python",
    "if n > 5:\n    y = y + 1",
)


@pytest.mark.parametrize(
    ("wanted", "texts"),
    [
        ("x", ["x = np.ones(n)", "x[0] = seed"]),
        ("w", []),
        ("y", ["x = np.ones(n)", "x[0] = seed", "y = x * 2", "if n > 5:\n    y = y + 1"]),
        ("n", []),
    ],
)
def test_only_what_depends_on_the_name_runs_again(wanted, texts):
    assert [made.text for made in statements_from("n", frozenset({wanted}), CELLS)] == texts


def test_a_later_binding_hides_an_earlier_one():
    assert statements_from("n", frozenset({"x"}), (*CELLS, "x = np.zeros(4)")) == ()
