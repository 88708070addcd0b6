"""Values that NumPy's functions have where JAX's functions of the same name have others."""

import pytest

from tests.promise import broken, play


def _kept(setup: str, cell: str, *changes: str, rtol: float = 0.0) -> None:
    assert broken(play(f"import numpy as np\n{setup}", cell, changes, rtol=rtol)) == []


@pytest.mark.parametrize(
    "cell",
    [
        "r = np.interp(x, x, y)",
        "r = np.interp(x3, x3, z)",
        "r = np.interp(w, x3, z)",
        "r = np.interp(w, x3, z, left=-1, right=9)",
        "r = np.interp(np.append(w, np.nan), x3, z)",
        "r = np.interp(w, x3[::-1], x3)",
        "r = np.interp(w, x[:1], y[:1])",
        "r = np.interp(2.0, x, y)",
        "r = np.interp(w, x3, x3, period=1.5)",
        "r = np.interp(w, [1.0, np.inf], [1.0, 2.0])",
        "r = np.interp(w, x3, x3[:2])",
    ],
)
def test_interpolation_is_exact_at_the_points(cell):
    setup = (
        "x, y, x3 = np.array([2.0, 3.0]), np.array([1e20, 3.0]), np.array([1.0, 2.0, 3.0])\n"
        "z, w = np.array([1, np.inf, 2]), np.linspace(0, 4, 9)"
    )
    _kept(setup, cell)
