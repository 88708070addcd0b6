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

_NORMAL = "pdf logpdf cdf sf"
SCIPY: list[Entry] = entries(
    {
        "scipy.special.psi": "…(p)\n…(s)",
        "scipy.special.gammaincc": "…(p, p)",
        "scipy.special.betainc": "…(p, p, 0.25)",
        "scipy.special.erfinv": "…(np.array([0.0, 1e-300, 0.3, -0.9999999, 1.0, -1.0, 2.0, np.nan]) * (s / 1.5))",
        "scipy.special.erfcinv": "…(np.array([0.0, 1e-30, 0.3, 0.99, 1.7, 2.0, 3.0]) * (s / 1.5))",
        "scipy.special.log_expit": "…(x)",
        "scipy.special.boxcox": "…(p, 0.5)\n…(p, 0)\n…(p, s)",
        "scipy.special.huber": "…(1.0, x)\n…(-1, x)\n…(s, s)",
        "scipy.special.cbrt": "…(x)",
        "scipy.special.expm1": "…(u)",
        "scipy.special.log1p": "…(u)",
        "scipy.special.exp2": "…(x)",
        "scipy.special.expit": "…(v[v > 0])",
        **{f"scipy.stats.norm.{kind}": "…(x)\n…(x, 1.0, 2.0)\n…(x, loc=s, scale=2)\n…(s)\n…(x, 0, -1)\n…(np.array([np.nan, np.inf]) * s)" for kind in _NORMAL.split()},
        "scipy.stats.norm.ppf": "…(u * u / 2 + 0.25)\n…(u * u / 2 + 0.25, 1, 2)",
        "scipy.stats.norm.rvs": "r = len(…(size=3))",
        **{f"scipy.stats.expon.{kind}": "…(x)\n…(p, 1.0, 2.0)\n…(s)" for kind in _NORMAL.split()},
        **{f"scipy.stats.uniform.{kind}": "…(u)\n…(x, -1, 3)\n…(s)" for kind in _NORMAL.split()},
        "scipy.stats.zscore": "…(q)\n…(v)\n…(q, axis=None)\n…(q, axis=-1, ddof=1)\n…(v * 0)",
        "scipy.stats.sem": "…(q)\n…(v)",
        "scipy.integrate.trapezoid": "…(v)\n…(v, dx=0.5)\n…(x, axis=0)\n…(v, np.arange(6))",
        "scipy.integrate.cumulative_trapezoid": "…(v)\n…(v, dx=0.5)\n…(x, axis=0)\n…(v, np.arange(6), initial=0)",
        "scipy.signal.convolve": "…(v, v)\n…(v, v[:3], mode='same')\n…(v[:3], v, mode='valid')\n…(q, q)",
        "scipy.signal.fftconvolve": "…(v, v[:3])\n…(v, v[:3], mode='same')\n…(v[:3], v, mode='valid')",
        "scipy.signal.correlate": "…(v, v)\n…(v, v[:3], mode='same')\n…(q, q, mode='full')",
        "scipy.signal.convolve2d": "…(q, q)\n…(q, q[:2, :2], mode='same')\n…(q, q, mode='same', boundary='wrap')\n…(q, q[:2, :2], boundary='symm')\n…(q, q[:2, :2], mode='valid')",
    },
    ulps=64,
) + entries(
    {
        "scipy.linalg.solve": "…(q, b)\n…(q, b[..., 0])\n…(h, b, assume_a='pos')\n…(q - q, b)\n…(q, b, transposed=True)\n…(q / 0, b)",
        "scipy.linalg.inv": "…(q)\n…(q - q)",
        "scipy.linalg.det": "…(q)\n…(q - q)\n…(a=q)",
        "scipy.linalg.cholesky": "…(h)\n…(h, lower=True)\n…(-h)",
        "scipy.linalg.cho_factor": "…(h)\n…(h, lower=True)\n…(-h)",
        "scipy.linalg.cho_solve": "r = …(scipy.linalg.cho_factor(h), b)\nr = …(scipy.linalg.cho_factor(h, lower=True), b)\nr = …((scipy.linalg.cholesky(h), False), b)",
        "scipy.linalg.solve_triangular": "…(q, b)\n…(q, b, lower=True)\n…(q, b, trans='T')\n…(q - q, b)\n…(q, b, unit_diagonal=True)",
        "scipy.linalg.lu": "…(q)\n…(q, permute_l=True)",
        "scipy.linalg.lu_factor": "…(q)\nr = scipy.linalg.lu_solve(…(q), b)\nr = scipy.linalg.lu_solve(…(q), b, trans=1)",
        "scipy.linalg.qr": "…(q)\n…(b)\n…(b, mode='economic')\n…(q, mode='r')",
        "scipy.linalg.svd": "…(q, compute_uv=False)\nr = …(q)[1]",
        "scipy.linalg.svdvals": "…(q)",
        "scipy.linalg.eigh": "…(h, eigvals_only=True)\n…(h)",
        "scipy.linalg.eigvalsh": "…(h)\n…(h, lower=False)",
        "scipy.linalg.norm": "…(q)\n…(v)\n…(q, 1)\n…(v, np.inf)",
        "scipy.linalg.toeplitz": "…(v)\n…(v, v * 2)",
        "scipy.linalg.hankel": "…(v)\n…(v, v[:3])",
        "scipy.linalg.circulant": "…(v)",
        "scipy.linalg.block_diag": "…(q, b)",
    },
    ulps=2000,
)  # fmt: skip
EXPM: list[Entry] = entries({"scipy.linalg.expm": "…(q)\n…(q / 64)\n…(q - q)\n…(q / 0)"}, ulps=20_000)
"""SciPy's own error is more than 2,000."""

COUNTS: list[Entry] = entries(
    {
        "np.bincount": "…(w)\n…(w, minlength=9)\n…(w, minlength=3)\n…(w, weights=v[:5])\n…(w, weights=v[:5], minlength=8)\n…(w - 3, minlength=9)\n…(w, minlength=-1)\n…(x, minlength=3)\n…(w[:0], minlength=2)",
        "np.ravel_multi_index": "…((w % 2, w % 3), (2, 3))\n…((w % 2, w % 3), (2, 3), order='F')\n…((w[0], 2), (6, 3))\n…((w, w), (2, 3))",
        "np.delete": "…(v, w[0])\n…(v, -w[0])\n…(v, w[0] + 9)\n…(x, w[0] % 3, axis=0)\n…(x, w[0] % 2, -1)",
        "np.ndindex": "r = [x[i] for i in …(2, 2)]",
        "np.ndenumerate": "r = [(i, a) for i, a in …(x)]",
        "np.broadcast": "r = …(x, y).shape\nr = …(x, s).ndim",
        "np.insert": "…(v, [1, 3], [7, 8])\n…(v, [0], 5)\n…(x, 1, 5, axis=-1)\n…(v, [1, 9], 7)",
        "np.fromiter": "…((a * 2 for a in v), float)\n…([1, 2], int)",
        "np.real_if_close": "…(x)\n…(s)",
        "np.round": "…(w * 7, -1)\n…(w * 25, -2)\n…(x, -1)",
        "np.add.reduceat": "…(v, [0, 2])\n…(v, [0, 3, 1, 5])\n…(x, [0, 2], axis=-1)\n…(v, [9])",
        "np.maximum.reduceat": "…(v, [0, 2])",
        **{f"np.{name}.reduce": "…(w)\n…(w, keepdims=True)\n…(w[:0])" for name in ("bitwise_or", "bitwise_xor", "bitwise_and", "gcd", "fmax", "fmin")},
        "np.subtract.reduce": "…(v)\n…(x)\n…(x, axis=-1)",
        "np.subtract.accumulate": "…(v)\n…(x, axis=-1)",
        "np.logical_and.reduce": "…([x > 0, x < 1])\n…([x > 0, x < 1], axis=0)",
        "np.maximum.reduce": "…([x, y, x + y])\n…([v, v], axis=1)",
        "np.minimum.reduce": "…([x, y])",
    },
)  # fmt: skip
ROUNDED: list[Entry] = entries(
    {
        "np.polyfit": "…(np.arange(6), v, 2)\n…(np.arange(6), v, 1, w=v * 0 + 2)\n…(np.arange(6), np.stack([v, v], 1), 2)\n…(v, v, 7)",
        "np.poly1d": "r = …([1.0, 2.0, s])(v)\nr = …([1.0, 2.0, s])(s)\nr = …([s, 2.0]).deriv().coeffs\nr = …([s, 2.0]).integ()(2.0)\nr = …([s]).order\nr = …([1, 2, 3])(v)\nr = …([s * 0, 2.0]).order",
        "np.poly": "…(v)",
        "np.hypot.reduce": "…(p)\n…(p, axis=0)",
        "np.logaddexp.reduce": "…(v)",
        "np.average": "…(q, axis=0, weights=[1.0, 2.0, s])\n…(q, axis=1, weights=b[..., 0])\n…(v, returned=True)\n…(v, weights=v * 0)\n…(q, axis=0, weights=[1.0, s])\n…(p, axis=-1, weights=p, returned=True, keepdims=True)",
        "np.mean": "…(x, where=m)\n…(x, axis=0, where=m)\n…(x, axis=-1, where=m, keepdims=True)",
        "np.gradient": "…(v, np.arange(6.0) * s)\n…(v, np.arange(6.0) ** 2 * s)\n…(v, np.arange(6.0) ** 2 * s, edge_order=2)\n…(q, np.arange(3.0) ** s, axis=-1)\n…(v, np.arange(4.0) * s)",
        "np.nanpercentile": "…(np.where(m, x, np.nan), 30)\n…(np.where(m, x, np.nan), [10, 90], axis=0)",
        "np.nanquantile": "…(np.where(m, x, np.nan), 0.3)",
        "np.histogram2d": "…(v, v, 3)\n…(v, v, 3, weights=v)\n…(v, v, 2, range=[[0, 2], [0, 2]], density=True)",
        "np.histogram_bin_edges": "…(v, 3)\n…(v, 3, range=(0, 2))",
        "np.linspace": "…(0, s, 5, retstep=True)\n…(s, 2, 5, endpoint=False, retstep=True)",
        "np.logspace": "…(0, s, 4)\n…(0, s, 4, base=2)\n…(s, 3, 4, endpoint=False)",
        "np.fft.fftfreq": "…(6, s)\n…(7, d=s)",
        "np.fft.rfftfreq": "…(6, s)\n…(7, d=s)",
    },
    ulps=64,
)  # fmt: skip

MORE = [*COUNTS, *ROUNDED, *TRICKS, *FINDING, *SCIPY, *EXPM]
