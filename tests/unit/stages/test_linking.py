"""Programs of every kind, compiled for real: operations are linked to the lines that they come from.

Each line of a cell that is checked uses an operation of its own, which tells where it must be linked to.
"""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest
from flax import nnx

from jaxlab.model.listing import Listing
from jaxlab.stages.staging import Staged, stage
from tests.unit.stages.cells import cell, line_of, program, run

KINDS = ("jaxpr", "stablehlo", "hlo")

HELPERS = """
import jax
import jax.numpy as jnp

def act(x):
    return jnp.tanh(x)

@jax.jit
def squash(x):
    return jnp.arctan(x)
"""
LAYERS = """
def layer(x, w):
    y = x @ w
    return act(y)

def turn(i, y):
    return jnp.cos(y) + squash(y)
"""
EARLIER = """
seen = squash(jnp.where(x > 1, x, 0)).std()
"""
CELL = """
y = layer(x, w)
low = jnp.where(y > 1, y, 0)
y = jax.lax.fori_loop(0, 10, turn, y)
high = jnp.where(y > 1, y, 0)
y = squash(jnp.log1p(low))
slope = jax.grad(lambda v: jnp.expm1(v).sum())(
    high)
out = jnp.arctan2(y, slope).std() + (
jnp.cbrt(y)).sum()
"""


@pytest.fixture(scope="module")
def staged() -> Staged:
    namespace: dict[str, Any] = {}
    run(cell("<helpers>", HELPERS), namespace)
    run(cell("<layers>", LAYERS), namespace)
    x, w = np.ones((8, 16), np.float32), np.ones((16, 16), np.float32)
    # What another cell has traced before must not show in this one.
    stage(program(cell("<earlier>", EARLIER), namespace, ["x"], "seen"), (x,))
    return stage(program(cell("<cell>", CELL), namespace, ["x", "w"], "out"), (x, w))


def linked_share(listing: Listing, file: str) -> float:
    """Share of the operations that are linked to `file`."""
    operations = [line for line in listing.lines if line.is_operation]
    return sum(any(span.file == file for span in line.spans) for line in operations) / len(operations)


def callers(listing: Listing, operation: str) -> set[tuple[tuple[str, int], ...]]:
    """The stacks, as files and lines in cells, of the lines that hold `operation`, fusions left out."""
    return {
        tuple((span.file, span.line) for span in stack if span.file.startswith("<"))
        for line in listing.lines
        if line.is_operation and f" {operation}" in line.text.replace("stablehlo.", "").replace("chlo.", "")
        for stack in line.stacks
        if " fusion(" not in line.text
    }


@pytest.mark.parametrize("kind", KINDS)
def test_operations_are_linked_to_the_cell(staged: Staged, kind: str) -> None:
    assert linked_share(staged.listings[kind], "<cell>") >= 0.95


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_linked_to_the_cell_that_traced_a_function_first(staged: Staged, kind: str) -> None:
    assert linked_share(staged.listings[kind], "<earlier>") == 0


@pytest.mark.parametrize(
    ("names", "stack"),
    [
        (("dot_general", "dot_general", "dot("), [("<layers>", "x @ w"), ("<cell>", "layer(x, w)")]),
        (("tanh", "tanh", "tanh("), [("<helpers>", "jnp.tanh"), ("<layers>", "act(y)"), ("<cell>", "layer(x, w)")]),
        (("cos", "cosine", "cosine("), [("<layers>", "jnp.cos"), ("<cell>", "fori_loop")]),
        (("log1p", "log_plus_one", "log-plus-one("), [("<cell>", "jnp.log1p")]),
        (("atan2", "atan2", "atan2("), [("<cell>", "jnp.arctan2")]),
        (("cbrt", "cbrt", "cbrt("), [("<cell>", "jnp.cbrt")]),
    ],
)
def test_an_operation_is_linked_through_the_helpers_that_it_stands_in(
    staged: Staged, names: tuple[str, str, str], stack: list[tuple[str, str]]
) -> None:
    texts = {"<helpers>": HELPERS, "<layers>": LAYERS, "<cell>": CELL}
    expected = tuple((file, line_of(texts[file], part)) for file, part in stack)

    for kind, name in zip(KINDS, names, strict=True):
        found = callers(staged.listings[kind], name)
        # XLA computes arctan by atan2, which adds stacks of its own.
        assert expected in found, (kind, found)
        assert found == {expected} or name.startswith("atan2"), (kind, found)


@pytest.mark.parametrize("kind", ["jaxpr", "hlo"])
def test_two_calls_of_one_traced_function_are_told_apart(staged: Staged, kind: str) -> None:
    name = {"jaxpr": "select_n", "hlo": "select("}[kind]
    lines = [line_of(CELL, "low = "), line_of(CELL, "high = ")]
    lines_of_each = [
        {span.line for span in entry.spans if span.file == "<cell>"}
        for entry in staged.listings[kind].lines
        if entry.is_operation and f" {name}" in entry.text
    ]

    for line in lines:
        assert {line} in lines_of_each


def test_a_function_that_is_printed_once_is_linked_to_all_who_call_it(staged: Staged) -> None:
    found = callers(staged.listings["stablehlo"], "select ")

    assert {((("<cell>", line_of(CELL, part)),)) for part in ("low = ", "high = ")} <= found


@pytest.mark.parametrize("kind", KINDS)
def test_an_operation_that_no_user_code_was_recorded_for_is_linked_to_one_line(staged: Staged, kind: str) -> None:
    # Lines of `jnp.std`, which says nothing of the user, in a function that is called once.
    name = {"jaxpr": "sqrt", "stablehlo": "stablehlo.sqrt", "hlo": "sqrt("}[kind]
    lines = [line for line in staged.listings[kind].lines if line.is_operation and f" {name}" in line.text]

    for line in lines:
        assert {span.line for span in line.spans if span.file == "<cell>"} == {line_of(CELL, ".std()")}


@pytest.mark.parametrize("kind", KINDS)
def test_spans_have_the_columns_of_the_expression(staged: Staged, kind: str) -> None:
    line = next(line for line in staged.listings[kind].lines if line.is_operation and "tanh" in line.text)
    span = next(span for span in line.spans if span.file == "<helpers>")

    assert HELPERS.splitlines()[span.line][span.column : span.end_column] == "jnp.tanh(x)"


MODEL = """
class MLP(nnx.Module):
    def __init__(self, rngs):
        self.hidden = nnx.Linear(8, 32, rngs=rngs)
        self.norm = nnx.LayerNorm(32, rngs=rngs)
        self.out = nnx.Linear(32, 4, rngs=rngs)

    def __call__(self, x):
        h = nnx.tanh(self.hidden(x))
        return self.out(self.norm(h))
"""
LOSS = """
def loss_fn(model, x, y):
    logits = model(x)
    return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()
"""
STEP = """
model = nnx.merge(graphdef, params)
loss, grads = nnx.value_and_grad(loss_fn)(model, x, y)
updates, state = optimizer.update(grads, state, params)
params = optax.apply_updates(params, updates)
out = loss, params, state
"""


@pytest.fixture(scope="module")
def training_step() -> Staged:
    namespace: dict[str, Any] = {"nnx": nnx, "optax": optax, "__name__": "__main__"}
    run(cell("<model>", MODEL), namespace)
    run(cell("<loss>", LOSS), namespace)
    graphdef, params = nnx.split(namespace["MLP"](nnx.Rngs(0)), nnx.Param)
    optimizer = optax.adam(1e-3)
    namespace.update(graphdef=graphdef, optimizer=optimizer)
    step = program(cell("<step>", STEP), namespace, ["params", "state", "x", "y"], "out")
    return stage(step, (params, optimizer.init(params), np.ones((16, 8), np.float32), np.zeros(16, np.int32)))


@pytest.mark.parametrize("kind", KINDS)
def test_a_flax_training_step_is_linked_to_its_cell(training_step: Staged, kind: str) -> None:
    assert linked_share(training_step.listings[kind], "<step>") >= 0.95


@pytest.mark.parametrize("kind", KINDS)
def test_a_flax_training_step_is_linked_through_model_and_loss(training_step: Staged, kind: str) -> None:
    name = "tanh(" if kind == "hlo" else "tanh"
    expected = (
        ("<model>", line_of(MODEL, "nnx.tanh")),
        ("<loss>", line_of(LOSS, "model(x)")),
        ("<step>", line_of(STEP, "value_and_grad")),
    )

    assert callers(training_step.listings[kind], name) == {expected}


def test_the_optimizer_is_linked_to_its_line(training_step: Staged) -> None:
    update = line_of(STEP, "optimizer.update")

    assert callers(training_step.listings["hlo"], "sqrt(") >= {(("<step>", update),)}


VARIED = """
import jax
import jax.numpy as jnp

def doubled(v):
    return v * 2

@jax.custom_vjp
def clipped(v):
    return jnp.exp(v)

clipped.defvjp(lambda v: (clipped(v), v), lambda v, g: (g * jnp.cos(v),))
grown = jax.lax.while_loop(lambda c: c.sum() < 100, lambda c: c * 1.1, x)
chosen = jax.lax.cond(grown.sum() > 3, jnp.cos, jnp.sin, grown)
carried, rows = jax.lax.scan(lambda c, t: (c + t, jnp.sin(c)), x[0], chosen)
sums = jax.vmap(lambda row: jnp.cumsum(row) / row.sum())(rows)
solved = jnp.linalg.solve(sums @ sums.T + jnp.eye(8), rows)
waves = jnp.fft.rfft(solved).real
ordered = jnp.sort(solved, axis=0)
drawn = jax.random.normal(jax.random.key(0), (8, 16))
written = ordered.at[jnp.argmax(ordered, axis=1)].add(drawn)
slope = jax.grad(lambda p: (clipped(p) * jax.nn.softmax(p)).sum())(written)
tangents = jax.jacfwd(lambda p: jnp.tanh(p).sum(0))(slope)
middle = jnp.median(slope) + jnp.interp(slope, ordered[:, 0], ordered[:, 1]).sum()
factors = jnp.linalg.qr(slope @ slope.T)
again = jax.grad(lambda p: jax.checkpoint(lambda q: jnp.sin(jnp.sin(q)))(p).sum())(slope)
mapped = jax.lax.map(doubled, slope)
out = carried, waves, tangents, middle, factors, again, mapped
"""


@pytest.fixture(scope="module")
def varied() -> Staged:
    x = np.linspace(0.1, 1, 128, dtype=np.float32).reshape(8, 16)
    return stage(program(cell("<varied>", VARIED), {}, ["x"], "out"), (x,))


@pytest.mark.parametrize("kind", KINDS)
def test_control_flow_transforms_and_libraries_are_linked(varied: Staged, kind: str) -> None:
    assert linked_share(varied.listings[kind], "<varied>") >= 0.95


@pytest.mark.parametrize("kind", KINDS)
def test_every_line_that_computes_is_linked_to_something(varied: Staged, kind: str) -> None:
    first = line_of(VARIED, "grown = ")
    last = line_of(VARIED, "mapped = ")

    unlinked = [n for n in range(first, last + 1) if not varied.listings[kind].lines_from("<varied>", n)]

    assert unlinked == []


def test_a_dead_line_is_in_the_jaxpr_and_not_in_the_hlo() -> None:
    text = "dead = jnp.sinh(x)\nout = x + 1\n"
    x = jax.ShapeDtypeStruct((4,), jnp.float32)

    listings = stage(program(cell("<dead>", text), {"jnp": jnp}, ["x"], "out"), (x,)).listings

    assert listings["jaxpr"].lines_from("<dead>", 1)
    assert not listings["hlo"].lines_from("<dead>", 1)
    assert listings["hlo"].lines_from("<dead>", 2)


def test_a_deep_call_keeps_its_whole_stack() -> None:
    text = "\n".join(
        ["def f0(x):", "    return jnp.tan(x)"]
        + [line for n in range(1, 30) for line in (f"def f{n}(x):", f"    return f{n - 1}(x)")]
        + ["out = f29(x)"]
    )

    listings = stage(program(cell("<deep>", text), {"jnp": jnp}, ["x"], "out"), (np.ones(4, np.float32),)).listings

    for kind in KINDS:
        (stack,) = callers(listings[kind], "tan" + "(" * (kind == "hlo"))
        assert len(stack) == 31, kind
