"""Arrays in another shape and grids between traced ends compile, and are NumPy's own."""

import pytest

from tests.promise import broken, play

CELLS = {
    "a large transpose reshaped is a copy": (
        "x = np.arange(40_000.0).reshape(200, 200)",
        "y = np.reshape(x.T, (40_000,))\nz = np.ravel(x[:, ::-1])\ny[3] = -1.0\nz[3] = -1.0",
    ),
    "contiguous rows reshaped are a view": (
        "x = np.arange(40_000.0).reshape(200, 200)",
        "y = np.reshape(x[1:], (-1,))\ny[3] = -1.0",
    ),
    "a grid has the dtype asked for": (
        "a, b = 0.5, 2.0",
        "y = np.linspace(a, b, 4, dtype=np.float64)\nz = np.linspace(a, b, num=4, dtype=np.float32)",
    ),
}


@pytest.mark.parametrize("name", CELLS)
def test_it_compiles_and_means_the_same(name):
    setup, cell = CELLS[name]
    turns = play(f"import numpy as np\n{setup}", cell, [""])
    assert not broken(turns)
    assert not turns[0].breaks


@pytest.mark.parametrize("grid", ["np.linspace(a, 2.0, 4, dtype=int)", "np.linspace(1j * a, 2.0, 4)"])
def test_a_grid_that_jax_makes_in_another_way_is_numpys(grid):
    turns = play("import numpy as np\na = 0.5", f"y = {grid}")
    assert not broken(turns)
    assert turns[0].breaks == ["2: `np.linspace` of traced ends with these options"]
