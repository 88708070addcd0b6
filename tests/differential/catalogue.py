"""What is tried: for each function expressions in the names of `operands.Kind.inputs`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """One public function or method.

    Attributes:
      name: As people write it.
      sources: Statements that leave their result in `r`.
      ulps: Largest error accepted, in units of the last place of the result's largest element.
    """

    name: str
    sources: tuple[str, ...]
    ulps: float = 0.0


def _entries(table: dict[str, str], ulps: float = 0.0) -> list[Entry]:
    """Entries from lines; `…` stands for the name, and a line that assigns nothing is an expression."""
    made = []
    for name, lines in table.items():
        sources = [line.strip().replace("…", name) for line in lines.split("\n") if line.strip()]
        made.append(Entry(name, tuple(map(_statement, sources)), ulps))
    return made


def _statement(source: str) -> str:
    if ";" in source:
        return "\n".join(part.strip() for part in source.split(";"))
    return source if source.startswith(("r =", "x", "np.add.at")) and " = " in source[:20] else f"r = {source}"


def _unary(names: str, operand: str, ulps: float) -> list[Entry]:
    return [
        Entry(f"np.{name}", tuple(f"r = np.{name}({text})" for text in (operand, f"{operand}[..., :2]", "s")), ulps)
        for name in names.split()
    ]


def _binary(names: str, other: str, ulps: float, module: str = "np") -> list[Entry]:
    forms = f"x, {other}", f"x, {other}[..., :1]", "x, 2", f"3, {other}", f"x, s", f"x, np.float32(1.5)", f"x, np.int32(2)"
    return [Entry(f"{module}.{name}", tuple(f"r = {module}.{name}({form})" for form in forms), ulps) for name in names.split()]


def _reductions(names: str, ulps: float) -> list[Entry]:
    forms = (
        "x", "x, axis=0", "x, axis=-1", "x, axis=(0, 1)", "x, axis=1, keepdims=True", "x, keepdims=True", "x.T, axis=0",
        "x, 0", "x[..., ::2]", "x > 0", "[1.5, 2.0]", "x, axis=2",
    )  # fmt: skip
    return [Entry(f"np.{name}", tuple(f"r = np.{name}({form})" for form in forms), ulps) for name in names.split()]


ENTRIES: list[Entry] = [
    *_unary("negative positive absolute fabs sign sqrt square floor ceil trunc rint isfinite isinf isnan signbit", "x", 0),
    *_unary("conjugate logical_not invert spacing bitwise_count real_if_close isreal iscomplex", "x", 0),
    *_unary("exp exp2 expm1 sin cos tan sinh cosh tanh arctan arcsinh cbrt degrees radians deg2rad rad2deg", "x", 8),
    *_unary("sinc i0 angle unwrap", "x", 16),
    *_unary("log log2 log10 log1p arccosh reciprocal", "p", 8),
    *_unary("arcsin arccos arctanh", "u", 8),
    *_binary("add subtract multiply true_divide divide floor_divide remainder mod fmod divmod maximum minimum fmax fmin", "p", 0),
    *_binary("greater greater_equal less less_equal equal not_equal logical_and logical_or logical_xor", "y", 0),
    *_binary("bitwise_and bitwise_or bitwise_xor left_shift right_shift gcd lcm copysign nextafter heaviside", "p", 0),
    *_binary("power float_power arctan2 hypot logaddexp logaddexp2 ldexp", "p", 8),
    *_reductions("sum prod max min any all argmax argmin amax amin ptp count_nonzero nansum nanprod nanmax nanmin", 0),
    *_reductions("nanargmax nanargmin median nanmedian", 0),
    *_reductions("mean std var nanmean nanstd nanvar average", 8),
    *_reductions("cumsum cumprod nancumsum nancumprod sort argsort", 0),
    *_entries(
        {
            "np.sum": "…(x, dtype=np.float32)\n…(x, dtype=int)\n…(x, initial=2)\n…(x, where=m)\n…(x, axis=0, where=m)\n…(x, dtype=float)",
            "np.prod": "…(x, dtype=np.float32)\n…(x, dtype=complex)\n…(x, initial=2)\n…(x, where=m)",
            "np.mean": "…(x, dtype=np.float32)\n…(x, where=m)\n…(x, axis=0, dtype=float)",
            "np.max": "…(x, initial=2)\n…(x, initial=2, where=m)",
            "np.min": "…(x, initial=2)\n…(x, initial=-2.5, where=m)",
            "np.any": "…(x, where=m)",
            "np.all": "…(x, where=m, axis=0)",
            "np.cumsum": "…(x, axis=0, dtype=float)\n…(x, dtype=np.int16)",
        }
    ),
    *_entries({"np.std ddof": "np.std(x, ddof=1)\nnp.std(x, axis=0, ddof=1)\nnp.var(x, ddof=1, keepdims=True)\nnp.std(x, where=m)"}, 8),
    *_entries(
        {
            "np.reshape": "…(x, -1)\n…(x, (-1, 2))\n…(x, (2, -1), order='F')\n…(x.T, -1)",
            "np.ravel": "…(x)\n…(x.T)\n…(x, order='F')\n…(x[..., ::2])",
            "np.transpose": "…(x)\n…(x, (1, 0))\n…(x, (2, 0, 1))",
            "np.swapaxes": "…(x, 0, 1)\n…(x, 0, -1)",
            "np.moveaxis": "…(x, 0, -1)\n…(x, [0, 1], [1, 0])",
            "np.rollaxis": "…(x, 1)",
            "np.squeeze": "…(x)\n…(x[None])\n…(x[None], axis=0)\n…(x, axis=0)",
            "np.expand_dims": "…(x, 0)\n…(x, -1)\n…(x, (0, 2))",
            "np.atleast_1d": "…(x)\n…(x, y)\n…(s)\n…(x.sum())",
            "np.atleast_2d": "…(x)\n…(s)",
            "np.atleast_3d": "…(x)\n…(s)",
            "np.broadcast_to": "…(x, (2, *x.shape))\n…(x, x.shape)\n…(s, (3,))\n…(x.sum(), (3,))",
            "np.broadcast_arrays": "…(x, y)\n…(x, y[..., :1])\n…(x, 1)",
            "np.flip": "…(x)\n…(x, 0)\n…(x, (0, 1))",
            "np.fliplr": "…(x)",
            "np.flipud": "…(x)",
            "np.rot90": "…(x)\n…(x, 2)\n…(x, -1, (1, 0))",
            "np.roll": "…(x, 1)\n…(x, -2, axis=0)\n…(x, (1, 2), axis=(0, 1))",
            "np.split": "…(x, 2)\n…(x, [1, 2])\n…(x, 2, axis=1)\n…(x, 5)",
            "np.array_split": "…(x, 2)\n…(x, 4, axis=-1)",
            "np.hsplit": "…(x, 2)",
            "np.vsplit": "…(x, [1])",
            "np.dsplit": "…(x, 2)",
            "np.unstack": "…(x)\n…(x, axis=-1)",
            "np.diagonal": "…(x)\n…(x, 1)\n…(x, axis1=1, axis2=0)",
            "np.diag": "…(x)\n…(x, 1)\n…(v)\n…(v, -1)",
            "np.diagflat": "…(x)\n…(v, 1)",
            "np.trace": "…(x)\n…(x, 1)\n…(x, dtype=float)",
            "np.tril": "…(x)\n…(x, -1)",
            "np.triu": "…(x)\n…(x, 1)",
            "np.real": "…(x)\n…(s)\n…(x.sum())",
            "np.imag": "…(x)\n…(s)\n…(x.sum())",
            "np.concatenate": "…((x, y))\n…([x, y], axis=-1)\n…((x, y), axis=None)\n…((x, [1.5, 2]))\n…((x, y), dtype=complex)\n…((v, w))",
            "np.stack": "…((x, y))\n…([x, y], axis=-1)\n…([x, y, y], 1)\n…([s, 2 * s])",
            "np.vstack": "…((x, y))\n…([x[0], y])",
            "np.hstack": "…((x, y))\n…([v, 1.5])",
            "np.dstack": "…((x, y))",
            "np.column_stack": "…((x, y))\n…((v, v))",
            "np.block": "…([[x, y], [y, x]])\n…([x, y])",
            "np.append": "…(x, y)\n…(x, y, axis=0)\n…(v, 1.5)\n…(v, [2, 3])",
            "np.insert": "…(v, 1, 5)\n…(x, 1, 5, axis=0)\n…(v, [1, 3], [7, 8])",
            "np.delete": "…(v, 1)\n…(v, [0, 2])\n…(x, 0, axis=0)\n…(x, slice(1, 3), axis=-1)\n…(v, w)",
            "np.tile": "…(x, 2)\n…(x, (2, 3))",
            "np.repeat": "…(x, 2)\n…(x, 2, axis=0)\n…(v, [1, 0, 2, 1, 1, 1])\n…(v[:5], w)",
            "np.pad": "…(x, 1)\n…(x, 1, mode='edge')\n…(x, 1, constant_values=2)\n…(x, 1, mode='wrap')\n…(x, 2, mode='reflect')\n…(v, (1, 2), mode='linear_ramp')\n…(v, 1, mode='mean')\n…(v, 2, mode='symmetric')\n…(v, 1, mode='maximum')",
            "np.resize": "…(x, (2, 5))\n…(v, 9)",
            "np.take": "…(x, [0, 1])\n…(x, 0)\n…(x, w)\n…(v, w)\n…(x, [0, 2], axis=-1)\n…(v, [[0, 1], [2, 3]])\n…(v, 9)\n…(v, 9, mode='clip')\n…(v, [7, -9], mode='wrap')\n…(v, w + 4)\n…(v, w + 4, mode='clip')",
            "np.take_along_axis": "…(x, np.argsort(x, axis=-1), axis=-1)\n…(v, w, axis=0)",
            "np.choose": "…([0, 1, 0, 1, 0, 1], [v, v + v])\n…(w % 2, [v[:5], v[1:]])",
            "np.select": "…([x > 1, x > 0], [x, y])\n…([x > 1, x > 0], [x, y], default=7)\n…([m], [x], 1.5)",
            "np.where": "…(m, x, y)\n…(m, x, 0)\n…(m, 1.5, x)\n…(x > 0, x, s)\n…(m, 1, 2)\n…(x, y, x)\n…(m)\n…(v > 0)",
            "np.clip": "…(x, -1, 1)\n…(x, 1, None)\n…(x, None, 1.5)\n…(x, 0, y)\n…(x, min=1, max=3)\n…(x, a_min=0, a_max=1)\n…(s, 0, 1)\n…(x, -1, 300)",
            "np.round": "…(x)\n…(x, 1)\n…(x, -1)\n…(s)\n…(x / 3, 2)",
            "np.around": "…(x, 1)",
            "np.fix": "…(x)\n…(s)",
            "np.nan_to_num": "…(x)\n…(x / 0.0)\n…(np.where(m, x, np.nan), nan=2.5)\n…(x, copy=False)",
            "np.partition": "r = …(x, 1)[..., 1]\nr = …(v, 2)[2]",
            "np.argpartition": "r = np.take(v, …(v, 2)[2])",
            "np.lexsort": "…((x, y))\n…((v,))",
            "np.searchsorted": "…(np.sort(v), v)\n…(np.sort(v), 1)\n…(np.sort(v), v, side='right')\n…([1, 2, 3], x)\n…(np.sort(v), s)",
            "np.digitize": "…(x, [0, 1, 2])\n…(x, [2, 1, 0])\n…(x, [0, 1, 2], right=True)",
            "np.unique": "…(v)\n…(x)\n…(v, return_counts=True)\n…(v, return_inverse=True)\n…(x, axis=0)",
            "np.bincount": "…(w)\n…(w, minlength=9)\n…(w, weights=v[:5])",
            "np.histogram": "…(v, 3)\n…(x, bins=[0, 1, 2])\n…(v, 3, range=(0, 2))\n…(v, 3, density=True)\n…(v, 2, weights=v)",
            "np.nonzero": "…(x)\n…(v)",
            "np.flatnonzero": "…(x)",
            "np.argwhere": "…(x)",
            "np.isin": "…(x, [1, 2])\n…(x, y)\n…(x, y, invert=True)",
            "np.array_equal": "…(x, y)\n…(x, x)\n…(x, x.T)\n…(x, [1, 2])",
            "np.array_equiv": "…(x, y)\n…(x, x[None])",
            "np.isclose": "…(x, y)\n…(x, x)\n…(x, y, atol=1)\n…(s, 1.5)",
            "np.allclose": "…(x, y)\n…(x, x)\n…(x, y, atol=100)",
            "np.diff": "…(x)\n…(x, 2)\n…(x, axis=0)\n…(v, prepend=0)\n…(v, append=v[:1])\n…(m)",
            "np.ediff1d": "…(x)\n…(x, to_begin=1)",
            "np.meshgrid": "…(v, v)\n…(v, w, indexing='ij')\n…(v, w, sparse=True)",
            "np.ix_": "r = x[…([0, 1], [1, 0])]",
            "np.indices": "…(x.shape)",
            "np.unravel_index": "…(w, (2, 3))\n…(3, (2, 3))",
            "np.ravel_multi_index": "…((w % 2, w % 3), (2, 3))",
            "np.zeros_like": "…(x)\n…(x, dtype=int)\n…(x, shape=(2,))\n…(s)",
            "np.ones_like": "…(x)\n…(x, dtype=complex)\n…(x.T)",
            "np.full_like": "…(x, 3)\n…(x, 1.5)\n…(x, s)\n…(x, y)\n…(x, 300)",
            "np.empty_like": "r = …(x).shape",
            "np.full": "…((2, 3), s)\n…(3, x.sum())\n…((2, 6), v)\n…(3, 7)\n…((2, 2), s, dtype=int)",
            "np.zeros": "…((2, 3))\n…(3, dtype=x.dtype)\n…(x.shape, int)\n…(2, 'float32')",
            "np.ones": "…(x.shape)\n…(3, dtype=bool)",
            "np.eye": "…(3)\n…(2, 3, 1)\n…(2, dtype=x.dtype)",
            "np.identity": "…(2)",
            "np.arange": "…(4)\n…(1, 3, 0.5)\n…(x.size)\n…(0, 2 * s, 0.5)\n…(3, dtype=x.dtype)\n…(2000)\n…(0.5, 2000.5)\n…(3000, 0, -2)",
            "np.tri": "…(3)\n…(2, 3, 1, dtype=int)",
            "np.array": "…(x)\n…([x, y])\n…([1, s])\n…([[s, 2.0], [1, s]])\n…(x, dtype=float)\n…(x, dtype=np.float32)\n…(x, copy=False)\n…(x, ndmin=3)\n…([x.sum(), 1])\n…(s)\n…(range(3))\n…([v, v], dtype=complex)\n…(x.tolist())",
            "np.asarray": "…(x)\n…(x, dtype=float)\n…([s, 1])\n…(x, float)\n…(s)\n…(x.T)",
            "np.ascontiguousarray": "…(x)\n…(x.T)\n…(s)",
            "np.asfortranarray": "…(x)",
            "np.copy": "…(x)\n…(x.T)\n…(s)",
            "np.astype": "…(x, float)\n…(x, np.int32)\n…(x, bool)",
            "np.shape": "…(x)\n…([1, 2])\n…(s)",
            "np.ndim": "…(x)\n…(s)",
            "np.size": "…(x)\n…(x, 0)\n…(s)",
            "np.isscalar": "…(x)\n…(s)\n…(x.sum())",
            "np.iscomplexobj": "…(x)\n…(s)",
            "np.isrealobj": "…(x)",
            "np.result_type": "…(x, 1)\n…(x, 1.5)\n…(x, np.float32)\n…(x, s)",
            "np.can_cast": "…(x.dtype, float)",
            "np.min_scalar_type": "…(x)",
            "np.shares_memory": "…(x, x[..., 1:])\n…(x, y)",
            "np.may_share_memory": "…(x, x.T)\n…(x, y)",
            "np.dot": "…(x, x.T)\n…(v, v)\n…(x, 2)\n…(q, q)\n…(q, b)\n…(v, w)\n…(s, v)",
            "np.vdot": "…(x, y)\n…(v, v)",
            "np.inner": "…(x, y)\n…(v, v)\n…(v, 2)",
            "np.outer": "…(x, y)\n…(v, w)\n…(v, v)",
            "np.matmul": "…(q, q)\n…(q, b)\n…(x, x.T)\n…(v, v)\n…(x, 2)\n…(q, b[..., 0])",
            "np.tensordot": "…(x, y)\n…(x, y, axes=x.ndim)\n…(q, b, axes=1)\n…(x, y, axes=([0], [0]))",
            "np.kron": "…(x, y)\n…(v, v)\n…(q, b)",
            "np.cross": "…(v[:3], v[3:])\n…(q, q)\n…(q, q, axis=0)",
            "np.einsum": "…('ij,jk', q, b)\n…('i,i', v, v)\n…('ij->ji', q)\n…('...i,...i', x, y)\n…('ii', q)\n…('i,j->ij', v, w)\n…('ij,ij->', q, q, optimize=True)",
            "np.convolve": "…(v, v)\n…(v, v[:3], 'same')\n…(v, w, 'valid')",
            "np.correlate": "…(v, v)\n…(v, v[:3], 'full')",
            "np.vander": "…(v)\n…(v, 3)\n…(v, 3, increasing=True)",
            "np.gradient": "…(x)\n…(v)\n…(v, 2.0)\n…(x, axis=0)\n…(v, edge_order=2)",
            "np.trapezoid": "…(x)\n…(v, dx=0.5)\n…(v, v)\n…(x, axis=0)",
            "np.interp": "…(x, [0, 1, 2], [1.0, 3.0, 2.0])\n…(s, [0, 1, 2], [1.0, 3.0, 2.0])\n…(v, np.arange(6), v)\n…(v, [0, 1], [2, 4], left=-1)\n…(v, [0.0, 1.0], [2, 4], period=1.5)",
            "np.percentile": "…(x, 50)\n…(x, [25, 75])\n…(x, 30, axis=0)\n…(x, 25, keepdims=True)\n…(x, 40, method='lower')\n…(x, 40, method='nearest')",
            "np.quantile": "…(x, 0.5)\n…(x, [0.25, 0.75], axis=-1)\n…(x, 0.3, method='higher')\n…(x, 0.3, method='midpoint')",
            "np.nanpercentile": "…(x, 50)\n…(x, 25, axis=0)",
            "np.nanquantile": "…(x, 0.5)",
            "np.average": "…(x, weights=p)\n…(x, axis=0, weights=p)\n…(x, weights=p, returned=True)\n…(v[:5], weights=w)",
            "np.cov": "…(x)\n…(x, rowvar=False)\n…(v, v)\n…(x, bias=True)",
            "np.corrcoef": "…(x + np.arange(x.size).reshape(x.shape))\n…(v, v)",
            "np.polyval": "…([1, 2, 3], x)\n…(v, s)\n…(v, v)",
            "np.polyadd": "…(v, v)\n…(v, [1, 2])",
            "np.polysub": "…(v, [1, 2])",
            "np.polymul": "…(v, [1, 2])",
            "np.polyder": "…(v)\n…(v, 2)",
            "np.polyint": "…(v)",
            "np.polyfit": "…(np.arange(6), v, 2)",
            "np.polydiv": "…(v, [1, 2])",
            "np.roots": "…([1, -3, 2])\n…(v)",
            "np.piecewise": "…(x, [x < 0, x >= 0], [-1, 1])\n…(x, [x > 1], [lambda t: t * 2, lambda t: t])",
            "np.apply_along_axis": "…(np.sum, 0, x)\n…(lambda t: t[0] * 2, 1, x)",
            "np.apply_over_axes": "…(np.sum, x, [0, 1])",
            "np.vectorize": "…(lambda t: t + 1)(x)",
            "np.extract": "…(x > 0, x)",
            "np.compress": "…([True, False, True], x, axis=0)\n…(m.ravel(), x)",
            "np.packbits": "…(x)\n…(m)",
            "np.unpackbits": "…(x)",
            "np.union1d": "…(x, y)",
            "np.intersect1d": "…(x, y)",
            "np.setdiff1d": "…(x, y)",
            "np.trim_zeros": "…(v)",
            "np.cumulative_sum": "…(v)\n…(x, axis=0)\n…(v, include_initial=True)",
            "np.cumulative_prod": "…(v)",
            "np.isposinf": "…(x)",
            "np.isneginf": "…(x)",
            "np.modf": "…(x)\n…(s)",
            "np.frexp": "…(x)",
            "np.vecdot": "…(x, y)",
            "np.matvec": "…(q, b[..., 0])",
            "np.linspace": "…(0, 1, 5)\n…(0, s, 5)\n…(s, 3, 4, endpoint=False)\n…(0, 1, 3000)\n…(0, 1, 5, retstep=True)\n…(0, s, 5, retstep=True)\n…(v, v + v, 3)\n…(0, 10, 5, dtype=int)",
            "np.logspace": "…(0, 2, 3)",
            "np.geomspace": "…(1, 8, 4)",
            "np.histogram_bin_edges": "…(v, 3)",
            "np.histogram2d": "…(v, v, 3)",
            "np.tril_indices": "…(3)\nr = q[..., 0][…(2)]",
            "np.triu_indices": "…(3, 1)",
            "np.diag_indices": "…(3)",
            "np.mask_indices": "…(3, np.triu)",
            "np.require": "…(x)",
            "np.array2string": "…(x)",
            "np.array_repr": "…(x)",
        },
        ulps=0,
    ),
]  # fmt: skip
