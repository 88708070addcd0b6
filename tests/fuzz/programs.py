"""Random programs over a few names: text to run, made of statements that people write.

Values are small integers and dyadic fractions, so that NumPy and XLA must agree to the bit.
"""

from hypothesis import strategies as st

SETUP = """
import functools, itertools, math
import numpy as np
from collections import namedtuple
from dataclasses import dataclass
a = np.arange(6.0)
b = np.array([[1.0, -2.0, 4.0], [0.5, 8.0, -16.0]])
i = np.array([3, 0, 2, 1, 5, 4])
k = np.array([[1, 2, 3], [4, 5, 6]], dtype=np.int32)
m = np.array([True, False, True, True, False, False])
h = np.arange(6, dtype=np.float32)
z = np.array([0.0, -0.0, 1.0, -1.0, 2.0, -2.0])
f = np.asfortranarray(np.arange(6.0).reshape(2, 3))
view = a[1:4]
alias = a
s = 2.0
n = 3
flag = True
text = "ab"
items = [a, 1.0, 2]
table = {"a": a, "x": 1.5, "n": 4}
nested = {"p": [np.ones(6), (2.0, 3)]}
Pair = namedtuple("Pair", "left right")
pair = Pair(np.full(6, 2.0), 0.5)
class Box:
    size = 2
    def __init__(self, v, w=0.5):
        self.v = v
        self.w = w
    def scaled(self, x):
        return self.v * x + self.w
    def grow(self, by):
        self.w += by
        self.v[0] += by
        return self
    @property
    def total(self):
        return self.v.sum() * self.w
    @staticmethod
    def half(x):
        return x * 0.5
    @classmethod
    def sized(cls, x):
        return x * cls.size
class Sub(Box):
    size = 4
    def scaled(self, x):
        return super().scaled(x) - 1
@dataclass
class Point:
    x: float = 1.0
    y: object = None
box = Box(np.arange(6.0) * 2)
sub = Sub(a, 0.25)
point = Point(0.5, b)
def double(x):
    return x * 2
def write(x, v):
    x[0] = v
    return x
def count(by=1):
    global n
    n += by
    return n
def shift(x, by=s):
    return x + by * s
def outer(x):
    c = x + 1
    def inner(y):
        return c * y + s
    return inner(x) + inner(2.0)
def total(*xs, scale=1.0, **more):
    return sum(x.sum() for x in xs) * scale + len(more)
def checked(x, top):
    if top > 2:
        raise ValueError(f"too much: {top}")
    return x - top
def fact(q):
    return 1 if q <= 1 else q * fact(q - 1)
def pieces(x):
    for q in range(3):
        yield x * q
"""

_VECTORS = ("a", "h", "z", "alias", "i", "items[0]", "table['a']", "box.v", "sub.v", "nested['p'][0]", "pair.left")
_FLOATING = ("a", "z", "alias", "items[0]", "table['a']", "box.v", "sub.v", "nested['p'][0]", "pair.left")
_MATRICES = ("b", "f", "k", "point.y")
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


def _format(template: str, **parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.fixed_dictionaries(parts).map(lambda found: template.format(**found))


_atoms = st.one_of(vectors, matrices, scalars, results)
_views = st.one_of(
    _format("{v}[{s}]", v=vectors, s=slices),
    _format("{x}.T", x=matrices),
    _format("{x}[:, {s}]", x=matrices, s=slices),
    _format("{x}[{s}, 1]", x=matrices, s=slices),
    _format("{x}.reshape(-1)", x=matrices),
    _format("{v}.reshape(2, 3)", v=vectors),
    _format("np.broadcast_to({v}, (2, 6))", v=vectors),
    _format("{x}.ravel()[{s}]", x=matrices, s=slices),
)


def _compound(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        _format("({x} {o} {y})", x=inner, o=operators, y=inner),
        _format("({x} {c} {y})", x=inner, c=comparisons, y=inner),
        _format("({x} / 2)", x=inner),
        _format("({x} // 2)", x=inner),
        _format("({x} % 4)", x=inner),
        _format("({x} ** 2)", x=inner),
        _format("(-{x})", x=inner),
        _format("np.{u}({x})", u=ufuncs, x=inner),
        _format("np.{r}({x})", r=reductions, x=inner),
        _format("np.asarray({x}).astype({d})", x=inner, d=dtypes),
        _format("np.where(m, {x}, {y})", x=vectors, y=vectors),
        _format("np.maximum({x}, {y})", x=inner, y=inner),
        _format("{v}[{j}]", v=vectors, j=vector_indices),
        _format("({x} if flag else {y})", x=inner, y=inner),
        _format("({x} if n > 2 else {y})", x=inner, y=inner),
        _format("double({x})", x=inner),
        _format("shift({x})", x=inner),
        _format("shift({x}, by={y})", x=inner, y=scalars),
        _format("outer({x})", x=inner),
        _format("box.scaled({x})", x=inner),
        _format("sub.scaled({x})", x=inner),
        _format("Box.half({x})", x=inner),
        _format("sub.sized({x})", x=inner),
        st.sampled_from(
            ("box.total", "sub.total", "count()", "fact(n)", "len(table)", "f'{n}-{text}'", "text * 2", "type(n)")
        ),
        _format("total({x}, {y}, scale={s}, extra=1)", x=vectors, y=matrices, s=scalars),
        _format("sum({v})", v=vectors),
        _format("sum(q * 2 for q in {v})", v=vectors),
        _format("[q * {x} for q in range(3)]", x=scalars),
        _format("[q + 1 for q in {v} if flag]", v=vectors),
        _format("{{q: {x} * q for q in range(2)}}", x=scalars),
        _format("sorted([{x}, 2, 0.5])", x=integers),
        _format("list(map(double, [{x}, {y}]))", x=inner, y=inner),
        _format("functools.reduce(lambda p, q: p + q, [{x}, {y}])", x=inner, y=inner),
        _format("np.array([{x}, {y}])", x=scalars, y=scalars),
        _format("np.stack([{x}, {y}])", x=vectors, y=vectors),
        _format("np.concatenate([{x}, {y}])", x=vectors, y=vectors),
        _format("{x}.copy()", x=vectors),
        _format("{x} @ {y}", x=vectors, y=vectors),
        _format("({x}, {y})", x=inner, y=inner),
        _format("Box({v}, {x})", v=vectors, x=scalars),
        _format("Point({x}, {y})", x=scalars, y=vectors),
        _format("Pair({x}, {y})", x=inner, y=scalars),
        _format("pair._replace(right={x})", x=scalars),
        _format("float({x})", x=scalars),
        _format("int({x})", x=scalars),
        _format("bool({x})", x=scalars),
        _format("isinstance({x}, np.ndarray)", x=inner),
        _format("({x} is {y})", x=vectors, y=vectors),
        _format("np.zeros({n})", n=integers),
        _format("np.arange({n}, dtype={d})", n=integers, d=dtypes),
        _format("sum(pieces({x}))", x=vectors),
        _format("({x} and {y})", x=scalars, y=inner),
        _format("(0 <= {x} < 3)", x=scalars),
        _format("np.shares_memory({x}, {y})", x=vectors, y=vectors),
    )


expressions = st.recursive(_atoms | _views, _compound, max_leaves=4)

simple = st.one_of(
    _format("{r} = {x}", r=results, x=expressions),
    _format("{r} = {x}", r=results, x=expressions),
    _format("{r} = {x}", r=results, x=_views),
    _format("{v}[{s}] = {x}", v=floating, s=slices, x=expressions),
    _format("{v}[{j}] = {x}", v=floating, j=vector_indices, x=scalars),
    _format("{v}[{j}] += {x}", v=floating, j=vector_indices, x=scalars),
    _format("{v}[{s}] *= {x}", v=floating, s=slices, x=scalars),
    _format(
        "{v} += {x}",
        v=st.sampled_from(("a", "alias", "b", "i", "h", "s", "n", "box.v", "box.w", "table['x']")),
        x=expressions,
    ),
    _format("{v} -= {x}", v=st.sampled_from(("view", "f", "z", "items[1]", "point.x", "nested['p'][0]")), x=scalars),
    _format("{x}[{s}, 1] = {y}", x=matrices, s=slices, y=scalars),
    _format("{x}.T[1] = {y}", x=matrices, y=scalars),
    _format("view[{s}] = {x}", s=slices, x=expressions),
    _format("np.add({x}, {y}, out={v})", x=vectors, y=vectors, v=floating),
    _format("np.add.at({v}, i, {x})", v=floating, x=scalars),
    _format("{v}.sort()", v=floating),
    _format("{v}.fill({x})", v=floating, x=scalars),
    _format("write({v}, {x})", v=floating, x=scalars),
    _format("{r} = write({v}, {x})", r=results, v=floating, x=scalars),
    _format("box.grow({x})", x=scalars),
    _format("box.w = {x}", x=expressions),
    _format("point.y = {x}", x=_views),
    _format("box.fresh = {x}", x=expressions),
    _format("items.append({x})", x=expressions),
    _format("items[1] = {x}", x=expressions),
    _format("table['new'] = {x}", x=expressions),
    _format("nested['p'].insert(0, {x})", x=expressions),
    _format("{r} = items.pop()", r=results),
    _format("{r}, {q} = {x}, {y}", r=results, q=results, x=expressions, y=expressions),
    _format("{r}, *{q} = {v}", r=results, q=results, v=vectors),
    _format("box.w, items[1] = items[1], {x}", x=scalars),
    _format("{r} = {q} = {x}", r=results, q=results, x=expressions),
    _format("({r} := {x})", r=results, x=expressions),
    _format("del {r}", r=results),
    st.sampled_from(
        (
            "del table['x']",
            "alias = a.copy()",
            "a, alias = alias, a",
            "view = b[0]",
            "s = s + 1",
            "n += 1",
            "flag = not flag",
        )
    ),
    _format("print({x})", x=expressions),
    _format('print(f"{{{x}}}", n)', x=scalars),
    _format("assert np.all({v} > -1000), 'low'", v=vectors),
    _format("{r} = checked({v}, {x})", r=results, v=vectors, x=scalars),
    _format("{r} = np.random.{d}(3)", r=results, d=st.sampled_from(("rand", "randn", "permutation"))),
)


def _indented(code: str) -> str:
    return "\n".join(f"    {line}" for line in code.split("\n"))


def _block(head: str, **parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    body = st.lists(simple, min_size=1, max_size=2).map("\n".join).map(_indented)
    return st.tuples(_format(head, **parts), body).map("\n".join)


compound = st.one_of(
    _block("for q in range({n}):", n=integers),
    _block("for q in {v}:", v=vectors),
    _block("for q, w in zip(items, {v}):", v=vectors),
    _block("if {x} > 1:", x=scalars),
    _block("if flag and n < 5:"),
    _block("while n < 5:\n    n += 1"),
    _block("with np.errstate(all='ignore'):"),
    st.tuples(_block("try:"), st.sampled_from(("except Exception as error:\n    r3 = type(error).__name__", "except IndexError:\n    print('index')",
              "finally:\n    r3 = 1", "except (ValueError, KeyError):\n    pass\nelse:\n    r3 = 2"))).map("\n".join),
    _block("match n:\n    case 3:\n        r3 = 3\n    case _:\n        r3 = a.sum()\nif True:"),
    st.tuples(st.just("def local(x, y={}):\n    return x + y * s".format("n")), _format("{r} = local({x})", r=results, x=expressions)).map("\n".join),
    _format("{r} = (lambda x: x * s + n)({x})", r=results, x=expressions),
)  # fmt: skip

statements = st.one_of(simple, simple, simple, compound)
cells = st.lists(statements, min_size=1, max_size=6).map("\n".join)
changes = st.lists(
    st.one_of(
        simple,
        st.sampled_from(
            ("a = np.arange(5.0)", "s = 4.0", "n = 2", "Box.size = 3", "def double(x):\n    return x * 3", "")
        ),
    ),
    max_size=2,
)
