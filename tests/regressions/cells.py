"""Cells that once went wrong, or could: each a way of writing Python that tracing must not mistake."""

from typing import NamedTuple


class Cell(NamedTuple):
    """A cell, and what came before it and between its runs."""

    setup: str
    cell: str
    changes: tuple[str, ...] = ()


CELLS = {
    "try swallows signals": Cell(
        "x = np.arange(3.0)",
        """try:
    if x.sum() > 1:
        y = 1
    else:
        y = 2
except Exception:
    y = 3""",
    ),
    "try keyerror": Cell(
        """d = {'a': 1.0}
x = np.arange(3.0)""",
        """try:
    y = x * d['b']
except KeyError as e:
    y = x
    msg = str(e)""",
        ("d['b'] = 2.0",),
    ),
    "bare except": Cell(
        "x = np.arange(3.0)",
        """try:
    y = int(x[0])
    z = [1, 2][y]
except:
    y = 3""",
    ),
    "suppress": Cell(
        """import contextlib
x = np.arange(3.0)""",
        """with contextlib.suppress(Exception):
    y = 1 if x.sum() > 1 else 2""",
    ),
    "finally return": Cell(
        """x = np.arange(3.0)

def f(x):
    try:
        return 1 if x.sum() > 1 else 2
    finally:
        return 5""",
        "y = f(x)",
    ),
    "nonlocal": Cell(
        """x = np.arange(3.0)

def counter():
    c = 0

    def inc(v):
        nonlocal c
        c += 1
        return v * c
    return inc
inc = counter()""",
        """y = inc(x)
z = inc(x)""",
        ("",),
    ),
    "nonlocal local": Cell(
        """x = np.arange(3.0)

def f(x):
    c = 0

    def inc(v):
        nonlocal c
        c += 1
        return v * c
    return inc(x) + inc(x)""",
        "y = f(x)",
        ("",),
    ),
    "class with arrays": Cell(
        "x = np.arange(3.0)",
        """class A:
    w = x * 2

    def f(self):
        return self.w.sum()
y = A().f()""",
        ("x = x + 1",),
    ),
    "class attr write": Cell(
        """x = np.arange(3.0)

class A:
    n = 0

    def f(self, x):
        A.n += 1
        return x * A.n""",
        "y = A().f(x)",
        ("",),
    ),
    "slots": Cell(
        """x = np.arange(3.0)

class A:
    __slots__ = ('w',)

    def __init__(self, w):
        self.w = w
m = A(2.0)""",
        """m.w = m.w * x.sum()
k = A(x)
y = k.w * 2""",
        ("",),
    ),
    "name mangling": Cell(
        """x = np.arange(3.0)

class A:

    def __init__(self):
        self.__w = 2.0

    def __f(self, x):
        return x * self.__w

    def g(self, x):
        __t = self.__f(x)
        return __t

    def h(self, x, __k=3.0):
        return x * __k
m = A()""",
        """y = m.g(x)
z = m.h(x)""",
        ("m._A__w = 3.0",),
    ),
    "star args kwonly": Cell(
        """x = np.arange(3.0)

def f(a, /, b, *c, d=2.0, **e):
    return a * b + sum(c) * d + e.get('q', 0)""",
        """y = f(x, 2.0, 1.0, x, d=3.0, q=4)
z = f(*[x, x], **{'d': x})""",
    ),
    "huge ints": Cell(
        """x = np.arange(3.0)
n = 10 ** 30""",
        """y = x * (n % 7)
m = n * n""",
        ("n = 10 ** 30 + 1",),
    ),
    "accumulate along no axis": Cell(
        setup="a = np.array([3.0, 1.0, 2.0])",
        cell="r = np.minimum.accumulate(a), np.maximum.accumulate(a, axis=-1)\nnp.minimum.accumulate(a, axis=1)",
    ),
    "fill takes one element": Cell(
        setup="a = np.arange(3.0)\ns = np.array(2.0)\nv = np.ones(3)",
        cell="a.fill(s)\na.fill(v)",
        changes=("v = np.array([7.0])", "v = [1.0]", "v = 3"),
    ),
    "flat of other memory": Cell(
        setup="f = np.asfortranarray(np.arange(6.0).reshape(2, 3))\nv = np.zeros((4, 4))[::2, ::2]\nn = 1",
        cell="f.flat[:100] = 7\nf.flat[n] = 9\nnp.fill_diagonal(v, 2)\nnp.put(f, [0, 3], [5, 6])\n"
        "r = f.flat[2:4], list(f.flat), len(f.flat)\nprint(np.float32([1, 2]), np.float32([1, 2]).tolist())",
        changes=("n = 4", "f = np.ones((2, 3))"),
    ),
    "flat indices": Cell(
        setup="b = np.array([[1.0, -2.0, 4.0], [0.5, 8.0, -16.0]])",
        cell="r = b.flat[True], b.flat[1:4], b.flat[-1]\nb.flat[None] = 2",
    ),
    "bool arithmetic": Cell(
        """m = np.array([True, False])
t = True""",
        """a = m + m
b = t + t
c = m * 2.0
d = ~m
e = m.sum()
f = True + m
g = -t""",
        ("t = False",),
    ),
    "strings": Cell(
        """s = np.array(['a', 'bb'])
o = np.array([1, 'a', None], dtype=object)
x = np.arange(3.0)""",
        """y = x * 2
t = np.char.upper(s)
z = o[1]
w = s == 'a'
q = len(s)""",
    ),
    "readonly": Cell(
        """x = np.arange(3.0)
x.flags.writeable = False""",
        """y = x * 2
y[0] = 5
x[0] = 1""",
    ),
    "readonly view": Cell(
        """x = np.arange(4.0)
v = x[1:]
v.flags.writeable = False""",
        """x[1] = 9.0
y = v * 2
w = v[1:]""",
        ("",),
    ),
    "overlap": Cell(
        """x = np.arange(6.0)
v = x[1:4]""",
        """x[2] = 100.0
y = v.sum()
v[0] = 7.0
z = x * 1""",
        ("v = x[::2]",),
    ),
    "overlap becomes": Cell(
        """x = np.arange(6.0)
v = np.arange(3.0)""",
        """x[0] = 100.0
y = v.sum()""",
        ("v = x[:3]",),
    ),
    "same becomes": Cell(
        """x = [1.0, 2.0]
v = [3.0]""",
        """x.append(np.float64(5.0))
y = len(v) * np.ones(2)""",
        ("v = x",),
    ),
    "same objects": Cell(
        """class A:
    pass
p = A()
q = A()
p.w = np.arange(3.0)
q.w = np.ones(3)""",
        """p.w = p.w * 2
y = q.w.sum()""",
        ("q = p",),
    ),
    "fortran": Cell(
        "f = np.asfortranarray(np.arange(6.0).reshape(2, 3))",
        """f[0, 1] = 7
y = f.T
z = f * 2
w = f.ravel()
v = f.reshape(-1, order='F')
v[0] = 3""",
        ("",),
    ),
    "strided": Cell(
        """b = np.arange(24.0).reshape(4, 6)
f = b[::2, ::-1]""",
        """f[0, 1] = 7
y = f.T[1:]
z = f * 2""",
        ("",),
    ),
    "transposed zero stride": Cell(
        "b = np.broadcast_to(np.arange(3.0), (2, 3))",
        """y = b * 2
z = b[0]""",
    ),
    "rebind builtin": Cell(
        "x = np.arange(3.0)",
        """sum = 3
y = x * sum
len = x
z = len""",
    ),
    "shadow np": Cell(
        """x = np.arange(3.0)
import math""",
        """np = math
y = np.sqrt(4.0)
z = x * np.pi""",
    ),
    "del outer": Cell(
        """x = np.arange(3.0)
w = 2.0""",
        """y = x * w
del w""",
        ("w = 3.0",),
    ),
    "del then use": Cell(
        """x = np.arange(3.0)
w = 2.0""",
        """del w
y = x * w""",
        ("w = 3.0",),
    ),
    "recursion": Cell(
        """x = np.arange(3.0)

def f(v, n):
    return v if n == 0 else f(v * 2, n - 1) + 1""",
        "y = f(x, 5)",
    ),
    "mutual recursion": Cell(
        """x = np.arange(3.0)

def e(v, n):
    return v if n == 0 else o(v * 2, n - 1)

def o(v, n):
    return v if n == 0 else e(v + 1, n - 1)""",
        "y = e(x, 5)",
        (
            """def o(v, n):
    return v""",
        ),
    ),
    "generator": Cell(
        """x = np.arange(3.0)

def g(v):
    for k in range(3):
        yield (v * k)
it = iter([1.0, 2.0])""",
        """y = sum(g(x))
z = list(g(x))
gg = g(x)""",
    ),
    "iterator": Cell(
        """x = np.arange(3.0)
it = iter([1.0, 2.0, 3.0])""",
        "y = x * next(it)",
        ("",),
    ),
    "iterator list": Cell(
        """x = np.arange(3.0)
it = iter([1.0, 2.0, 3.0])""",
        "y = [x * v for v in it]",
        ("",),
    ),
    "map object": Cell(
        """x = np.arange(3.0)
it = map(float, [1, 2])""",
        "y = sum(it) * x",
        ("",),
    ),
    "enum": Cell(
        """import enum

class E(enum.IntEnum):
    A = 1
    B = 2
x = np.arange(3.0)""",
        """y = x * E.B
z = x[E.A]
w = E.A.name""",
    ),
    "match": Cell(
        """x = np.arange(3.0)
c = {'k': 2.0, 'op': 'mul'}""",
        """match c:
    case {'op': 'mul', 'k': k}:
        y = x * k
    case _:
        y = x""",
        ("c = {'op': 'add'}",),
    ),
    "match seq": Cell(
        """x = np.arange(3.0)
c = [1, 2]""",
        """match c:
    case [a, b]:
        y = x * a + b
    case _:
        y = x""",
        ("c = [5, 6, 7]",),
    ),
    "chained": Cell(
        """x = np.arange(3.0)
s = 2.0""",
        """y = x if 0 < s < 3 else -x
z = 0 <= 1 <= 2""",
        ("s = 5.0",),
    ),
    "in": Cell(
        """x = np.arange(3.0)
l = [1.0, 2.0]""",
        """y = 2.0 in l
z = 1.0 in x
w = 'a' in {'a': 1}
v = x if 5.0 not in l else -x""",
        ("l = [5.0]",),
    ),
    "is": Cell(
        """x = np.arange(3.0)
v = x""",
        """y = v is x
z = x[:] is x
w = x is not None""",
        ("v = x.copy()",),
    ),
    "import in cell": Cell(
        "x = np.arange(3.0)",
        """import math
from math import pi
y = x * pi * math.e""",
    ),
    "conditional import": Cell(
        """x = np.arange(3.0)
flag = True""",
        """if flag:
    import math as mm
    y = x * mm.pi""",
    ),
    "import in helper": Cell(
        """x = np.arange(3.0)

def f(v):
    import math
    from math import pi
    return v * pi * math.e""",
        "y = f(x)",
    ),
    "middle exception": Cell(
        """x = np.arange(3.0)
l = []""",
        """x[0] = 5.0
l.append(1)
y = x * 2
z = x[7]
w = 1""",
    ),
    "middle raise": Cell(
        """x = np.arange(3.0)

def f(v):
    v[0] = 9.0
    raise ValueError('no')""",
        """x[1] = 5.0
f(x)
w = 1""",
    ),
    "sys.exit-like": Cell(
        "x = np.arange(3.0)",
        """y = x * 2
raise RuntimeError('stop')""",
    ),
    "error in helper after writes": Cell(
        """x = np.arange(3.0)

class A:
    pass
m = A()
m.w = 0

def f(v, k):
    m.w += 1
    v[k] = 1.0
    return v""",
        """f(x, 0)
f(x, 1)
f(x, 9)""",
    ),
    "index dynamic oob": Cell(
        """x = np.arange(3.0)
k = np.array([0, 5])""",
        """x[0] = 7.0
y = x[k]""",
    ),
    "index array value": Cell(
        """x = np.arange(3.0)
k = np.array(7)""",
        """x[0] = 7.0
y = x[k]""",
        ("k = np.array(1)",),
    ),
    "div zero int": Cell(
        """n = 0
x = np.arange(3.0)""",
        """x[0] = 1.0
y = x * (5 // n)""",
        ("n = 2",),
    ),
    "float zero div": Cell(
        """n = 0.0
x = np.arange(3.0)""",
        """x[0] = 1.0
y = x * (5.0 / n)""",
        ("n = 2.0",),
    ),
    "copy list": Cell(
        """import copy
l = [1.0, 2.0]
x = np.arange(3.0)""",
        """c = copy.copy(l)
c.append(x.sum())
d = list(l)
d.append(2.0)
e = l[:]
e[0] = 3.0
g = l.copy()
g.pop()""",
        ("",),
    ),
    "named tuple": Cell(
        """from collections import namedtuple
P = namedtuple('P', 'a b')
x = np.arange(3.0)
p = P(x, 2.0)""",
        """q = P(p.b, x * 2)
y = q._replace(a=x)
z = p.a * p.b
a, b = q""",
        ("p = P(x + 1, 3.0)",),
    ),
    "self overlap": Cell(
        "x = np.lib.stride_tricks.as_strided(np.zeros(4), (3, 2), (8, 8))",
        """x[0, 1] = 5.0
y = x[1, 0]""",
    ),
    "errstate raise": Cell(
        "x = np.arange(3.0)",
        """with np.errstate(divide='raise'):
    y = 1.0 / x""",
    ),
    "decorator cell": Cell(
        """x = np.arange(3.0)

def deco(f):

    def g(*a, **k):
        return f(*a, **k) * 2
    return g""",
        """@deco
def h(v):
    return v + 1
y = h(x)""",
    ),
    "dataclass methods": Cell(
        """from dataclasses import dataclass, field, replace

@dataclass
class P:
    w: np.ndarray
    l: list = field(default_factory=list)

    def step(self, x):
        self.w = self.w + x
        self.l.append(x.sum())
        return self
p = P(np.zeros(3))
x = np.arange(3.0)""",
        """p.step(x)
p.step(x * 2)
q = P(x * 3)""",
        ("",),
    ),
    "dataclass post init": Cell(
        """from dataclasses import dataclass

@dataclass
class P:
    w: float

    def __post_init__(self):
        self.v = self.w * 2
x = np.arange(3.0)""",
        """p = P(x.sum())
y = p.v * x""",
    ),
    "frozen": Cell(
        """from dataclasses import dataclass

@dataclass(frozen=True)
class P:
    w: float
p = P(2.0)
x = np.arange(3.0)""",
        """y = p.w * x
p.w = 3.0""",
    ),
    "property setter": Cell(
        """class A:

    def __init__(self):
        self._w = 1.0

    @property
    def w(self):
        return self._w

    @w.setter
    def w(self, v):
        self._w = v * 2
m = A()
x = np.arange(3.0)""",
        """m.w = x.sum()
y = m.w * x""",
        ("",),
    ),
    "getitem class": Cell(
        """class A:

    def __getitem__(self, k):
        return k * 2
m = A()
x = np.arange(3.0)""",
        "y = m[3] * x",
    ),
    "function attrs": Cell(
        """x = np.arange(3.0)

def f(v):
    f.calls += 1
    return v * f.calls
f.calls = 0""",
        "y = f(x)",
        ("",),
    ),
    "default mutable": Cell(
        """x = np.arange(3.0)

def f(v, acc=[]):
    acc.append(v.sum())
    return len(acc) * v""",
        "y = f(x)",
        ("",),
    ),
    "global list": Cell(
        """x = np.arange(3.0)
log = []

def f(v):
    log.append(v.sum())
    return v * len(log)""",
        "y = f(x)",
        (
            "",
            "",
        ),
    ),
    "dict order": Cell(
        """d = {'b': 1.0, 'a': 2.0}
x = np.arange(3.0)""",
        """d['c'] = x
d['b'] = d.pop('b')
y = list(d)""",
        ("",),
    ),
    "set": Cell(
        """s = {1, 2}
x = np.arange(3.0)""",
        """s.add(3)
y = x * len(s)""",
        ("",),
    ),
    "dict views": Cell(
        """d = {'b': 1.0, 'a': 2.0}
x = np.arange(3.0)""",
        """y = [k for k, v in d.items()]
z = sum(d.values()) * x
vs = d.values()""",
        ("",),
    ),
    "list alias inner": Cell(
        """l = [1.0, 2.0]
d = {'l': l}
x = np.arange(3.0)""",
        """l.append(x.sum())
y = len(d['l']) * x
d['l'][0] = x""",
        ("",),
    ),
    "cycle objects": Cell(
        """class N:
    pass
a = N()
b = N()
a.o = b
b.o = a
a.v = 2.0
x = np.arange(3.0)""",
        """y = b.o.v * x
a.o.v = x.sum()""",
        ("",),
    ),
    "vectorize": Cell(
        """def g(a):
    return a + 1 if a > 0 else a - 1
v = np.vectorize(g)
x = np.arange(3.0)""",
        "y = v(x)",
    ),
    "lambda two on a line": Cell(
        """fs = [lambda v: v + 1, lambda v: v * 2]
x = np.arange(3.0)""",
        """y = fs[0](x)
z = fs[1](x)""",
    ),
    "lambda nested": Cell(
        """f = lambda a: lambda b: a * b
x = np.arange(3.0)""",
        "y = f(x)(2.0)",
    ),
    "multiline lambda": Cell(
        """f = lambda v: v * 2 + 1
x = np.arange(3.0)""",
        "y = f(x)",
    ),
    "conditional def": Cell(
        """x = np.arange(3.0)
if True:

    def f(v):
        return v + 1
else:

    def f(v):
        return v - 1""",
        "y = f(x)",
    ),
    "closures in loop": Cell(
        """x = np.arange(3.0)
fs = []
for k in range(3):

    def f(v, k=k):
        return v * k
    fs.append(f)
gs = [lambda v: v * q for q in range(3)]""",
        """y = [f(x) for f in fs]
z = [g(x) for g in gs]""",
    ),
    "walrus": Cell(
        "x = np.arange(3.0)",
        """y = [(t := (x * 2)), t + 1]
if (n := len(x)) > 2:
    z = x * n""",
    ),
    "print order": Cell(
        "x = np.arange(3.0)",
        """print('a', x)
y = x * 2
print(y.sum(), f'{y[1]:.2f}')
x[9]""",
    ),
    "print then break": Cell(
        """x = np.arange(3.0)
it = iter([1, 2])""",
        """print('a', x)
q = next(it)
print('b', q, x * 2)""",
        ("",),
    ),
    "scalar types": Cell(
        """f = 2.5
n = 3
c = 1 + 2j
b = True
nf = np.float32(1.5)""",
        """p = f * 2
q = n * 2
r = c * 2
s = b * 1
t = nf * 2
u = nf * f
v = f // 1
w = divmod(f, 2)
x = round(f)
y = abs(-f)
z = f ** 2""",
        ("f = 3.5",),
    ),
    "int growth": Cell(
        "n = 2 ** 40",
        """m = n * n * n
k = float(n) * 2.0""",
        (
            "n = 2 ** 41",
            "n = 2 ** 42",
        ),
    ),
    "int loosened": Cell(
        """step = 0
x = np.arange(3.0)""",
        """step += 1
y = x * step
z = x[step % 3]""",
        (
            "",
            "",
            "",
            "",
        ),
    ),
    "pickle-like copy": Cell(
        """import copy
x = np.arange(3.0)
d = {'x': x}""",
        """e = copy.deepcopy(d)
e['x'][0] = 9.0
y = copy.copy(x)
y[1] = 3.0""",
    ),
    "np.copyto views": Cell(
        """x = np.arange(6.0)
v = x[::2]""",
        """np.copyto(v, [9.0, 8.0, 7.0])
y = x.sum()""",
    ),
    "swap": Cell(
        """u = np.arange(3.0)
v = np.ones(3)""",
        """u, v = (v, u)
u[0] = 5.0""",
        (
            "",
            "",
        ),
    ),
    "setattr": Cell(
        """class A:
    pass
m = A()
x = np.arange(3.0)""",
        """setattr(m, 'w', x * 2)
y = m.w.sum()
del m.w
z = hasattr(m, 'w')""",
        ("",),
    ),
    "super init": Cell(
        """class B:

    def __init__(self, w):
        self.w = w

class C(B):

    def __init__(self, w, k):
        super().__init__(w)
        self.k = k
x = np.arange(3.0)""",
        """c = C(x, 2.0)
y = c.w * c.k
c.w[0] = 9.0""",
        ("",),
    ),
    "classmethod ctor": Cell(
        """class B:

    def __init__(self, w):
        self.w = w

    @classmethod
    def ones(cls, n):
        return cls(np.ones(n))
x = np.arange(3.0)""",
        """c = B.ones(3)
y = c.w * x""",
        ("",),
    ),
    "abc": Cell(
        """from abc import ABC, abstractmethod

class B(ABC):

    @abstractmethod
    def f(self, x):
        ...

class C(B):

    def f(self, x):
        return x * 2
c = C()
x = np.arange(3.0)""",
        "y = c.f(x)",
        ("C.f = lambda self, x: x * 3",),
    ),
    "iadd alias list": Cell(
        """l = [1.0]
m = l
x = np.arange(3.0)""",
        """l += [x.sum()]
y = len(m)""",
        ("",),
    ),
    "tuple iadd": Cell(
        """t = (1.0,)
x = np.arange(3.0)""",
        "t += (x.sum(),)",
        ("",),
    ),
    "item in tuple aug": Cell(
        """t = (np.arange(3.0),)
x = np.arange(3.0)""",
        """t[0][1] = 5.0
y = t[0] * 2""",
        ("",),
    ),
    "tuple aug raise": Cell(
        "t = (np.arange(3.0),)",
        "t[0] += 1",
        ("",),
    ),
    "ctx manager": Cell(
        """from contextlib import contextmanager
log = []

@contextmanager
def cm():
    log.append(1)
    yield 2.0
    log.append(2)
x = np.arange(3.0)""",
        """with cm() as w:
    y = x * w""",
        ("",),
    ),
    "timeit": Cell(
        """import time
x = np.arange(3.0)""",
        """t0 = time.perf_counter()
y = x * 2
ok = time.perf_counter() >= t0
del t0""",
    ),
    "an attribute of an object that became another's": Cell(
        """class A:
    pass
p = A()
q = A()
p.w = 2.0
q.w = 3.0
x = np.arange(3.0)""",
        """p.w = x.sum()
y = q.w * x""",
        (
            """q = p
x = x + 1""",
            "x = x + 1",
        ),
    ),
    "a dict that became another": Cell(
        """p = {'w': 2.0}
q = {'w': 3.0}
x = np.arange(3.0)""",
        """p['w'] = x.sum()
y = q['w'] * x""",
        (
            """q = p
x = x + 1""",
            "x = x + 1",
        ),
    ),
    "shared memory of the notebook's arrays": Cell(
        """a = np.arange(4.0)
v = a[1:]""",
        """y = np.shares_memory(a, v)
z = np.may_share_memory(a, v)""",
        ("v = v.copy()",),
    ),
    "del of a name, then again": Cell(
        "r = 1.0",
        "del r",
        ("",),
    ),
    "a float plus a list": Cell(
        "f = 2.0",
        "f += [1]",
    ),
    "a method under grad": Cell(
        """import jax

class M:

    def f(self, x):
        return (x ** 2).sum() * self.w
m = M()
m.w = 2.0
x = np.arange(3.0)""",
        "y = jax.grad(m.f)(x)",
        ("m.w = 3.0",),
    ),
    "a default dict": Cell(
        """from collections import defaultdict
d = defaultdict(list)
e = defaultdict(lambda: k)
k = 2.0
x = np.arange(3.0)""",
        """d['a'].append(x.sum())
y = e['q'] * x""",
        (
            """k = 3.0
e.clear()""",
        ),
    ),
    "flags squared": Cell("a = np.arange(3.0)", "y = (a < 2) ** 2\nz = (a < 2) ** 2.0\nw = (a < 2) ** 3"),
    "a view with two names": Cell("a = np.arange(4.0)", "v = a[1:]\nw = v\ny = a * 2\nz = y[::2]\nu = z\n(q := z[1:])"),
    "a view and a named tuple of its base": Cell(
        "from collections import namedtuple\nP = namedtuple('P', 'a b')\nx = np.arange(3.0)",
        "y = x * 2\np = P(y, 1)\nv = y[1:]\nv[0] = 9.0",
        ("",),
    ),
    "new objects with slots": Cell(
        """x = np.arange(3.0)
class A:
    __slots__ = ("w", "__q")
    def __init__(self, w):
        self.w = w
        self.__q = w[1:]""",
        "y = x * 2\np = A(y)\nv = y[1:]",
        ("",),
    ),
    "__post_init__ with arguments of its own": Cell(
        """from dataclasses import dataclass, InitVar
@dataclass
class P:
    w: float
    k: InitVar[float] = 2.0
    v: object = None
    def __post_init__(self, k):
        self.v = self.w * k * g
g = 3.0
x = np.arange(3.0)""",
        "p = P(x.sum())\ny = p.v * x",
        ("g = 4.0",),
    ),
    "a module of a library that changes itself": Cell(
        "from flax import nnx\nm = nnx.BatchNorm(3, rngs=nnx.Rngs(0))\nx = np.ones((4, 3), np.float32)",
        "y = m(x)",
        ("",),
    ),
    "functions imported from NumPy by name": Cell(
        """from numpy import exp, mean, where
from numpy.fft import rfft
from numpy.linalg import norm
from numpy.random import rand
x = np.arange(4.0)
averages = {"mean": mean, "median": np.median}""",
        """y = rfft(x)
z = where(x > 1, exp(x), norm(x)) + mean(x) + rand(4)
w = [average(x) for average in averages.values()]""",
        ("x = x + 1", "mean = np.median"),
    ),
    "methods of generators under names of their own": Cell(
        """from numpy.random import rand, seed
rng = np.random.default_rng(3)
draw = rng.normal""",
        """seed(1)
x = rand(2) + draw(size=2) + rng.normal(size=2)
y = np.random.rand()""",
        ("", "draw = rng.uniform"),
    ),
    "counts of constants": Cell(
        "text = 'abcab'",
        """counts = np.bincount(np.frombuffer(text.encode(), dtype=np.uint8) - ord("a"), minlength=5)
share = counts / counts.sum()""",
        ("counts[0] = 99", "text = 'ee'"),
    ),
    "comparisons of Python integers": Cell(
        "x = np.arange(6)\nk = 3",
        """few = int(x.sum()) > 10
same = int(x[1]) == k
kept = x[x > 2]
some = len(kept) > 0
large = int(x[5]) < 2**70""",
        ("x = x - 4", "k = -3"),
    ),
    "a Python integer beyond a narrow dtype is compared": Cell(
        "a = np.array([1, 255], dtype=np.uint8)\nb = np.array([7])",
        "y = a > int(b[0])\nz = 300 > a",
        ("b = np.array([300])", "b = np.array([-1])"),
    ),
    "a Python integer beyond a narrow dtype is added": Cell(
        "a = np.array([1, 255], dtype=np.uint8)\nb = np.array([7])",
        "y = a + int(b[0])",
        ("b = np.array([300])", "b = np.array([-1])"),
    ),
    "a Python integer beyond a narrow dtype is stored": Cell(
        "a = np.array([1, 255], dtype=np.uint8)\nb = np.array([7])",
        "a[0] = int(b[0])",
        ("b = np.array([300])", "b = np.array([-1])"),
    ),
    "a Python integer beyond a narrow dtype is filled": Cell(
        "a = np.array([1, 255], dtype=np.uint8)\nb = np.array([7])",
        "a.fill(int(b[0]))",
        ("b = np.array([300])", "b = np.array([-1])"),
    ),
    "a Python integer beyond a narrow dtype is made an array": Cell(
        "a = np.array([1, 255], dtype=np.uint8)\nb = np.array([7])",
        "y = np.array([int(b[0])], dtype=np.uint8)",
        ("b = np.array([300])", "b = np.array([-1])"),
    ),
    "a Python integer beyond a narrow dtype is made full": Cell(
        "a = np.array([1, 255], dtype=np.uint8)\nb = np.array([7])",
        "y = np.full(2, int(b[0]), dtype=np.uint8)",
        ("b = np.array([300])", "b = np.array([-1])"),
    ),
    "a Python integer beyond a narrow dtype is made a scalar": Cell(
        "a = np.array([1, 255], dtype=np.uint8)\nb = np.array([7])",
        "y = np.uint8(int(b[0]))",
        ("b = np.array([300])", "b = np.array([-1])"),
    ),
    "narrow integers index a long array": Cell(
        """table = np.arange(300.0)
bytes_ = np.arange(256, dtype=np.uint8)
from_end = -np.arange(1, 100, dtype=np.int8)""",
        """a = table[bytes_ // 4]
b = table[from_end]
c = np.take(table, bytes_ // 4)
table[bytes_[200:] // 4] += 1.0
np.add.at(table, bytes_ // 4, 1.0)""",
        ("bytes_ = bytes_[::-1].copy()", "table = np.arange(100.0)", "from_end = from_end - 1"),
    ),
    "assert": Cell(
        "x = np.arange(3.0)",
        """assert x.min() >= 0, f"negative: {x.min()}"
assert x.sum()
y = np.sqrt(x)""",
        ("x = np.ones(3)", "x = x - 2", "x = np.zeros(3)"),
    ),
    "an assert that is caught": Cell(
        "x = np.arange(3.0)",
        """def checked(x):
    try:
        assert np.all(x >= 0)
    except AssertionError:
        return "negative"
    return "fine"
verdict = checked(x)""",
        ("x = -x",),
    ),
    "an assert on more than one truth value": Cell("x = np.arange(3.0)", "assert x > 0\ny = x + 1"),
    "an array of no axes is an index that copies": Cell(
        "q = np.arange(12.0).reshape(3, 4)\ni = np.array(1)\nk = np.array([2, 0])",
        """a = q[i]
a[0] = -1
b = q[i, :]
b[1] = -2
c = q[:, i]
c[0] = -3
d = q[i + 0]
d[0] = -5
e = q[k[0]]
e[3] = -4
q[i] += 1""",
        ("i = np.array(0)", "i = np.int64(1)", "i = 2"),
    ),
    "a number of JAX's is an index that makes a view": Cell(
        "import jax.numpy as jnp\nq = np.arange(6.0).reshape(2, 3)\ni = jnp.array([1, 0])",
        "a = q[i[0]]\na[0] = 9\nb = q[i]\nb[1] = 7",
        ("i = i[::-1]",),
    ),
    "what an index selects lies as NumPy lays it": Cell(
        "q = np.asfortranarray(np.arange(24.0).reshape(2, 3, 4))\ni = np.array([1, 0, 1])",
        "parts = q[i], q[:, i], q[i, :, i], q[i.max()]\nlie = [part.strides for part in parts]",
        ("i = i[:2]",),
    ),
    "arrays that run backwards": Cell(
        "x = np.asfortranarray(np.arange(6.0).reshape(2, 3))[::-1]\ny = np.arange(4.0)[::-1]",
        """a = x + 1
lie = a.strides, x.strides, x.flags.c_contiguous, x.copy("K").strides, np.zeros_like(x).strides
v = y.ravel()
v[0] = 99
w = x.reshape(-1)
w[1] = 77
x[:, 1:] *= 2
t = x.T.ravel("K")
y[1:3] = y[:2] * 3""",
        ("y = y[::-1]", "x = x[:, ::-1]"),
    ),
    "arrays that repeat their elements": Cell(
        "x = np.broadcast_to(np.arange(3.0), (2, 3))\ny = np.broadcast_to(np.arange(2.0)[:, None], (2, 3))",
        """v = x.ravel()
v[0] = 9
lie = x.strides, x.flags.c_contiguous, x.copy("K").strides, (y + 1).strides, y.reshape(6).flags.writeable
k = x.ravel("K"), y.T.ravel("K")
p = x[1, ::2] + y[0, :2]""",
        ("x = np.broadcast_to(np.arange(4.0)[::-1], (2, 4))",),
    ),
    "a default more": Cell(
        """def f(x, k=3):
    return x * k

def g(x, *, k=3, m=1):
    return x * k * m
a = np.arange(3.0)""",
        "y = f(a)\nz = g(a)",
        ("f.__defaults__ = (3, 5)", "g.__kwdefaults__ = {'k': 3, 'm': 2}"),
    ),
    "a default of another name": Cell(
        """class A:
    def scaled(self, v, *, p=2.0, q=2.0):
        return v * p / q""",
        """try:
    y = A().scaled(np.arange(3.0), q=4.0)
except TypeError as error:
    y = str(error)""",
        ("A.scaled.__kwdefaults__ = {'q': 2.0}", "A.scaled.__kwdefaults__ = {'p': 2.0}"),
    ),
    "a number of Python's has no attributes of an array": Cell(
        "f = 2.5\nx = np.arange(3.0)",
        "y = x * f\nhas = hasattr(f, 'dtype'), hasattr(y, 'buffer'), hasattr(y, 'T'), getattr(f, 'ndim', None)\nf.item()",
    ),
    "an array has no attributes of what stands for it": Cell("x = np.arange(3.0)", "y = x * 2\ny.is_known"),
    "a method hidden by the object's own": Cell(
        """class A:
    def f(self, x):
        return 2 * x

    @classmethod
    def g(cls, x):
        return 3 * x
a, pair = A(), [A(), A()]
x = np.arange(3.0)""",
        "y = a.f(x) + a.g(x)\nz = [one.f(x) for one in pair]",
        ("a.f = lambda x: x - 1", "a.g = lambda x: x + 5", "pair[1].f = a.f", "del a.f, a.g"),
    ),
    "special methods that a class gets later": Cell(
        """class V:
    def __init__(self, d):
        self.d = d

    def __add__(self, other):
        return V(self.d + other.d)

    def __repr__(self):
        return f"V of {len(self.d)}"

    def __iter__(self):
        return iter([1.0, 2.0])
u, w = V(np.arange(3.0)), V(np.ones(3))""",
        "u += w\nn = 1 if u else 2\nhas = 1.0 in u\nsame = u == w\nprint(u)\ny = u.d * n",
        (
            "V.__iadd__ = lambda self, other: V(self.d * other.d * 5)",
            "V.__bool__ = lambda self: False",
            "V.__contains__ = lambda self, x: False",
            "V.__str__ = lambda self: 'text'",
            "V.__eq__ = lambda self, other: True",
            "del V.__iadd__, V.__bool__",
        ),
    ),
    "a class without methods gets a truth": Cell(
        "class N:\n    pass\nn = N()\nx = np.arange(3.0)",
        "y = x * 2 if n else x * 3",
        ("N.__bool__ = lambda self: False",),
    ),
    "an abstract class gets an operator": Cell(
        """import abc
class N(abc.ABC):
    v = 1.0
    def __add__(self, other):
        return self.v + other
n = N()
x = np.arange(3.0)""",
        "y = n + x.sum()\nm = n\nm += 1.0\nk = 1 if n else 2",
        ("N.__iadd__ = lambda self, other: 77.0", "N.__bool__ = lambda self: False", "N.v = 3.0"),
    ),
    "operators are the class's, whatever an object holds": Cell(
        """class V:
    def __init__(self, d):
        self.d = d

    def __add__(self, other):
        return V(self.d + other.d)

    def __str__(self):
        return "V"

    def __enter__(self):
        return self.d
u = V(np.arange(3.0))
V.__exit__ = lambda self, *error: False""",
        "w = u + u\nprint(u)\nwith u as d:\n    y = d * 2",
        ("u.__add__ = lambda other: 5", "u.__str__ = lambda: 'own'", "u.__enter__ = lambda: 9.0"),
    ),
    "a class that gets a constructor": Cell(
        "class A:\n    pass\nx = np.arange(3.0)",
        "a = A()\na.x = x * 2\ny = a.x",
        ("def init(self):\n    self.q = 5\nA.__init__ = init",),
    ),
    "numbers drawn with traced parameters are Python's": Cell(
        "rng = np.random.default_rng(0)\nx = np.arange(3.0) + 1",
        """a = rng.normal(x[0], 1)
b = rng.uniform(x[0], x[2])
c = rng.exponential(x[1])
d = np.random.laplace(x.sum(), 2)
e = rng.normal(x[0], 1, (1,))
f = rng.normal(np.array(2.0), x[1])""",
        ("x = x * 2",),
    ),
    "functions of numpy.random with two names": Cell(
        "x = np.arange(3.0)", "a = np.random.sample(3) + x\nb = np.random.ranf()\nc = np.random.sample()", ("",)
    ),
    "a copy of a generator": Cell(
        "import copy\nrng = np.random.default_rng(0)",
        "other = copy.deepcopy(rng)\na = rng.random(3)\nb = other.random(3)",
        ("",),
    ),
    "what is called for every element counts in a list": Cell(
        "count = [0]\nx = np.arange(4.0)\n\ndef f(a):\n    count[0] += 1\n    return a * 2",
        "y = np.vectorize(f)(x)\nz = np.apply_along_axis(lambda row: row * count[0], 0, x)",
        ("",),
    ),
    "what is called for every element counts in a global": Cell(
        "x = np.arange(4.0)\nn = 0",
        "def f(a):\n    global n\n    n += 1\n    return a * 2\ny = np.vectorize(f)(x)\nm = n * 1",
        ("",),
    ),
    "what is called for every element counts in a variable around it": Cell(
        """x = np.arange(4.0)

def counter():
    n = 0

    def f(a):
        nonlocal n
        n += 1
        return a * n
    return f
f = counter()""",
        "y = np.vectorize(f)(x)\nz = f(1.0)",
        ("f = counter()",),
    ),
    "what is called for every element counts in a variable of the cell": Cell(
        "x = np.arange(4.0)",
        """def total(x):
    n, last = 0, {}
    def f(a):
        nonlocal n
        n += 1
        last["n"] = n
        return a * 2
    return np.vectorize(f)(x), n, last
y = total(x)""",
        ("",),
    ),
    "what is called for every element takes from a list": Cell(
        "x = np.arange(4.0)\nq = [1, 2, 3, 4, 5]",
        "y = np.vectorize(lambda a: a + q.pop())(x)",
        ("q = [1, 2, 3, 4, 5, 6]",),
    ),
    "what is called for every element takes from an iterator": Cell(
        "x = np.arange(4.0)",
        "def f(x):\n    it = iter([1.0, 2.0, 3.0, 4.0, 5.0])\n    return np.vectorize(lambda a: a * next(it))(x)\ny = f(x)",
        ("x = -x",),
    ),
    "a key of the notebook's that counts": Cell(
        "x = np.arange(4.0)\nn = [0]\nk = 2.0\n\ndef key(a):\n    n[0] += 1\n    return -a * k",
        """z = max(x, key=key)
w = min(x[0], x[1], key=key)
i = max(range(4), key=lambda i: x[i])
d = min([], key=key, default=x[1])""",
        ("k = -1.0",),
    ),
    "an ellipsis makes a view of one element": Cell(
        "y = np.arange(3.0)\nk = np.array([2, 0])\ni = np.array(1)",
        "m = y[k[0], ...]\nm[...] = 4\nn = y[..., k[1]]\nn += 1\ng = y[i, ...]\ng[...] = 8\nkind = type(y[k[0]]).__name__",
        ("k = k[::-1]",),
    ),
    "a partial of a function of the notebook around an array": Cell(
        """import functools
x = np.arange(4.0)
n = [0]
k = 2.0

def scaled(a, b=1):
    n[0] += 1
    return a * k + b""",
        "w = functools.partial(scaled, x)(b=3)\nh = functools.partial(scaled, x.sum())()\nm = functools.partial(max, x)()",
        ("k = 5.0", "def scaled(a, b=1):\n    return a - b"),
    ),
    "a bound method that is kept": Cell(
        "rng = np.random.default_rng(0)\nx = np.arange(4.0)",
        "draw = rng.normal\na = draw(size=2) + x[:2]\nkind = type(draw).__name__\ndel draw",
        ("x = x * 2",),
    ),
    "numbers have no elements to write": Cell(
        "x = np.arange(4.0)",
        """caught = []
for w in x:
    pass
for write in (lambda: w.__setitem__(w > 2, 7.0), lambda: x.sum().__setitem__(..., 7.0), lambda: x[1].__setitem__((), 7.0)):
    try:
        write()
    except TypeError as error:
        caught.append(str(error))
y = w + 1""",
        ("x = x * 2",),
    ),
    **{
        f"what NumPy refuses to write: {write}": Cell(
            "x = np.arange(1, 4.0)\nz = np.ones(())\nb = np.ones((3, 2))\ni = 1\ns = 1.5",
            f"v = np.ones({shape}) * s\n{write} = v",
            ("i = 2", "x = x * 2"),
        )
        for write, shape in {
            "x[0]": (1,),
            "x[i]": (1,),
            "x[x.argmax()]": (1,),
            "x[np.array(0)]": (1,),
            "b[i, 0]": (1, 1),
            "z[()]": (1,),
            "x.flat[0]": (1,),
            "x[x > 1]": (1, 1),
            "z[True]": (1, 1),
        }.items()
    },
    "a list is no element": Cell(
        "x = np.arange(3.0)\nz = np.ones(())\ns = 1.5", "x[1:] = [s]\nz[...] = [s]", ("s = 2.5",)
    ),
    "sequences with numbers of the notebook in them keep 64 bits": Cell(
        "x = np.array([2**40, 7])\ny = np.array([0.1, 0.2])\nf = 0.1",
        """a = np.atleast_1d([x[0], 3])
b = np.r_[[x[0], 3_000_000_000], 1]
c = np.c_[[x[1], 3_000_000_000], [1, 2]]
d = np.add.reduce([x[0], 1])
e = np.atleast_2d([f, 1])
g = np.maximum.reduce([f, 2])
h = np.c_[[f, 1], [1, 2]]
k = np.ravel([f, 1], order="F")
m = np.broadcast_arrays([f, 1], y)""",
        ("f = 0.2", "x = x + 1"),
    ),
    **{
        f"a list meets NumPy's operators: {cell}": Cell(
            "import jax, jax.numpy as jnp\nx = np.arange(3.0)\ntot = [0.0, 0.0, 0.0]\nd = {'k': [1.0, 2.0, 3.0]}\nn = np.array([2])\nr = np.array([2.5])",
            cell,
            ("x = x + 1",),
        )
        for cell in (
            "tot += x",
            "for i in range(2):\n    tot += x",
            "d['k'] += x",
            "tot *= n[0]\nk = [1, 2]\nk *= n[0]\nm = [5] * n[0]",
            "tot *= x",
            "tot *= r[0]",
            "k = [0.5] * r[0]",
            "tot += jnp.ones(3)",
            "tot += [x]\ntot.append(3)\ntot *= 2\ntot += (1, 2)",
        )
    },
    **{
        f"a generator that is left ends in its own way: {cell}": Cell(
            """x = np.arange(4.0)
log = []
buf = np.zeros(4)

class Opened:
    count = 0
    def __enter__(self):
        self.count += 1
        return self
    def __exit__(self, *error):
        self.count -= 1

opened = Opened()

def parts(v):
    try:
        yield v
        yield v * 2
    finally:
        log.append(v.sum())
        buf[:] = v

def within(v):
    with opened:
        yield v
        yield v * 2""",
            cell,
            ("x = x + 1",),
        )
        for cell in (
            "y = next(parts(x))",
            "for q in parts(x):\n    z = q + 1\n    break",
            "y = next(within(x))",
            "y = any(q[1] > 0 for q in parts(x))",
            "for a, b in zip(parts(x), [1]):\n    z = a * b",
        )
    },
    "a JAX array decides what becomes of an array it is added to in place": Cell(
        "import jax, jax.numpy as jnp\nx = np.arange(3.0)\ny = x\nj = jnp.ones(3)\np = {'w': np.ones(3)}\ndef f(a, g):\n    a -= 0.1 * g\n    return a",
        """x += j
z = f(y, j)
p["w"] -= 0.1 * j
for _ in range(2):
    y -= 0.1 * jax.grad(lambda v: (v**2).sum())(y)""",
        (),
    ),
    "NumPy's functions ask a JAX array itself, and what NumPy sees of it is read-only": Cell(
        "import jax, jax.numpy as jnp\nj = jnp.array([3.0, 1, 2])",
        """found = [np.sum(j), np.mean(j), np.argmax(j), np.cumsum(j), np.round(j), np.reshape(j, (3, 1)), np.max(j, axis=0)]
kinds = [type(one).__name__ for one in (*found, np.sort(j), j * 2)]
e = np.asarray(j)
flags = e.flags.writeable, np.array(j).flags.writeable, np.ravel(j).flags.writeable
has = hasattr(j * 2, "block_until_ready"), hasattr(j * 2, "_trace"), f"{type(j * 2)}"
w = jax.block_until_ready((j * 2).block_until_ready())""",
        ("j = j + 1",),
    ),
    "a number is no memory of an array": Cell(
        "x = np.arange(3.0)",
        "s = x.max()\nv = s[...]\nv[...] = 7\ne = x[1]\nw = e[...]\nw += 1\nq = s[None]\nkind = type(s.view()).__name__\nt = s.flags.writeable",
        ("x = x + 1",),
    ),
    **{
        f"an array with axes is no number: {cell}": Cell("import math\nx = np.ones(3)", cell)
        for cell in (
            "a = float(x[:1])",
            "a = math.sqrt(x[:1])",
            "a = int(x.max(keepdims=True))",
            "a = range(x[:1].astype(int))",
            "a = 'abc'[np.array([1])]",
            "a = bool(x[:1]), x[:1].item(), float(np.array(2.5) * x[0])",
        )
    },
    "what has nothing to squeeze or to add is itself": Cell(
        "x = np.arange(6.0).reshape(2, 3)",
        "same = x.squeeze() is x, np.squeeze(x) is x, np.atleast_1d(x) is x, np.broadcast_arrays(x, x)[0] is x, x.reshape(2, 3) is x",
    ),
    "read-only parts of what the cell makes": Cell(
        "x = np.arange(9.0).reshape(3, 3) + 4 * np.eye(3)",
        """d = np.diag(np.linalg.inv(x))
e = np.diagonal(x * 2)
f = np.broadcast_to(x.sum(axis=0), (2, 3))
g = (x + 1).diagonal()[::-1]
h = np.diag((x * 3).T)
writeable = d.flags.writeable, e.flags.writeable, g.flags.writeable""",
        ("x = x + 1",),
    ),
}
"""By name."""
