"""Makes the reports in this folder from real programs: `python tests/reports/generate.py`, after the model changes.

The views' tests and the extension's read them, so that neither needs JAX.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import CodeType
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

from jaxlab.model.codec import to_json
from jaxlab.model.listing import Listing
from jaxlab.model.placement import Argument, Aval
from jaxlab.model.report import Report, Segment
from jaxlab.model.source import SourceText, Span, Stack
from jaxlab.stages.shardings import placement_of
from jaxlab.stages.staging import stage

HERE = Path(__file__).parent

ATTENTION = """\
%%jit
# One attention head over a sequence.
q, k, v = x @ wq, x @ wk, x @ wv
unused = jnp.sin(q)
weights = softmax(q @ k.T / scale)
y = normalised(weights @ v)
loss = jnp.mean((y - x) ** 2)
loss
"""
SOFTMAX = """\
def softmax(logits):
    shifted = logits - logits.max(-1, keepdims=True)
    powers = jnp.exp(shifted)
    return powers / powers.sum(-1, keepdims=True)
"""
NORMALISED = """\
def normalised(y, eps=1e-6):
    return (y - y.mean(-1, keepdims=True)) / jnp.sqrt(y.var(-1, keepdims=True) + eps)
"""
TRAINING = """\
%%jit
# A deep network and its gradient, unrolled: many lines from few.
def loss(params, x, y):
    for w, b in params:
        x = jnp.tanh(x @ w + b)
    return jnp.mean((x - y) ** 2)

value, slopes = jax.value_and_grad(loss)(params, x, y)
params = jax.tree.map(lambda p, g: p - 0.1 * g, params, slopes)
value
"""
SHARDED = """\
%%jit
# Data parallel along one axis of the mesh, the model split along the other.
hidden = jnp.tanh(x @ w + b)
scores = hidden @ w.T
scores.mean()
"""


def report(cell: str, helpers: dict[str, str], inputs: dict[str, Any], outputs: tuple[str, ...]) -> Report:
    """Stages a cell as a function of `inputs` and reports what became of it.

    Args:
      cell: The cell with its magic line; its last line is its result.
      helpers: Source of other cells, by title.
      inputs: Pytrees of arrays by name.
      outputs: Names that the cell binds.
    """
    scope: dict[str, Any] = {"jax": jax, "jnp": jnp, "scale": 8.0}
    for title, text in helpers.items():
        exec(compile(text, title, "exec"), scope)
    staged = stage(_function(cell, scope, outputs), (inputs,))
    last = len(cell.rstrip().split("\n"))
    segment = Segment(
        spans=tuple(Span(file="cell", line=line, end_line=line) for line in range(2, last + 1)),
        inputs=tuple(_arguments(inputs)),
        outputs=tuple(_arguments(staged.compiled(inputs))),
        listings={kind: _without_own_frames(listing) for kind, listing in staged.listings.items()},
        cost=staged.cost,
        memory=staged.memory,
    )
    return Report(
        magic="jit",
        source=SourceText(file="cell", title="this cell", text=cell),
        helpers=tuple(SourceText(file=title, title=title, text=text) for title, text in helpers.items()),
        segments=(segment,),
        # Real figures differ at every run, and then so would the files; the views only have to lay them out.
        trace_s=0.0312,
        lower_s=0.0118,
        compile_s=0.1673,
        transfer_s=0.00004,
        run_s=0.00213,
        device="cpu:0",
        versions={"jax": jax.__version__},
    )


def _function(cell: str, scope: dict[str, Any], outputs: tuple[str, ...]) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """The cell as a function; its first line is blanked, so that lines count from the magic line."""
    *body, result = cell.rstrip().split("\n")[1:]
    code: CodeType = compile("\n".join(["", *body, f"Out = {result}"]), "cell", "exec")

    def call(inputs: dict[str, Any]) -> dict[str, Any]:
        names = scope | inputs
        exec(code, names)
        return {name: names[name] for name in (*outputs, "Out")}

    return call


def _without_own_frames(listing: Listing) -> Listing:
    """This file calls the cell, so it ends every stack; to a reader of the report it is nobody's code."""

    def stripped(stacks: tuple[Stack, ...]) -> tuple[Stack, ...]:
        return tuple(tuple(span for span in stack if span.file != __file__) for stack in stacks)

    return replace(listing, lines=tuple(replace(line, stacks=stripped(line.stacks)) for line in listing.lines))


def _arguments(values: dict[str, Any]) -> list[Argument]:
    leaves = jax.tree_util.tree_leaves_with_path(values)
    return [
        _argument(str(path[0].key) + jax.tree_util.keystr(path[1:]), leaf, position)
        for position, (path, leaf) in enumerate(leaves)
    ]


def _argument(name: str, array: jax.Array, position: int) -> Argument:
    return Argument(
        name=name,
        aval=Aval(dtype=str(array.dtype), shape=array.shape),
        bytes=array.nbytes,
        placement=placement_of(array),
        python_type="Array",
        position=position,
    )


def _random(*shape: int) -> jax.Array:
    return jax.random.normal(jax.random.key(len(shape)), shape)


def main() -> None:
    """Writes every report."""
    jax.config.update("jax_num_cpu_devices", 8)
    head = {"x": _random(128, 64), "wq": _random(64, 64), "wk": _random(64, 64), "wv": _random(64, 64)}
    layers = [(_random(32, 32), _random(32)) for _ in range(24)]
    mesh = Mesh(np.array(jax.devices()).reshape(4, 2), ("data", "model"))
    specs = {"x": ((64, 32), P("data")), "w": ((32, 16), P(None, "model")), "b": ((16,), P("model"))}
    spread = {name: jax.device_put(_random(*shape), NamedSharding(mesh, spec)) for name, (shape, spec) in specs.items()}
    made = {
        "attention": report(ATTENTION, {"In [3]": SOFTMAX, "layers.py": NORMALISED}, head, ("y", "loss")),
        "training": report(TRAINING, {}, {"params": layers, "x": _random(64, 32), "y": _random(64, 32)}, ("params",)),
        "sharded": report(SHARDED, {}, spread, ("hidden", "scores")),
    }
    for name, entry in made.items():
        (HERE / f"{name}.json").write_text(to_json(entry) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
