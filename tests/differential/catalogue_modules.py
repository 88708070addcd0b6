"""What is tried of `numpy.linalg`, `numpy.fft`, `scipy`, `math`, and of arrays' own methods, attributes and operators."""

from tests.differential.entries import Entry, entries

LINALG: list[Entry] = entries(
    {
        "np.linalg.inv": "…(q)\n…(q - q)\n…(x)",
        "np.linalg.solve": "…(q, b)\n…(q, b[..., 0])\n…(q - q, b)",
        "np.linalg.det": "…(q)\n…(q - q)",
        "np.linalg.slogdet": "…(q)",
        "np.linalg.cholesky": "…(h)\n…(-h)\n…(h, upper=True)",
        "np.linalg.eigh": "r = …(h)[0]\nr = …(h).eigenvalues",
        "np.linalg.eigvalsh": "…(h)\n…(h, 'U')",
        "np.linalg.eig": "r = …(h)[0]",
        "np.linalg.eigvals": "…(h)",
        "np.linalg.svd": "r = …(q)[1]\nr = …(q, full_matrices=False).S\n…(q, compute_uv=False)",
        "np.linalg.svdvals": "…(q)",
        "np.linalg.qr": "r = abs(…(q)[1])\nr = abs(…(q).R)\nr = abs(…(q, mode='r'))",
        "np.linalg.lstsq": "r = …(q, b, rcond=None)[0]\nr = …(q, b)[0]",
        "np.linalg.pinv": "…(q)",
        "np.linalg.norm": "…(x)\n…(v)\n…(x, axis=0)\n…(v, 1)\n…(v, np.inf)\n…(q, 'fro')\n…(x, axis=-1, keepdims=True)\n…(v, 0)\n…(v, 3)\n…(q, 2)",
        "np.linalg.vector_norm": "…(x)\n…(v, ord=1)",
        "np.linalg.matrix_norm": "…(q)",
        "np.linalg.matrix_power": "…(q, 3)\n…(q, 0)\n…(q, -1)",
        "np.linalg.matrix_rank": "…(q)",
        "np.linalg.cond": "…(q)",
        "np.linalg.multi_dot": "…([q, q, b])",
        "np.linalg.trace": "…(q)",
        "np.linalg.outer": "…(v, v)",
        "np.linalg.cross": "…(v[:3], v[3:])",
        "np.linalg.matmul": "…(q, b)",
        "np.linalg.diagonal": "…(q)",
        "np.linalg.vecdot": "…(x, y)",
        "np.linalg.matrix_transpose": "…(q)",
        "np.linalg.tensordot": "…(q, b, axes=1)",
        "np.linalg.tensorinv": "…(q, ind=1)",
        "np.linalg.tensorsolve": "…(q, b[..., 0])",
        "scipy.linalg.solve": "…(q, b)",
        "scipy.linalg.inv": "…(q)",
        "scipy.linalg.det": "…(q)",
        "scipy.linalg.cholesky": "…(h)\n…(h, lower=True)",
        "scipy.linalg.solve_triangular": "…(q, b)\n…(q, b, lower=True)",
        "scipy.linalg.cho_solve": "r = …(scipy.linalg.cho_factor(h), b)",
        "scipy.linalg.lu": "…(q)",
        "scipy.linalg.toeplitz": "…(v)",
        "scipy.linalg.block_diag": "…(q, b)",
    },
    ulps=2000,
)

FFT: list[Entry] = entries(
    {
        f"np.fft.{name}": "…(x)\n…(v)\n…(x, axis=0)\n…(v, 4)\n…(v, 8)\n…(v, norm='ortho')"
        for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")
    }
    | {f"np.fft.{name}": "…(x)\n…(q)\n…(q, norm='forward')" for name in ("fft2", "ifft2", "rfft2", "irfft2")}
    | {f"np.fft.{name}": "…(x)\n…(q, axes=(0, 1))" for name in ("fftn", "ifftn", "rfftn", "irfftn")}
    | {"np.fft.fftshift": "…(x)\n…(v)", "np.fft.ifftshift": "…(x)\n…(x, axes=0)"}
    | {"np.fft.fftfreq": "…(6)\n…(6, 0.5)\n…(6, s)", "np.fft.rfftfreq": "…(6, d=0.1)"},
    ulps=64,
)

_SPECIAL = "erf erfc gammaln digamma expit log_ndtr ndtr xlogy xlog1py entr betaln i0 i0e i1 i1e gamma factorial rel_entr kl_div"
_TWO = "xlogy xlog1py betaln rel_entr kl_div"
SCIPY: list[Entry] = entries(
    {
        f"scipy.special.{name}": "…(p, p)\n…(p, 1.5)" if name in _TWO.split() else "…(p)\n…(s)"
        for name in _SPECIAL.split()
    }
    | {
        "scipy.special.erfinv": "…(u)",
        "scipy.special.logit": "…(u * u + 0.125)",
        "scipy.special.ndtri": "…(u * u + 0.125)",
        "scipy.special.logsumexp": "…(x)\n…(x, axis=0)\n…(x, axis=-1, keepdims=True)\n…(x, b=p)",
        "scipy.special.softmax": "…(x)\n…(x, axis=-1)",
        "scipy.special.log_softmax": "…(x, axis=-1)",
        "scipy.special.polygamma": "…(1, p)",
        "scipy.special.zeta": "…(p + 1, 1)",
        "scipy.special.binom": "…(5, 2)\n…(p, 1)",
        "scipy.special.comb": "…(5, 2)\n…(p, 1)",
        "scipy.special.j0": "…(p)",
        "scipy.special.gammainc": "…(p, p)",
        "scipy.special.beta": "…(p, p)",
    },
    ulps=64,
)

_MATH = "exp expm1 sin cos tan sinh cosh tanh atan asinh degrees radians sqrt log log2 log10 log1p fabs floor ceil trunc erf erfc gamma lgamma isnan isinf isfinite cbrt exp2"
MATH: list[Entry] = entries(
    {f"math.{name}": "…(s)\n…(x.sum())\n…(v[0])\n…(x)\n…(-s)" for name in _MATH.split()}
    | {
        f"math.{name}": "…(s, 2.5)\n…(s, 2)\n…(v[0], s)"
        for name in ("atan2", "pow", "hypot", "copysign", "fmod", "isclose", "ldexp")
    }
    | {
        "math.asin": "…(s / 2)\n…(s)",
        "math.acos": "…(s / 2)",
        "math.fsum": "…([s, s])",
        "math.prod": "…([s, 2])",
        "math.dist": "…([s], [2.0])",
        "math.gcd": "…(4, 6)",
        "math.modf": "…(s)",
        "math.frexp": "…(s)",
    },
    ulps=4,
)

BUILTINS: list[Entry] = entries(
    {
        "abs": "…(x)\n…(s)\n…(v[0])",
        "round": "…(s)\n…(s, 1)\n…(v[0])\n…(v[0], 1)",
        "sum": "…(v)\n…([s, s])\n…(v, s)\n…(x)",
        "max": "…(v)\n…([s, 2])\n…(s, 2.5)\n…(v[0], 2)",
        "min": "…(v)\n…(s, 1.0)",
        "len": "…(x)",
        "float": "…(v[0])\n…(s)\n…(x.sum())",
        "int": "…(v[0])\n…(s)",
        "bool": "…(v[0])\n…(s)",
        "complex": "…(v[0])",
        "divmod": "…(x, 3)\n…(s, 0.4)",
        "pow": "…(x, 2)\n…(s, 2)",
        "any": "…([s > 1])\n…(v > 100)",
        "all": "…(v > -100)",
        "sorted": "…([s, 1.0])",
        "list": "…(v)",
        "tuple": "…(v)",
        "zip": "r = [a * b for a, b in zip(v, v)]",
        "enumerate": "r = [i + a for i, a in enumerate(v)]",
        "reversed": "r = [a for a in reversed(v)]",
        "isinstance": "…(x, np.ndarray)\n…(s, float)\n…(v[0], np.float64)\n…(v[0], float)",
        "type": "r = type(x) is np.ndarray\nr = type(s) is float",
    }
)

METHODS: list[Entry] = entries(
    {
        f"ndarray.{name}": text.replace("…", f"x.{name}").replace("¤", f"v.{name}")
        for name, text in {
            "sum": "…()\n…(0)\n…(axis=-1, keepdims=True)\n…(dtype=float)", "prod": "…()\n…(axis=0)", "max": "…()\n…(0)", "min": "…()\n…(axis=-1)",
            "any": "…()", "all": "…()\n…(axis=0)", "argmax": "…()\n…(0)", "argmin": "…()", "cumsum": "…()\n…(0)", "cumprod": "…()",
            "argsort": "…()\n¤()", "clip": "…(-1, 1)\n…(min=0)", "round": "…()\n…(1)", "dot": "…(x.T)\n¤(v)", "trace": "…()", "repeat": "…(2)\n¤(2, axis=0)",
            "take": "¤([0, 1])\n…(0)", "searchsorted": "r = np.sort(v).searchsorted(1)", "swapaxes": "…(0, 1)", "squeeze": "…()",
            "diagonal": "…()", "ravel": "…()\n…('F')", "copy": "…()", "ptp": "…()", "conj": "…()", "conjugate": "…()", "reshape": "…(-1)\n…(2, -1)\n…((2, -1))\n…(x.shape[::-1])",
            "transpose": "…()\n…(1, 0)\n…((1, 0))", "astype": "…(float)\n…(np.float32)\n…(np.int32)\n…(bool)\n…('complex128')\n…(np.uint8)\n…(x.dtype, copy=False)\n…(np.float16)",
            "flatten": "…()\n…('F')", "item": "¤(0)\nr = x.sum().item()\n…(0)", "tolist": "…()\n¤()", "nonzero": "…()", "view": "…()\n…(x.dtype)", "tobytes": "…()",
            "T": "x.T\nx.T.T", "mT": "x.mT", "real": "x.real\nx.sum().real\ns.real", "imag": "x.imag\ns.imag", "flat": "r = x.flat[1]\nr = [a for a in v.flat]\nr = x.flat[1:3]",
            "shape": "x.shape\nx.shape[0]", "size": "x.size", "ndim": "x.ndim", "dtype": "x.dtype\nx.dtype.name\nx.dtype.kind == 'f'\nx.dtype == float\nx.dtype == x.real.dtype",
            "nbytes": "x.nbytes", "itemsize": "x.itemsize", "strides": "x.strides", "choose": "r = (w % 2).choose([v[:5], v[1:]])", "compress": "¤([True, False, True])",
            "partition": "r = np.sort(v)[2]", "byteswap": "…()", "sort": "x.sort(); r = x + 0\nv.sort(); r = 1", "fill": "x.fill(2); r = 1", "resize": "r = 1", "put": "¤([0], 3); r = 1",
        }.items()
    }
)  # fmt: skip

_MEAN = ("mean", "std", "var")
METHODS += entries(
    {f"ndarray.{name}": f"x.{name}()\nx.{name}(0)\nx.{name}(axis=-1, keepdims=True)" for name in _MEAN}, ulps=8
)

_OPERATORS = "+ - * / // % ** < <= > >= == != & | ^ << >>"
OPERATORS: list[Entry] = entries(
    {
        f"operator {sign}": f"x {sign} y\nx {sign} 2\n2 {sign} p\nx {sign} s\ns {sign} p\nx {sign} True\nx {sign} p[..., :1]\ns {sign} 2\n3 {sign} s\n"
        f"x {sign} w[0]\nv[0] {sign} v[1]\nv[0] {sign} 2\nv[0] {sign} s\nx {sign} np.float32(2)\nx {sign} 2.5\nx {sign} 1j\nx {sign} 300\nx {sign} -1"
        for sign in _OPERATORS.split()
    }
    | {"operator @": "q @ q\nq @ b\nx @ x.T\nv @ v\nx @ 2", "operator unary": "-x\n+x\n~x\nnot s\n-s\nabs(-s)"},
    ulps=4,
)  # fmt: skip

INDEXING: list[Entry] = entries(
    {
        "x[int]": "x[0]\nx[-1]\nx[9]\nx[0][0]\nx[0, 1]\nv[w[0]]\nx[np.int64(0)]\nx[True]",
        "x[slice]": "x[1:]\nx[::-1]\nx[:, 1:3]\nx[..., 0]\nx[None]\nx[:, None]\nx[1:1]\nx[-2:, ::2]\nx[...]\nx[:, ::-1].T\nx[(0, slice(1))]",
        "x[array]": "v[w]\nx[[0, 1]]\nx[[0, 1], [1, 0]]\nx[w % 2]\nx[:, w % 3]\nx[w % 2, w % 3]\nx[w % 2, 1:]\nx[[[0, 1], [1, 0]]]\nv[w + 9]\nv[-w - 1]\nx[w % 2, None]\nx[1, w % 3]\n"
        "x[np.array([], dtype=int)]\nv[w > 2]",
        "x[mask]": "x[m]\nx[x > 1]\nx[m].sum()\nx[m].mean()\nlen(x[m])\nx[m].max()\nv[v > 0].std()\nx[[True, False, True]]\nx[np.array([True, False, True])]\nx[:, [True, False, True, False]]\n"
        "x[x[:, 0] > 0].sum(axis=0)",
        "x[int] = v": "x[0] = 1; r = 1\nx[0, 1] = s; r = 1\nv[w[0]] = 3; r = 1\nx[-1] = x[0]; r = 1\nx[0] = 2.75; r = 1\nx[0] = -1; r = 1\nx[0] = 300; r = 1\nx[0] = 1j; r = 1\nx[9] = 1; r = 1",
        "x[slice] = v": "x[1:] = 0; r = 1\nx[:, ::2] = y[:, ::2]; r = 1\nx[...] = s; r = 1\nx[:] = y; r = 1\nx[1:] = x[:-1]; r = 1\nx[:2] = [1, 2]; r = 1",
        "x[array] = v": "v[w] = 1; r = 1\nv[[0, 1]] = [5, 6]; r = 1\nx[w % 2] = 0; r = 1\nv[w + 9] = 0; r = 1\nx[[0, 1], [1, 0]] = s; r = 1",
        "x[mask] = v": "x[m] = 0; r = 1\nx[m] = y[m]; r = 1\nx[m] += 1; r = 1\nx[x > 1] *= 2; r = 1\nx[m] = s; r = 1\nx[m] = [1, 2]; r = 1\nx[m, ...] = 0; r = 1",
        "x op= v": "\n".join(f"x {sign}= {other}; r = 1" for sign in ("+", "-", "*", "/", "//", "%", "**") for other in ("1", "s", "y", "p", "1j", "300")),
        "out=": "np.add(x, y, out=x); r = 1\nnp.multiply(x, s, out=x); r = 1\nnp.add(x, y, where=m, out=x); r = 1\nnp.sum(x, axis=0, out=y[0]); r = 1\n"
        "np.add(x, y, x); r = 1\nnp.greater(x, y, out=m); r = 1\nnp.clip(x, 0, 1, out=x); r = 1\nnp.cumsum(v, out=v); r = 1\nnp.dot(q, q, out=q); r = 1",
        "ufunc methods": "np.add.reduce(x)\nnp.add.reduce(x, axis=None)\nnp.multiply.reduce(x, axis=0)\nnp.maximum.reduce(x)\nnp.add.accumulate(x)\nnp.maximum.accumulate(x)\nnp.minimum.accumulate(x, axis=1)\n"
        "np.add.outer(v, w)\nnp.subtract.outer(x, v)\nnp.logical_or.reduce(x)\nnp.bitwise_or.reduce(x)\nnp.add.reduceat(v, [0, 2])\nnp.subtract.reduce(v)\nnp.hypot.reduce(x)\nnp.add.reduce(x, keepdims=True)",
        "ufunc.at": "np.add.at(v, w, 1); r = 1\nnp.subtract.at(v, w, v[:5]); r = 1\nnp.maximum.at(v, w, 2); r = 1\nnp.multiply.at(x, 0, 2); r = 1\nnp.add.at(x, (w % 2, 0), s); r = 1\nnp.add.at(v, w + 9, 1); r = 1\n"
        "np.minimum.at(v, [0, 0], 1); r = 1\nnp.add.at(v, [0, 0, 1], 300); r = 1",
    }
)  # fmt: skip

MODULES = [*LINALG, *FFT, *SCIPY, *MATH, *BUILTINS, *METHODS, *OPERATORS, *INDEXING]
