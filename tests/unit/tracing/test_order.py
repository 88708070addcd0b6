"""Results lie in memory as NumPy's do, whatever order their operands lie in."""

import numpy as np
import pytest

from jaxlab.pipeline import last_report, run
from jaxlab.tracing.arrays.order import empty_in_order, from_memory_order, in_memory_order, memory_order, order_kept

RESULTS = [
    "F + 1", "F * F", "C + F", "F + row", "C.T + 1", "C.T + C.T", "P + 1", "P * P.copy()", "np.sin(P)", "-F", "F > 0", "F % 2",
    "np.add(F, F, order='C')", "np.add(C, C, order='F')", "np.add(F, C.T.T, order='A')", "np.divmod(F, 2)[0]",
    "F.copy()", "F.copy('K')", "F.copy('A')", "P.copy('A')", "C.copy('F')", "np.copy(F)", "np.copy(P)", "np.copy(C, order='F')",
    "F.astype(np.float32)", "P.astype(int)", "F.astype(int, order='C')", "C.astype(int, order='F')",
    "np.zeros_like(P) + P", "np.ones_like(F, order='C') + F", "np.full_like(F, F[0, 0])",
    "np.array(F)", "np.array(F + 1, order='C')", "np.array(C + 1, order='F')", "np.asarray(F + 1)", "np.asarray(C + 1, order='F')",
    "np.ascontiguousarray(F + 1)", "np.asfortranarray(C + 1)", "np.array([F[0], F[1]], order='F') + 1",
    "np.where(F > 0, F, 0)", "np.where(F > 0, C, F)", "np.clip(F, 0, 2)", "np.round(F, 1)", "F.round()",
    "P.sum(axis=0)", "P.max(axis=1)", "P.mean(axis=2)", "P.sum(axis=0, keepdims=True)", "np.cumsum(F, axis=0)",
    "np.maximum.accumulate(F)", "np.sort(F, axis=0)", "np.argsort(F, axis=0)", "np.roll(F, 1)", "np.concatenate([F, F])",
    "np.stack([F, F])", "np.vstack([F, C])", "np.tile(F, 2)", "np.diff(F)", "np.pad(F, 1)", "F @ F.T", "F.dot(C.T)",
    "np.outer(row, row)", "np.einsum('ij->ji', F) + 1", "(F + 1).T", "(F + 1)[:, 1]", "(F + 1)[::-1] * 1",
    "F[[0, 1]]", "F[:, [0, 2]]", "P[:, [1, 0]]", "np.fft.fft(F)", "np.linalg.inv(F[:, :3] + 9 * np.eye(3))", "np.abs(F) + 1j",
    "(F + 1j).real + 0", "(F + 1j).conj()", "F.ravel('K') + 0", "(F + 1).ravel('K')", "(F + 1).ravel('A')", "(F + 1).ravel('F')",
    "(P + 1).ravel('K')", "(F + 1)[::2].ravel('K')", "(F + 1).reshape(-1, order='A')", "(F + 1).reshape((2, 6), order='A')",
    "(C + 1).reshape((2, 6), order='F')", "(F + 1).flatten('K')", "(F + 1).flatten('A')", "(F + 1).flatten()",
    "np.broadcast_to(row, (3, 4)) + 1", "np.triu(F)", "np.tril(F) + F", "np.nan_to_num(F)", "np.interp(F, row, row)",
]  # fmt: skip


def names() -> dict:
    cube = np.arange(24.0).reshape(2, 3, 4) - 7
    return {
        "np": np,
        "__name__": "__main__",
        "C": np.arange(12.0).reshape(3, 4) - 5,
        "F": np.asfortranarray(np.arange(12.0).reshape(3, 4) - 5),
        "P": np.ascontiguousarray(cube.transpose(2, 0, 1)).transpose(1, 2, 0),
        "row": np.arange(4.0),
    }


def layout(array: np.ndarray) -> tuple:
    """What can be seen of how an array lies in memory."""
    array = array.squeeze()  # where an axis of one element lies is anywhere
    return array.flags.c_contiguous, array.flags.f_contiguous, memory_order(array)


@pytest.mark.parametrize("expression", RESULTS)
def test_a_result_lies_in_memory_as_numpys(expression):
    mine, plain = names(), names()
    run(f"y = {expression}", mine)
    exec(f"y = {expression}", plain)
    assert mine["y"].dtype == plain["y"].dtype
    np.testing.assert_allclose(mine["y"], plain["y"], rtol=1e-12)
    assert layout(mine["y"]) == layout(plain["y"])
    assert mine["y"].tobytes("A") == plain["y"].tobytes("A") or plain["y"].dtype.kind == "c" or "inv" in expression


def test_all_of_them_compile():
    broken = []
    for expression in RESULTS:
        run(f"y = {expression}", names())
        broken += [expression] if last_report().breaks else []
    assert broken == []


@pytest.mark.parametrize(
    "body",
    [
        "y = F + 1\nz = y[1:]\nz[0] = 5.0\nw = y.T",
        "y = P * 2\nv = y[:, 0]\nv += 1\nw = y.reshape(-1, order='A')",
        "F *= 2\nF[0] = 1.0\ny = F.T",
        "P[:, 1] += P[:, 0]\ny = P[1]",
        "C.T[1] = 3.0\ny = C.T + 0",
        "G = np.zeros((3, 4), order='F')\nG[1] = F[0]\ny = G.T",
        "G = np.empty_like(P)\nG[...] = P\nv = G[0]\nv[...] = 1.0\ny = G",
    ],
)
def test_views_and_writes_of_arrays_in_any_order(body):
    mine, plain = names(), names()
    for _ in range(2):
        run(body, mine)
        exec(body, plain)
        for name in ("C", "F", "P", "y", "z", "w", "v", "G"):
            if name in plain:
                assert np.array_equal(mine[name], plain[name]), name
                assert layout(mine[name]) == layout(plain[name]), name
                assert mine[name].strides == plain[name].strides, name
    assert not last_report().breaks


def test_an_array_in_fortrans_order_is_read_as_it_lies():
    array = np.asfortranarray(np.random.default_rng(0).random((300, 200)))
    run("y = F * 2", {"np": np, "F": array, "__name__": "__main__"})
    hlo = [line.text for line in last_report().segments[0].listings["hlo"].lines]
    assert any("f64[200,300]" in line and "parameter(0)" in line for line in hlo)
    assert not any(" transpose(" in line or " copy(" in line for line in hlo)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0), (2, 0, 1)])
def test_memory_order_and_back(order):
    array = from_memory_order(np.arange(24.0).reshape([(2, 3, 4)[axis] for axis in order]), order)
    assert array.shape == (2, 3, 4)
    assert memory_order(array) == (None if order == (0, 1, 2) else order)
    assert in_memory_order(array, memory_order(array)).flags.c_contiguous
    made = empty_in_order((2, 3, 4), np.dtype(int), memory_order(array))
    assert made.strides == array.strides and made.flags.owndata
    assert order_kept(array, made) == memory_order(array + made)
