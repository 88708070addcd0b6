"""The notebook in which random programs run: names of every kind that cells meet."""

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
class Vec:
    def __init__(self, a):
        self.a = a
    def __add__(self, o):
        return Vec(self.a + (o.a if isinstance(o, Vec) else o))
    def __mul__(self, k):
        return Vec(self.a * k)
    def __getitem__(self, q):
        return self.a[q]
    def __len__(self):
        return len(self.a)
    def __repr__(self):
        return f"Vec({self.a})"
vec = Vec(np.arange(3.0))
def counter():
    count = 0
    def up(by=1):
        nonlocal count
        count += by
        return count
    return up
up = counter()
rng = np.random.default_rng(3)
cube = np.arange(24.0).reshape(2, 3, 4)
wide = cube.transpose(2, 0, 1)
w = np.array([0.5, -1.0, 4.0])
small = np.array([100, -100, 7], dtype=np.int8)
big = np.array([2**40, -3, 5])
zz = np.array([1 + 2j, -0.5j, 3])
words = np.array(["b", "a", "c"])
def pieces(x):
    for q in range(3):
        yield x * q
"""
