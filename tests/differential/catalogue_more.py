"""What is tried of NumPy's parts that are no plain functions of arrays: objects that are indexed, windows, searches."""

from tests.differential.entries import Entry, entries

TRICKS: list[Entry] = entries(
    {
        "np.c_": "…[v, v]\n…[v, w]\n…[x, y]\n…[s, 2]\n…[0:3, 1:4]\n…[np.ones(6), v]\n…[v[:3], q[..., 0, :]]",
        "np.r_": "…[v, 1.0, v[:2]]\n…[0.0, v]\n…[0:3, v]\n…[v, s]\n…[s, 1]\n…[-1:1:5j, v]\n…['0,2', v, v]\n…['-1,2,0', v, v]\n…['0', x, y]\n…[v]\n…[1, 2.5, True]\n"
        "…['1,3,0', v, [1, 2]]\n…[v, x, 1]",
        "np.s_": "r = x[…[..., ::2]]\nr = x[…[0]]\nr = …[1:, w[0]]",
        "np.index_exp": "r = x[…[...]]\nr = len(…[0])",
        "np.ogrid": "r = …[0:3, 0:4]\nr = …[0:1:3j]\nr = …[:3]\nr = …[0:3, 0:4][0] * s",
        "np.mgrid": "r = …[0:3, 0:4]\nr = …[-1:1:3j, 0:1:4j] * s\nr = …[0:3]\nr = …[0:50, 0:60]\nr = …[0:1:0.03, 0:2:61j]\nr = …[1:200:2, 0:3, 2:4]",
        "np.ix_": "q[(..., *…([0, 1], [1, 0]))]\nr = …(w, [1, 2])\nr = …([True, False, True], [0])\nr = …(x, x)",
        "np.lib.stride_tricks.sliding_window_view": "…(v, 3)\n…(v, 3).mean(axis=-1)\n…(x, x.shape)\n…(v, 7)\n…(x, 2, axis=-1)\n…(np.tile(v, 40), 70).max(axis=1)\n"
        "r = …(v, 3); v[0] = 9\nr = …(v, 3); r[0] = 9\nr = …(v, 2, writeable=True); r[0] = 9",
        "np.lib.stride_tricks.as_strided": "r = …(v, (4, 3), (v.strides[0], v.strides[0])) * 1\nr = …(v, (3,), (2 * v.itemsize,)); r[0] = 7\nr = …(v, (3, 2), (0, v.itemsize)); r[...] = [[1, 2]] * 3\n"
        "r = …(v[1:], (2, 2), (2 * v.itemsize, v.itemsize), writeable=False)",
    },
    ulps=4,
)  # fmt: skip

FINDING: list[Entry] = entries(
    {
        "np.flatnonzero": "…(x > 0)\n…(v)\n…(w > 2)",
        "np.unique": "…(w, return_counts=True)\n…(w, return_index=True)\n…(x, return_inverse=True)\n…(w, return_index=True, return_inverse=True, return_counts=True)\n…(x > 0)\n"
        "…(np.where(m, x, np.nan))\n…(np.where(m, x, np.nan), return_counts=True)\n…([1, 2, 2])\n…(v[:0])",
        "np.union1d": "…(v, w)\n…(x, [1, 2])",
        "np.intersect1d": "…(v, w)\n…(w, [1, 2])\n…(x, y)",
        "np.setdiff1d": "…(v, w)\n…(w, [1, 2])",
        "np.where": "…(x)\n…(x > 100)\n…(x.ravel() > 0)\n…(s > 1)",
        "np.argwhere": "r = len(…(x))\nr = …(x)[:, 0].sum()",
    },
)  # fmt: skip

MORE = [*TRICKS, *FINDING]
