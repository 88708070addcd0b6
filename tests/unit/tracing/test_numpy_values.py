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


_NUMBERS = (
    "f, n, b, t = 0.1, 3, True, np.int8(3)\n"
    "u, g, h, c = np.uint8([1, 2]), np.float32([0, 1]), np.float16([1, 2]), np.complex64([1, 2j])\n"
    "zero, half = np.array(7), np.array(0.5)"
)
_OTHERS = "f, n, b, t = 0.7, 4, False, np.int8(5)\nzero, half = np.array(9), np.array(0.25)"


@pytest.mark.parametrize(
    "cell",
    [
        "r = np.clip(3, u, 200)",
        "r = np.clip(n, u, 200)",
        "r = np.clip(f, g, 2)",
        "r = np.clip(3, c, None)",
        "r = np.clip(u, n, None)",
        "r = np.add.outer(f, g)",
        "r = np.multiply.outer(g, f)",
        "r = np.subtract.outer(h, -2.5)",
        "r = np.add.outer(n, u)",
        "r = np.linspace(f, np.float32(1), 3)",
        "r = np.linspace(g, f, 3)",
        "r = np.linspace(f, 1, 5, retstep=True)",
        "r = np.linspace(f, f, 4, endpoint=False)",
        "r = np.linspace(f, 1, 1, retstep=True)",
        "r = np.logspace(f, g[1], 3)",
        "r = np.union1d(u, 3)",
        "r = np.union1d(g, f)",
        "r = np.union1d(u, n * 100)",
        "r = np.choose([0, 1], [f, g])",
    ],
)
def test_python_numbers_give_way_where_numpy_lets_them(cell):
    _kept(_NUMBERS, cell, _OTHERS, rtol=1e-6)


@pytest.mark.parametrize("number", ["3", "n", "b", "t", "np.True_", "zero", "half", "[n, 1]"])
@pytest.mark.parametrize("function", ["round", "nan_to_num", "iscomplex"])
def test_functions_of_a_number_give_a_number_of_numpys(function, number):
    _kept(_NUMBERS, f"r = np.{function}({number})", _OTHERS)


def test_nan_is_replaced_in_place_in_an_array_without_axes():
    _kept("x = np.array(np.nan)", "r = np.nan_to_num(x, copy=False)", "x = np.array(2.0)")


@pytest.mark.parametrize("ends", ["x, 1", "1, x", "x[2], 1", "x[0], x[2]"])
def test_no_number_lies_between_infinity_and_a_number(ends):
    _kept("x = np.array([1.0, 2.0, np.inf])", f"r = np.linspace({ends}, 3)")


@pytest.mark.parametrize(
    "cell",
    [
        "r = np.percentile(i8, [10, 50])",
        "r = np.quantile(i8, 0.3)",
        "r = np.quantile(i8, f)",
        "r = np.nanpercentile(i8, p)",
        "r = np.quantile(u8, f)",
        "r = np.quantile(i64, f)",
        "r = np.percentile(i16, [p, 10], axis=0, keepdims=True)",
        "r = np.percentile(i16, [p, 10], axis=1)",
        "r = np.percentile(i16, p, keepdims=True)",
        "r = np.percentile(i8, p, method='midpoint')",
        "r = np.percentile(i8[i8 > -300], [10, 50])",
        "r = np.quantile(x[x > 1], [0.3])",
        "r = np.quantile(x, f)",
    ],
)
def test_quantiles_of_integers_wrap_as_numpys(cell):
    setup = (
        "i8, u8 = np.array([-128, 127, 5], np.int8), np.array([255, 0, 4], np.uint8)\n"
        "i16 = np.arange(-32768, 32767, 5000).astype(np.int16).reshape(2, 7)\n"
        "i64, x = np.array([2**63 - 1, -(2**63), 0]), np.float32([1, 2, 5])\n"
        "f, p = 0.3, 30"
    )
    _kept(setup, cell, "f, p = 0.8, 70", "f, p = 1.5, 150", rtol=1e-6)


_GRID = (
    "v = [0.0, -0.0, 1.0, -1.0, 3.0, -3.0, 0.5, -0.5, 1e-10]\n"
    "z = np.array([complex(a, b) for a in v for b in v])\n"
    "m = np.array([-1 + 0j, 4, -4, complex(-1, -0.0)])\n"
    "s = np.array([complex(a, b) for a in (1.0, np.inf, np.nan) for b in (-0.0, np.inf, np.nan)])\n"
    "x, k = np.array([-0.0, 0.0, 4.0, -np.inf, -1]), 0.5"
)
_FUNCTIONS = (
    "sqrt exp expm1 sin cos tan sinh cosh tanh arcsin arccos arctan arcsinh arccosh arctanh log log2 log10 sign "
    "reciprocal"
).split()


@pytest.mark.parametrize("function", _FUNCTIONS)
def test_signs_of_zeros_tell_the_sides_of_branch_cuts(function):
    cell = f"r = np.{function}(z)\nre, im = np.signbit(r.real), np.signbit(r.imag)"
    _kept(_GRID + ("\nz = z[z != 0]" if function == "reciprocal" else ""), cell, rtol=1e-12)


@pytest.mark.parametrize("function", [*_FUNCTIONS, "absolute"])
def test_functions_of_complex_infinities_are_numpys(function):
    _kept(_GRID, f"r = np.{function}(s)", rtol=1e-12)


@pytest.mark.parametrize(
    "cell",
    [
        "r = m ** 0.5",
        "r = m ** k",
        "r = np.power(m, 0.5)",
        "r = m ** np.float64(0.5)",
        "m **= 0.5",
        "r = x ** 0.5",
        "r = np.power(x, k)",
        "r = x ** np.array([0.5])",
        "r = x[0] ** 0.5",
        "r = m / 0j",
        "r = 1 / z[:4]",
    ],
)
def test_powers_and_quotients_at_zero_are_numpys(cell):
    _kept(_GRID, cell, "k = 2.0", rtol=1e-12)


@pytest.mark.parametrize(
    "cell",
    [
        "r = np.pad(p, 1, mode='linear_ramp')",
        "r = np.pad(n, 2, mode='linear_ramp', end_values=np.inf)",
        "r = np.pad(n[1:].reshape(1, 2), 1, mode='linear_ramp')",
        "r = np.pad(i, (2, 3), mode='linear_ramp', end_values=(1, e))",
        "r = np.pad(i, 1)",
    ],
)
def test_a_ramp_beside_infinity_is_numpys(cell):
    setup = "p, n = np.float32([1, 2, np.inf]), np.array([np.inf, 2, np.nan])\ni, e = np.arange(4.0), 2.0"
    _kept(setup, cell, "i, e = np.arange(4.0), 7.0")


@pytest.mark.parametrize(
    "cell",
    [
        "np.place(h, m, np.ones(1))",
        "np.place(h, m, 1.5)",
        "np.place(h, m, [1.0])",
        "np.putmask(h, m, np.ones(3))",
        "np.putmask(h, m, h + 1)",
        "np.putmask(k, m, 2.5)",
        "r = np.fromiter(np.eye(2), float)",
        "r = np.fromiter(np.eye(2)[0], float)",
        "r = np.astype([1, 2], int)",
        "r = np.unstack([1.0, 2])",
        "r = np.poly(q)",
        "r = np.poly(s)",
        "r = np.poly([1.0, q])",
        *(f"r = s.{name}(axis={axis})" for name in ("mean", "sum", "max", "argmax", "cumsum") for axis in (-1, 0, 1)),
        "r = s.mean(axis=-1, keepdims=True)",
        "r = s.std(axis=-1)",
        "r = np.median(s, axis=0)",
    ],
)
def test_what_numpy_refuses_is_refused(cell):
    setup = (
        "h, k, m = np.float16([1, 2, 3]), np.array([1, 2, 3]), np.array([True, False, True])\n"
        "q, s = np.float32(1.5), np.array(2.5)"
    )
    _kept(setup, cell, rtol=1e-12)


@pytest.mark.parametrize(
    "made",
    [
        "np.array(x, ndmin=3)",
        "np.array(f, ndmin=3)",
        "np.array(x[::2, ::2], ndmin=4)",
        "np.array(2.0, ndmin=2)",
        "np.select([f > 1, f < 0], [f, x])",
        "np.take(f, [0, 1], 1)",
        "np.take(f, [0, 1], 0)",
        "np.repeat(f, 2, 1)",
        "np.compress([True, True], f, 1)",
        "np.nan_to_num(np.broadcast_to(np.arange(3.0), (2, 3)))",
        "np.nan_to_num(f)",
        "np.linspace([0.0, 1.0], [3.0, 4.0], 5)",
    ],
)
def test_results_lie_in_memory_as_numpys(made):
    setup = "x = np.arange(6.0).reshape(2, 3)\nf = np.asfortranarray(x)"
    _kept(setup, f"r = {made}\nstrides = r.strides", "x = x + 1\nf = np.asfortranarray(x)")


@pytest.mark.parametrize(
    "made", ["linspace(f, 1, 1025, endpoint=False)", "linspace(y, f, 1500)", "logspace(f, 1, 2000)"]
)
def test_many_numbers_between_ends_of_the_notebook(made):
    _kept("f, y = 0.1, np.arange(6.0).reshape(2, 3)", f"r = np.{made}", "f = 0.7", rtol=1e-14)
