"""Random programs: statements that people write, put together to cells, and changes between two runs of one."""

from hypothesis import strategies as st

from tests.fuzz.expressions import (
    cubes,
    expressions,
    floating,
    integers,
    matrices,
    results,
    scalars,
    short,
    slices,
    text,
    vector_indices,
    vectors,
    views,
)
from tests.fuzz.setup import SETUP

START = SETUP + "r0 = 1.0\nr1 = np.arange(3.0)\nr2 = 2\nr3 = a[::2]\n"
"""The setup, and values for the names that programs bind."""

simple = st.one_of(
    text("{r} = {x}", r=results, x=expressions),
    text("{r} = {x}", r=results, x=expressions),
    text("{r} = {x}", r=results, x=views),
    text("{v}[{s}] = {x}", v=floating, s=slices, x=expressions),
    text("{v}[{j}] = {x}", v=floating, j=vector_indices, x=scalars),
    text("{v}[{j}] += {x}", v=floating, j=vector_indices, x=scalars),
    text("{v}[{s}] *= {x}", v=floating, s=slices, x=scalars),
    text(
        "{v} += {x}",
        v=st.sampled_from(("a", "alias", "b", "i", "h", "s", "n", "box.v", "box.w", "table['x']")),
        x=expressions,
    ),
    text("{v} -= {x}", v=st.sampled_from(("view", "f", "z", "items[1]", "point.x", "nested['p'][0]")), x=scalars),
    text("{x}[{s}, 1] = {y}", x=matrices, s=slices, y=scalars),
    text("{x}.T[1] = {y}", x=matrices, y=scalars),
    text("view[{s}] = {x}", s=slices, x=expressions),
    text("np.add({x}, {y}, out={v})", x=vectors, y=vectors, v=floating),
    text("np.add.at({v}, i, {x})", v=floating, x=scalars),
    text("{v}.sort()", v=floating),
    text("{x}[{s}] = {y}", x=cubes, s=slices, y=scalars),
    text("{x}[..., 0] += {y}", x=cubes, y=scalars),
    text("{x}[{x} > 2] = {y}", x=st.sampled_from(("a", "cube", "wide", "w", "k", "i")), y=scalars),
    text("{x}[{x} > 2] *= 2", x=st.sampled_from(("a", "cube", "wide", "w", "k", "i"))),
    text(
        "{x} {o}= {y}",
        x=st.sampled_from(("w", "small", "big", "zz", "cube", "wide", "vec")),
        o=st.sampled_from("+-*"),
        y=short,
    ),
    text("np.copyto({x}, {y})", x=vectors, y=scalars),
    text("np.putmask({x}, m, {y})", x=floating, y=scalars),
    text("np.put({x}, [0, 2], {y})", x=floating, y=scalars),
    text("np.fill_diagonal({x}, {y})", x=matrices, y=scalars),
    text("np.multiply({x}, 2, out={x})", x=floating),
    text("{x}.flat[{s}] = {y}", x=matrices, s=slices, y=scalars),
    text("np.maximum.at({x}, i, {y})", x=floating, y=scalars),
    text("{x}.T[...] = {y}", x=cubes, y=scalars),
    text("{r} = {x}\n{r}[0] = {y}", r=results, x=views, y=scalars),
    text("{r} = [{x}, {y}]\n{r}[0][0] += 1", r=results, x=vectors, y=short),
    text("vec.a = {x}", x=short),
    text("vec.a[0] = {x}", x=scalars),
    text("{r} = sorted({x}.tolist())", r=results, x=short),
    text("{r} = rng.random(3) < 0.5", r=results),
    text("{r} = rng.normal(size=2)", r=results),
    text("print({x}, {y})", x=short, y=scalars),
    text("{v}.fill({x})", v=floating, x=scalars),
    text("write({v}, {x})", v=floating, x=scalars),
    text("{r} = write({v}, {x})", r=results, v=floating, x=scalars),
    text("box.grow({x})", x=scalars),
    text("box.w = {x}", x=expressions),
    text("point.y = {x}", x=views),
    text("box.fresh = {x}", x=expressions),
    text("items.append({x})", x=expressions),
    text("items[1] = {x}", x=expressions),
    text("table['new'] = {x}", x=expressions),
    text("nested['p'].insert(0, {x})", x=expressions),
    text("{r} = items.pop()", r=results),
    text("{r}, {q} = {x}, {y}", r=results, q=results, x=expressions, y=expressions),
    text("{r}, *{q} = {v}", r=results, q=results, v=vectors),
    text("box.w, items[1] = items[1], {x}", x=scalars),
    text("{r} = {q} = {x}", r=results, q=results, x=expressions),
    text("({r} := {x})", r=results, x=expressions),
    text("del {r}", r=results),
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
    text("print({x})", x=expressions),
    text('print(f"{{{x}}}", n)', x=scalars),
    text("assert np.all({v} > -1000), 'low'", v=vectors),
    text("{r} = checked({v}, {x})", r=results, v=vectors, x=scalars),
    text("{r} = np.random.{d}(3)", r=results, d=st.sampled_from(("rand", "randn", "permutation"))),
)


def _indented(code: str) -> str:
    return "\n".join(f"    {line}" for line in code.split("\n"))


def _block(head: str, **parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    body = st.lists(simple, min_size=1, max_size=2).map("\n".join).map(_indented)
    return st.tuples(text(head, **parts), body).map("\n".join)


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
    st.tuples(st.just("def local(x, y={}):\n    return x + y * s".format("n")), text("{r} = local({x})", r=results, x=expressions)).map("\n".join),
    text("{r} = (lambda x: x * s + n)({x})", r=results, x=expressions),
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
