"""Random expressions over the names of the setup: text made of what people write.

Values are small integers and dyadic fractions, so that NumPy and XLA must agree to the bit.
"""

from hypothesis import strategies as st

_VECTORS = ("a", "h", "z", "alias", "i", "items[0]", "table['a']", "box.v", "sub.v", "nested['p'][0]", "pair.left")
_FLOATING = ("a", "z", "alias", "items[0]", "table['a']", "box.v", "sub.v", "nested['p'][0]", "pair.left")
_MATRICES = ("b", "f", "k", "point.y", "cube[0]", "wide[1]", "cube[:, 1]")
_CUBES = ("cube", "wide", "cube.T", "cube[::-1]", "wide[:, ::-1]")
_SHORT = ("w", "small", "big", "zz", "vec.a", "a[:3]", "h[::2]", "np.float32([1, 2, 3])")
_SCALARS = (
    "s",
    "n",
    "0.5",
    "2",
    "-1",
    "box.w",
    "table['x']",
    "nested['p'][1][0]",
    "point.x",
    "pair.right",
    "items[1]",
    "True",
)
_INTEGERS = ("n", "2", "len(items)", "table['n']", "a.size", "0", "1")
_RESULTS = ("r0", "r1", "r2", "r3")

vectors, floating, matrices = map(st.sampled_from, (_VECTORS, _FLOATING, _MATRICES))
cubes, short = map(st.sampled_from, (_CUBES, _SHORT))
axes = st.sampled_from(("0", "1", "2", "-1", "(0, 1)", "(2, 0)", "None"))
scalars, integers, results = map(st.sampled_from, (_SCALARS, _INTEGERS, _RESULTS))
operators = st.sampled_from("+-*")
comparisons = st.sampled_from(("<", "<=", ">", ">=", "==", "!="))
slices = st.sampled_from(("1:", ":-1", "::2", "::-1", "1:4", "2:2", ":", "-3:", "4:1:-1", "None", "...", ":100"))
vector_indices = st.sampled_from(
    ("0", "-1", "n", "[0, 2]", "i", "m", "i[:2]", "np.array([1, 1, 0])", "7", "-7", "[True] * 6")
)
ufuncs = st.sampled_from(("abs", "negative", "square", "floor", "sign", "isnan", "logical_not", "rint", "positive"))
reductions = st.sampled_from(
    ("sum", "max", "min", "argmax", "argmin", "any", "all", "cumsum", "prod", "ptp", "count_nonzero")
)
dtypes = st.sampled_from(("float", "np.float32", "int", "np.int32", "np.int8", "bool", "complex", "np.uint8"))


def text(template: str, **parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.fixed_dictionaries(parts).map(lambda found: template.format(**found))


_atoms = st.one_of(vectors, matrices, scalars, results)
views = st.one_of(
    text("{v}[{s}]", v=vectors, s=slices),
    text("{x}.T", x=matrices),
    text("{x}[:, {s}]", x=matrices, s=slices),
    text("{x}[{s}, 1]", x=matrices, s=slices),
    text("{x}.reshape(-1)", x=matrices),
    text("{v}.reshape(2, 3)", v=vectors),
    text("np.broadcast_to({v}, (2, 6))", v=vectors),
    text("{x}.ravel()[{s}]", x=matrices, s=slices),
    text("{x}[{s}, 0]", x=cubes, s=slices),
    text("{x}[..., {s}]", x=cubes, s=slices),
    text("{x}[:, None, {s}]", x=cubes, s=slices),
    text("{x}.swapaxes(0, {j})", x=cubes, j=st.sampled_from("012")),
    text("{x}.transpose(1, 2, 0)", x=cubes),
    text("{x}.reshape(6, -1)", x=cubes),
    text("{x}.diagonal()", x=cubes),
    text("np.split({x}, 2, axis=-1)[{j}]", x=cubes, j=st.sampled_from("01")),
    text("np.moveaxis({x}, 0, -1)", x=cubes),
    text("np.atleast_2d({x})", x=vectors),
    text("np.flip({x})", x=matrices),
    text("{x}.real", x=short),
    text("{x}.flat[{s}]", x=matrices, s=slices),
)


def _compound(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        text("({x} {o} {y})", x=inner, o=operators, y=inner),
        text("({x} {c} {y})", x=inner, c=comparisons, y=inner),
        text("({x} / 2)", x=inner),
        text("({x} // 2)", x=inner),
        text("({x} % 4)", x=inner),
        text("({x} ** 2)", x=inner),
        text("(-{x})", x=inner),
        text("np.{u}({x})", u=ufuncs, x=inner),
        text("np.{r}({x})", r=reductions, x=inner),
        text("np.asarray({x}).astype({d})", x=inner, d=dtypes),
        text("np.where(m, {x}, {y})", x=vectors, y=vectors),
        text("np.maximum({x}, {y})", x=inner, y=inner),
        text("{v}[{j}]", v=vectors, j=vector_indices),
        text("({x} if flag else {y})", x=inner, y=inner),
        text("({x} if n > 2 else {y})", x=inner, y=inner),
        text("double({x})", x=inner),
        text("shift({x})", x=inner),
        text("shift({x}, by={y})", x=inner, y=scalars),
        text("outer({x})", x=inner),
        text("box.scaled({x})", x=inner),
        text("sub.scaled({x})", x=inner),
        text("Box.half({x})", x=inner),
        text("sub.sized({x})", x=inner),
        st.sampled_from(
            ("box.total", "sub.total", "count()", "fact(n)", "len(table)", "f'{n}-{text}'", "text * 2", "type(n)")
        ),
        text("total({x}, {y}, scale={s}, extra=1)", x=vectors, y=matrices, s=scalars),
        text("sum({v})", v=vectors),
        text("sum(q * 2 for q in {v})", v=vectors),
        text("[q * {x} for q in range(3)]", x=scalars),
        text("[q + 1 for q in {v} if flag]", v=vectors),
        text("{{q: {x} * q for q in range(2)}}", x=scalars),
        text("sorted([{x}, 2, 0.5])", x=integers),
        text("list(map(double, [{x}, {y}]))", x=inner, y=inner),
        text("functools.reduce(lambda p, q: p + q, [{x}, {y}])", x=inner, y=inner),
        text("np.array([{x}, {y}])", x=scalars, y=scalars),
        text("np.stack([{x}, {y}])", x=vectors, y=vectors),
        text("np.concatenate([{x}, {y}])", x=vectors, y=vectors),
        text("{x}.copy()", x=vectors),
        text("{x} @ {y}", x=vectors, y=vectors),
        text("({x}, {y})", x=inner, y=inner),
        text("Box({v}, {x})", v=vectors, x=scalars),
        text("Point({x}, {y})", x=scalars, y=vectors),
        text("Pair({x}, {y})", x=inner, y=scalars),
        text("pair._replace(right={x})", x=scalars),
        text("float({x})", x=scalars),
        text("int({x})", x=scalars),
        text("bool({x})", x=scalars),
        text("isinstance({x}, np.ndarray)", x=inner),
        text("({x} is {y})", x=vectors, y=vectors),
        text("np.zeros({n})", n=integers),
        text("np.arange({n}, dtype={d})", n=integers, d=dtypes),
        text("sum(pieces({x}))", x=vectors),
        text("({x} and {y})", x=scalars, y=inner),
        text("(0 <= {x} < 3)", x=scalars),
        text("np.shares_memory({x}, {y})", x=vectors, y=vectors),
    )


def _of_arrays() -> st.SearchStrategy[str]:
    """What NumPy makes of arrays: its functions, each with the arguments that people give."""
    return st.one_of(
        text("{x}.sum(axis={j})", x=cubes, j=axes),
        text("{x}.max(axis={j}, keepdims=True)", x=cubes, j=axes),
        text("np.mean({x}, axis={j})", x=cubes, j=axes),
        text("np.cumsum({x}, axis={j})", x=cubes, j=st.sampled_from("012")),
        text("np.argsort({x}, kind='stable')", x=vectors),
        text("np.sort({x})[::-1]", x=vectors),
        text("np.searchsorted(np.sort({x}), {y})", x=vectors, y=scalars),
        text("np.einsum('ij,j->i', {x}, w)", x=matrices),
        text("np.dot({x}, {y}.T)", x=matrices, y=matrices),
        text("np.outer({x}, {y})", x=short, y=short),
        text("({x} {o} {y})", x=short, o=operators, y=short),
        text("({x} {o} {y})", x=short, o=operators, y=scalars),
        text("({x} {o} {y})", x=cubes, o=operators, y=short),
        text("({x} & {y})", x=st.sampled_from(("i", "k[0]", "m", "small")), y=st.sampled_from(("3", "i", "m", "True"))),
        text("({x} >> 1)", x=st.sampled_from(("i", "k", "small", "big"))),
        text("np.clip({x}, 0, {y})", x=vectors, y=scalars),
        text("np.round({x} * 0.75, 1)", x=short),
        text("np.diff({x})", x=vectors),
        text("np.tile({x}, 2)", x=short),
        text("np.repeat({x}, {y})", x=short, y=integers),
        text("np.roll({x}, {y})", x=vectors, y=integers),
        text("np.pad({x}, 1)", x=matrices),
        text("np.take({x}, [0, 2], axis=-1)", x=cubes),
        text("np.where({x} > 1)[0]", x=vectors),
        text("np.nonzero({x})", x=st.sampled_from(("m", "z", "i"))),
        text("{x}[{x} > 1]", x=vectors),
        text("{x}[{x} > 1].sum()", x=vectors),
        text("len({x}[{x} > 1])", x=vectors),
        text("np.unique({x} // 2)", x=st.sampled_from(("a", "i", "h"))),
        text("np.bincount({x})", x=st.sampled_from(("i", "k[0]"))),
        text("np.linspace(0, {x}, 5)", x=integers),
        text("np.arange({x}, 8, {y})", x=integers, y=st.sampled_from(("1", "0.5", "2"))),
        text("np.full((2, 2), {x})", x=scalars),
        text("np.zeros_like({x})", x=cubes),
        text("np.eye({x})", x=integers),
        text("np.triu({x})", x=matrices),
        text("np.add.reduce({x}, axis=0)", x=cubes),
        text("np.multiply.accumulate({x})", x=short),
        text("np.subtract.outer({x}, {y})", x=short, y=short),
        text("np.vstack([{x}, {y}])", x=short, y=short),
        text("np.array([{x}, {y}])", x=short, y=short),
        text("np.array_equal({x}, {y})", x=vectors, y=vectors),
        text("np.allclose({x}, {y})", x=vectors, y=vectors),
        text("{x}.tolist()", x=short),
        text("{x}.item(0)", x=short),
        text("int({x}[0])", x=st.sampled_from(("w", "i", "big", "a"))),
        text("float({x}.sum())", x=st.sampled_from(("w", "i", "a"))),
        text("{x}.astype({d})", x=short, d=dtypes),
        text("np.asfortranarray({x})", x=matrices),
        text("{x}.copy(order='K')", x=cubes),
        text("{x}.conj().T", x=short),
        text("np.abs({x})", x=short),
        text("max({x}.shape)", x=cubes),
        text("a[int(i[{j}])]", j=st.sampled_from("0123")),
        text("cube[{j}, i[:2], 1]", j=st.sampled_from(("0", "-1", "n - 3", "i[1]"))),
        text("b[[0, 1], [1, 2]]"),
        text("(vec + {x}).a", x=st.sampled_from(("vec", "1", "s", "w"))),
        text("(vec * {x})[0]", x=scalars),
        text("f'{{vec}} {{{x}:.2f}}'", x=st.sampled_from(("s", "a[1]", "w.sum()", "box.w"))),
        text("up({x})", x=integers),
        text("rng.integers(0, 10, {x})", x=st.sampled_from(("3", "(2, 2)"))),
        text("rng.permutation({x})", x=short),
        text("words[{j}]", j=st.sampled_from(("0", "1:", "[0, 2]", "words > 'a'"))),
    )


expressions = st.recursive(_atoms | views | _of_arrays(), _compound, max_leaves=4)
