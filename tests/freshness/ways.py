"""Ways on which a value can reach a cell, and how to change it on each."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Way:
    """One way.

    Attributes:
      setup: Earlier cells; `VALUE` stands for the value.
      cell: The cell under the magic; it leaves `y`.
      rebind: Code that puts another `VALUE` in its place.
      where: An expression for the value, for writes in place; empty if there is none.
      redefine: Code that changes what is computed with it; empty if there is none.
    """

    setup: str
    cell: str
    rebind: str
    where: str = ""
    redefine: str = ""


_HELPER = "def f(x):\n    return x.sum() * w\n"

WAYS = {
    "a name": Way("w = VALUE", "y = x.sum() * w", "w = VALUE", "w"),
    "a global of a helper": Way(
        f"w = VALUE\n{_HELPER}", "y = f(x)", "w = VALUE", "w", "def f(x):\n    return x.sum() - w"
    ),
    "a helper's helper": Way(
        f"w = VALUE\n{_HELPER}\ndef g(x):\n    return f(x) + 1",
        "y = g(x)",
        "w = VALUE",
        "w",
        "def f(x):\n    return x.sum() - w",
    ),
    "a closure": Way(
        "def make(w):\n    def f(x):\n        return x.sum() * w\n    def change(new):\n        nonlocal w\n        w = new\n"
        "    return f, change\nf, change = make(VALUE)",
        "y = f(x)",
        "change(VALUE)",
        "f.__closure__[0].cell_contents",
    ),
    "a default argument": Way(
        "def f(x, w=VALUE):\n    return x.sum() * w",
        "y = f(x)",
        "f.__defaults__ = (VALUE,)",
        "f.__defaults__[0]",
        "def f(x, w=2.0):\n    return x.sum() - w",
    ),
    "a keyword default": Way(
        "def f(x, *, w=VALUE):\n    return x.sum() * w",
        "y = f(x)",
        "f.__kwdefaults__['w'] = VALUE",
        "f.__kwdefaults__['w']",
    ),
    "a lambda's default": Way(
        "f = lambda x, w=VALUE: x.sum() * w", "y = f(x)", "f.__defaults__ = (VALUE,)", "f.__defaults__[0]"
    ),
    "a partial": Way(
        "from functools import partial\ndef g(w, x):\n    return x.sum() * w\nf = partial(g, VALUE)",
        "y = f(x)",
        "f = partial(g, VALUE)",
        "f.args[0]",
        "def g(w, x):\n    return x.sum() - w\nf = partial(g, 2.0)",
    ),
    "a partial's keyword": Way(
        "from functools import partial\ndef g(x, w):\n    return x.sum() * w\nf = partial(g, w=VALUE)",
        "y = f(x)",
        "f.keywords['w'] = VALUE",
        "f.keywords['w']",
    ),
    "a bound method": Way(
        "class M:\n    def f(self, x):\n        return x.sum() * self.w\nm = M()\nm.w = VALUE\nf = m.f",
        "y = f(x)",
        "m.w = VALUE",
        "m.w",
        "M.f = lambda self, x: x.sum() - self.w\nf = m.f",
    ),
    "a method": Way(
        "class M:\n    def f(self, x):\n        return x.sum() * self.w\nm = M()\nm.w = VALUE",
        "y = m.f(x)",
        "m.w = VALUE",
        "m.w",
        "M.f = lambda self, x: x.sum() - self.w",
    ),
    "an attribute": Way("class M:\n    pass\nm = M()\nm.w = VALUE", "y = x.sum() * m.w", "m.w = VALUE", "m.w"),
    "a slot": Way("class M:\n    __slots__ = ('w',)\nm = M()\nm.w = VALUE", "y = x.sum() * m.w", "m.w = VALUE", "m.w"),
    "a private attribute": Way(
        "class M:\n    def __init__(self, w):\n        self.__w = w\n    def f(self, x):\n        return x.sum() * self.__w\nm = M(VALUE)",
        "y = m.f(x)",
        "m._M__w = VALUE",
        "m._M__w",
    ),
    "a class attribute": Way("class M:\n    w = VALUE", "y = x.sum() * M.w", "M.w = VALUE", "M.w"),
    "a class attribute by an instance": Way(
        "class M:\n    w = VALUE\nm = M()", "y = x.sum() * m.w", "M.w = VALUE", "M.w", "m.w = 8.0"
    ),
    "a class attribute by a new instance": Way(
        "class M:\n    w = VALUE\n    def f(self, x):\n        return x.sum() * self.w",
        "y = M().f(x)",
        "M.w = VALUE",
        "M.w",
    ),
    "a class attribute by type()": Way(
        "class M:\n    w = VALUE\nm = M()", "y = x.sum() * type(m).w", "M.w = VALUE", "M.w"
    ),
    "a class attribute by __class__": Way(
        "class M:\n    w = VALUE\nm = M()", "y = x.sum() * m.__class__.w", "M.w = VALUE", "M.w"
    ),
    "an inherited class attribute": Way(
        "class B:\n    w = VALUE\nclass M(B):\n    pass\nm = M()", "y = x.sum() * m.w", "B.w = VALUE", "B.w"
    ),
    "an attribute in __dict__": Way(
        "class M:\n    pass\nm = M()\nm.w = VALUE", "y = x.sum() * m.__dict__['w']", "m.w = VALUE", "m.w"
    ),
    "a property": Way(
        "class M:\n    @property\n    def w(self):\n        return self.v\nm = M()\nm.v = VALUE",
        "y = x.sum() * m.w",
        "m.v = VALUE",
        "m.v",
        "M.w = property(lambda self: self.v + 1)",
    ),
    "a class method": Way(
        "class M:\n    w = VALUE\n    @classmethod\n    def f(cls, x):\n        return x.sum() * cls.w",
        "y = M.f(x)",
        "M.w = VALUE",
        "M.w",
    ),
    "a class method by an instance": Way(
        "class M:\n    w = VALUE\n    @classmethod\n    def f(cls, x):\n        return x.sum() * cls.w\nm = M()",
        "y = m.f(x)",
        "M.w = VALUE",
        "M.w",
    ),
    "a static method": Way(
        "w = VALUE\nclass M:\n    @staticmethod\n    def f(x):\n        return x.sum() * w\nm = M()",
        "y = m.f(x)",
        "w = VALUE",
        "w",
        "M.f = staticmethod(lambda x: x.sum() - w)",
    ),
    "super()": Way(
        "class B:\n    def f(self, x):\n        return x.sum() * self.w\n"
        "class M(B):\n    def f(self, x):\n        return super().f(x) + 1\nm = M()\nm.w = VALUE",
        "y = m.f(x)",
        "m.w = VALUE",
        "m.w",
        "B.f = lambda self, x: x.sum() - self.w",
    ),
    "a callable object": Way(
        "class M:\n    def __call__(self, x):\n        return x.sum() * self.w\nm = M()\nm.w = VALUE",
        "y = m(x)",
        "m.w = VALUE",
        "m.w",
        "M.__call__ = lambda self, x: x.sum() - self.w",
    ),
    "an operator of the user's": Way(
        "class M:\n    def __mul__(self, x):\n        return x * self.w\nm = M()\nm.w = VALUE",
        "y = m * x.sum()",
        "m.w = VALUE",
        "m.w",
        "M.__mul__ = lambda self, x: x - self.w",
    ),
    "an equality of the user's": Way(
        "class M:\n    def __eq__(self, x):\n        return x * self.w\nm = M()\nm.w = VALUE",
        "y = m == x.sum()",
        "m.w = VALUE",
        "m.w",
    ),
    "a context manager of the user's": Way(
        "class M:\n    def __enter__(self):\n        return self.w\n    def __exit__(self, *error):\n        pass\nm = M()\nm.w = VALUE",
        "with m as w:\n    y = x.sum() * w",
        "m.w = VALUE",
        "m.w",
    ),
    "a descriptor": Way(
        "class D:\n    def __get__(self, owner, kind=None):\n        return owner.v\nclass M:\n    w = D()\nm = M()\nm.v = VALUE",
        "y = x.sum() * m.w",
        "m.v = VALUE",
        "m.v",
    ),
    "__getattr__": Way(
        "class M:\n    def __getattr__(self, name):\n        return self.__dict__['v']\nm = M()\nm.v = VALUE",
        "y = x.sum() * m.w",
        "m.v = VALUE",
        "m.v",
    ),
    "an attribute by getattr": Way(
        "class M:\n    pass\nm = M()\nm.w = VALUE", "y = x.sum() * getattr(m, 'w')", "m.w = VALUE", "m.w"
    ),
    "an attribute by attrgetter": Way(
        "from operator import attrgetter\nget = attrgetter('w')\nclass M:\n    pass\nm = M()\nm.w = VALUE",
        "y = x.sum() * get(m)",
        "m.w = VALUE",
        "m.w",
    ),
    "an attribute of an object in a list": Way(
        "class M:\n    pass\nm = [M(), M()]\nm[1].w = VALUE", "y = x.sum() * m[1].w", "m[1].w = VALUE", "m[1].w"
    ),
    "a chain of attributes": Way(
        "class M:\n    pass\nm = M()\nm.n = M()\nm.n.w = VALUE",
        "y = x.sum() * m.n.w",
        "m.n.w = VALUE",
        "m.n.w",
        "m.n = M()\nm.n.w = 8.0",
    ),
    "a list": Way("w = [VALUE, 1.0]", "y = x.sum() * w[0]", "w[0] = VALUE", "w[0]", "w = [3.0]"),
    "a tuple": Way("w = (VALUE, 1.0)", "y = x.sum() * w[0]", "w = (VALUE, 1.0)", "w[0]"),
    "a dict": Way("w = {'a': VALUE}", "y = x.sum() * w['a']", "w['a'] = VALUE", "w['a']", "w = {'b': 1.0, 'a': 3.0}"),
    "a dict's get": Way("w = {'a': VALUE}", "y = x.sum() * w.get('a')", "w['a'] = VALUE", "w['a']"),
    "a dict's values": Way(
        "w = {'a': VALUE}", "y = sum(x.sum() * v for v in w.values())", "w['a'] = VALUE", "w['a']", "w['b'] = 3.0"
    ),
    "a default dict": Way(
        "from collections import defaultdict\nw = defaultdict(float)\nw['a'] = VALUE",
        "y = x.sum() * w['a']",
        "w['a'] = VALUE",
        "w['a']",
    ),
    "a deque": Way("from collections import deque\nw = deque([VALUE])", "y = x.sum() * w[0]", "w[0] = VALUE", "w[0]"),
    "a set": Way("w = {2, 3}", "y = x.sum() * sum(w)", "w.add(7)"),
    "a nested container": Way(
        "w = {'a': [(VALUE, 2)]}",
        "y = x.sum() * w['a'][0][0]",
        "w['a'][0] = (VALUE, 2)",
        "w['a'][0][0]",
        "w['a'].insert(0, (5.0,))",
    ),
    "a long list": Way("w = [1.0] * 40 + [VALUE]", "y = x.sum() * w[40]", "w[40] = VALUE"),
    "a subclass of dict": Way(
        "class D(dict):\n    pass\nw = D(a=VALUE)", "y = x.sum() * w['a']", "w['a'] = VALUE", "w['a']"
    ),
    "a named tuple": Way(
        "from typing import NamedTuple\nclass P(NamedTuple):\n    w: object\np = P(VALUE)",
        "y = x.sum() * p.w",
        "p = P(VALUE)",
        "p.w",
    ),
    "a dataclass": Way(
        "from dataclasses import dataclass\n@dataclass\nclass P:\n    w: object\np = P(VALUE)",
        "y = x.sum() * p.w",
        "p.w = VALUE",
        "p.w",
        "p = P(8.0)",
    ),
    "a dataclass by astuple": Way(
        "from dataclasses import dataclass, astuple\n@dataclass\nclass P:\n    w: object\np = P(VALUE)",
        "y = x.sum() * astuple(p)[0]",
        "p.w = VALUE",
        "p.w",
    ),
    "a dataclass by replace": Way(
        "from dataclasses import dataclass, replace\n@dataclass\nclass P:\n    w: object\n    n: int\np = P(VALUE, 1)",
        "y = x.sum() * replace(p, n=2).w",
        "p.w = VALUE",
        "p.w",
    ),
    "a copy of an object": Way(
        "import copy\nclass M:\n    pass\nm = M()\nm.w = VALUE", "y = x.sum() * copy.copy(m).w", "m.w = VALUE", "m.w"
    ),
    "a dataclass compared": Way(
        "from dataclasses import dataclass\n@dataclass\nclass P:\n    w: object\np = P(2.0)\nq = P(2.0)",
        "y = x.sum() * (3.0 if p == q else 5.0)",
        "q.w = 4.0",
    ),
    "an object as text": Way(
        "class M:\n    def __repr__(self):\n        return str(self.w)\nm = M()\nm.w = 2",
        "y = x.sum() * len(f'{m}')",
        "m.w = 1000",
    ),
    "an object by str()": Way(
        "class M:\n    def __str__(self):\n        return str(self.w)\nm = M()\nm.w = 2",
        "y = x.sum() * len(str(m))",
        "m.w = 1000",
    ),
    "an object by %": Way(
        "class M:\n    def __str__(self):\n        return str(self.w)\nm = M()\nm.w = 2",
        "y = x.sum() * len('%s' % m)",
        "m.w = 1000",
    ),
    "an object by format": Way(
        "class M:\n    def __str__(self):\n        return str(self.w)\nm = M()\nm.w = 2",
        "y = x.sum() * len('{}'.format(m))",
        "m.w = 1000",
    ),
    "an attribute by a format": Way(
        "class M:\n    pass\nm = M()\nm.w = 2", "y = x.sum() * len('{m.w}'.format(m=m))", "m.w = 1000"
    ),
    "a match of a class pattern": Way(
        "class M:\n    pass\nm = M()\nm.w = 2",
        "match m:\n    case M(w=2):\n        y = x.sum()\n    case _:\n        y = x.sum() * 3",
        "m.w = 3",
    ),
    "a match of a value pattern": Way(
        "class M:\n    pass\nm = M()\nm.w = 2\nn = 2",
        "match n:\n    case m.w:\n        y = x.sum()\n    case _:\n        y = x.sum() * 3",
        "m.w = 3",
    ),
    "hash of an object": Way(
        "class M:\n    def __hash__(self):\n        return self.w\nm = M()\nm.w = 2", "y = x.sum() * hash(m)", "m.w = 3"
    ),
    "hasattr": Way("class M:\n    pass\nm = M()", "y = x.sum() * (2.0 if hasattr(m, 'w') else 3.0)", "m.w = 1"),
    "a missing attribute": Way("class M:\n    pass\nm = M()", "y = x.sum() * getattr(m, 'w', 3.0)", "m.w = 1.0"),
    "len of an object": Way(
        "class M:\n    def __len__(self):\n        return self.w\nm = M()\nm.w = 2", "y = x.sum() * len(m)", "m.w = 3"
    ),
    "truth of an object": Way(
        "class M:\n    def __bool__(self):\n        return self.w\nm = M()\nm.w = True",
        "y = x.sum() * (2.0 if m else 3.0)",
        "m.w = False",
    ),
    "truth of an object by its length": Way(
        "class M:\n    def __len__(self):\n        return self.w\nm = M()\nm.w = 2",
        "y = x.sum() if m else -x.sum()",
        "m.w = 0",
    ),
    "sorting of objects": Way(
        "class M:\n    def __init__(self, w):\n        self.w = w\nms = [M(1), M(2)]",
        "y = x.sum() * sorted(ms, key=lambda m: -m.w)[0].w",
        "ms[0].w = 5",
    ),
    "a key of a sort": Way(
        "w = 1\ndef key(v):\n    return v * w\nvs = [3, 1, 2]",
        "y = x.sum() * sorted(vs, key=key)[0]",
        "w = -1",
        "",
        "def key(v):\n    return -v",
    ),
    "a callback of map": Way(
        "w = VALUE\ndef f(v):\n    return v * w",
        "y = sum(map(f, [x.sum(), 2.0]))",
        "w = VALUE",
        "w",
        "def f(v):\n    return v - w",
    ),
    "a callback of reduce": Way(
        "from functools import reduce\nw = VALUE\ndef f(a, b):\n    return a + b * w",
        "y = reduce(f, [x.sum(), 2.0, 3.0])",
        "w = VALUE",
        "w",
    ),
    "a callback of filter": Way(
        "w = 2\ndef f(v):\n    return v > w", "y = x.sum() * sum(filter(f, [1, 2, 3, 4]))", "w = 3"
    ),
    "a method as a callback": Way(
        "class M:\n    def f(self, v):\n        return v * self.w\nm = M()\nm.w = VALUE",
        "y = sum(map(m.f, [x.sum(), 2.0]))",
        "m.w = VALUE",
        "m.w",
    ),
    "a bound method as a callback": Way(
        "class M:\n    def f(self, v):\n        return v * self.w\nm = M()\nm.w = VALUE\nf = m.f",
        "y = sum(map(f, [x.sum(), 2.0]))",
        "m.w = VALUE",
        "m.w",
    ),
    "a partial as a callback": Way(
        "from functools import partial\ndef g(w, v):\n    return v * w\nf = partial(g, VALUE)",
        "y = sum(map(f, [x.sum(), 2.0]))",
        "f = partial(g, VALUE)",
        "f.args[0]",
    ),
    "a callable object as a callback": Way(
        "class M:\n    def __call__(self, v):\n        return v * self.w\nm = M()\nm.w = VALUE",
        "y = sum(map(m, [x.sum(), 2.0]))",
        "m.w = VALUE",
        "m.w",
    ),
    "apply_along_axis": Way(
        "w = VALUE\ndef f(row):\n    return (row * 2.0).sum() + np.sum(w)",
        "y = np.apply_along_axis(f, 1, np.stack([x, x]))",
        "w = VALUE",
        "w",
    ),
    "np.vectorize": Way("w = 2.0\ndef g(v):\n    return v * w\nf = np.vectorize(g)", "y = f(x)", "w = 3.0"),
    "a lambda in a dict": Way(
        "w = VALUE\nops = {'f': lambda x: x.sum() * w}",
        "y = ops['f'](x)",
        "w = VALUE",
        "w",
        "ops['f'] = lambda x: x.sum() - w",
    ),
    "a function as an argument": Way(
        "w = VALUE\ndef f(x):\n    return x.sum() * w\ndef twice(g, x):\n    return g(x) + g(x)",
        "y = twice(f, x)",
        "w = VALUE",
        "w",
    ),
    "a lambda made in the cell": Way("w = VALUE", "f = lambda x: x.sum() * w\ny = f(x)", "w = VALUE", "w"),
    "a function made in the cell": Way("w = VALUE", "def f(x):\n    return x.sum() * w\ny = f(x)", "w = VALUE", "w"),
    "a comprehension": Way("w = VALUE", "y = sum([x.sum() * w for _ in range(3)])", "w = VALUE", "w"),
    "a generator expression": Way("w = VALUE", "y = sum(x.sum() * w for _ in range(3))", "w = VALUE", "w"),
    "a generator function": Way(
        "w = VALUE\ndef g(x):\n    for k in range(3):\n        yield x.sum() * w + k", "y = sum(g(x))", "w = VALUE", "w"
    ),
    "a decorator with wraps": Way(
        "import functools\nw = VALUE\ndef deco(f):\n    @functools.wraps(f)\n    def inner(x):\n        return f(x) * w\n    return inner\n"
        "@deco\ndef f(x):\n    return x.sum()",
        "y = f(x)",
        "w = VALUE",
        "w",
        "@deco\ndef f(x):\n    return x.sum() + 3",
    ),
    "a function under a decorator": Way(
        "import functools\nw = VALUE\ndef deco(f):\n    @functools.wraps(f)\n    def inner(x):\n        return f(x) + 1\n    return inner\n"
        "@deco\ndef f(x):\n    return x.sum() * w",
        "y = f(x)",
        "w = VALUE",
        "w",
    ),
    "a decorator used inside a helper": Way(
        "w = VALUE\ndef deco(f):\n    return lambda x: f(x) * w\n"
        "def g(x):\n    @deco\n    def f(x):\n        return x.sum()\n    return f(x)",
        "y = g(x)",
        "w = VALUE",
        "w",
    ),
    "a cached helper": Way(
        "import functools\nv = 2.0\n@functools.lru_cache\ndef f(n):\n    return n * v",
        "y = x.sum() * f(3)",
        "v = 3.0\nf.cache_clear()",
    ),
    "a cached helper's array": Way(
        "import functools\n@functools.lru_cache\ndef f(n):\n    return np.arange(float(n))",
        "y = x.sum() * f(3)",
        "f(3)[0] = 5",
    ),
    "a cached property": Way(
        "import functools\nclass M:\n    @functools.cached_property\n    def w(self):\n        return self.v\nm = M()\nm.v = 2.0",
        "y = x.sum() * m.w",
        "m.v = 3.0\nm.__dict__.pop('w', None)",
    ),
    "a single dispatch": Way(
        "import functools\nw = VALUE\n@functools.singledispatch\ndef f(x):\n    return x.sum() * w",
        "y = f(x)",
        "w = VALUE",
        "w",
    ),
    "a jitted helper": Way(
        "import jax\nw = VALUE\n@jax.jit\ndef f(x):\n    return x.sum() * w",
        "y = f(x)",
        "w = VALUE\njax.clear_caches()",
        "",
        "@jax.jit\ndef f(x):\n    return x.sum() - w",
    ),
    "a gradient made earlier": Way(
        "import jax\nw = 2.0\ndef g(x):\n    return (x ** 2).sum() * w\nf = jax.grad(g)", "y = f(x)", "w = 3.0"
    ),
    "a gradient made in the cell": Way(
        "import jax\nw = 2.0\ndef g(x):\n    return (x ** 2).sum() * w",
        "y = jax.grad(g)(x)",
        "w = 3.0",
        "",
        "def g(x):\n    return x.sum() * w",
    ),
    "a vmap made earlier": Way(
        "import jax\nw = 2.0\ndef g(x):\n    return x * w\nf = jax.vmap(g)", "y = f(x)", "w = 3.0"
    ),
    "a gradient's helper": Way(
        "import jax\nw = 2.0\ndef h(x):\n    return x * w\ndef g(x):\n    return (h(x) ** 2).sum()\nf = jax.grad(g)",
        "y = f(x)",
        "w = 3.0",
    ),
    "a method under grad": Way(
        "import jax\nclass M:\n    def f(self, x):\n        return (x ** 2).sum() * self.w\nm = M()\nm.w = 2.0",
        "y = jax.grad(m.f)(x)",
        "m.w = 3.0",
    ),
    "a loop of lax": Way(
        "import jax\nw = 2.0\ndef body(k, x):\n    return x * w",
        "y = jax.lax.fori_loop(0, 3, body, x)",
        "w = 3.0\njax.clear_caches()",
        "",
        "def body(k, x):\n    return x - w",
    ),
    "a flag": Way("n = 2\nflag = True", "y = x.sum() * (n if flag else 5)", "flag = False"),
    "a string": Way("mode = 'a'", "y = x.sum() if mode == 'a' else -x.sum()", "mode = 'b'"),
    "a builtin shadowed": Way("n = 2", "y = x.sum() * max(n, 1)", "max = lambda a, b: 7"),
    "a module's name rebound": Way(
        "import math", "y = x.sum() * math.floor(2.5)", "class math:\n    floor = staticmethod(lambda v: 9)"
    ),
    "an enum": Way(
        "import enum\nclass E(enum.Enum):\n    A = 2\n    B = 3\ne = E.A", "y = x.sum() * e.value", "e = E.B"
    ),
    "an enum redefined": Way(
        "import enum\nclass E(enum.Enum):\n    A = 2", "y = x.sum() * E.A.value", "class E(enum.Enum):\n    A = 5"
    ),
    "a simple namespace": Way(
        "from types import SimpleNamespace\nm = SimpleNamespace(w=VALUE)", "y = x.sum() * m.w", "m.w = VALUE", "m.w"
    ),
    "an attribute of a function": Way(
        "def f(x):\n    return x.sum() * f.w\nf.w = VALUE", "y = f(x)", "f.w = VALUE", "f.w"
    ),
    "a global by a helper's `global`": Way(
        "w = VALUE\ndef f(x):\n    global u\n    u = w\n    return x.sum() * u", "y = f(x)", "w = VALUE", "w"
    ),
    "a recursive helper": Way(
        "w = VALUE\ndef f(x, n):\n    return x.sum() * w if n == 0 else f(x, n - 1) + 1",
        "y = f(x, 3)",
        "w = VALUE",
        "w",
    ),
    "star arguments": Way(
        "w = [VALUE, 3.0]\ndef f(x, *more):\n    return x.sum() * more[0]", "y = f(x, *w)", "w[0] = VALUE", "w[0]"
    ),
    "double-star arguments": Way(
        "w = {'v': VALUE}\ndef f(x, **more):\n    return x.sum() * more['v']",
        "y = f(x, **w)",
        "w['v'] = VALUE",
        "w['v']",
    ),
    "a view": Way("base = np.array([2.0, 3.0, 4.0])\nw = base[1:]", "y = x.sum() * w", "base[1] = 9.0"),
    "a strided array": Way("w = np.arange(12.0).reshape(3, 4).T[::2]", "y = x.sum() * w", "w[0, 0] = 9.0"),
    "a Fortran-ordered array": Way(
        "w = np.asfortranarray(np.arange(6.0).reshape(2, 3))", "y = x.sum() * w", "w[0, 1] = 9.0"
    ),
    "an array of objects": Way("w = np.array([1, 2.5, 'a'], dtype=object)", "y = x.sum() * w[1]", "w[1] = 4.5"),
    "an array of strings": Way("w = np.array(['a', 'b'])", "y = x.sum() * (w == 'a').sum()", "w[1] = 'a'"),
    "a structured array": Way("w = np.zeros(2, [('a', float)])", "y = x.sum() * w['a']", "w['a'][0] = 4.0"),
    "a huge integer": Way("w = 2 ** 70", "y = x.sum() * (w % 7)", "w = 2 ** 70 + 1"),
}
"""By name."""
