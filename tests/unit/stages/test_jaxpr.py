"""The jaxpr's listing: JAX's notation, one line an equation."""

from textwrap import dedent

import jax
import jax.numpy as jnp
import numpy as np

from jaxlab.model.listing import ListingLine
from jaxlab.stages.jaxpr import jaxpr_listing
from jaxlab.stages.staging import stage
from tests.unit.stages.cells import cell, program

X = jax.ShapeDtypeStruct((3,), jnp.float32)


def text_of(function, *args) -> str:
    return jaxpr_listing(jax.make_jaxpr(function)(*args)).text


def test_equations_are_lines_in_jaxs_notation() -> None:
    assert text_of(lambda x, y: jnp.sin(x) * 2 + y[0], X, X) == dedent("""\
        { lambda ; a:f32[3] b:f32[3]. let
            c:f32[3] = sin a
            d:f32[3] = mul c 2.0:f32[]
            e:f32[1] = slice[start_indices=(0,) limit_indices=(1,)] b
            f:f32[] = squeeze[dimensions=(0,)] e
            g:f32[3] = add d f
          in (g,) }""")


def test_nested_jaxprs_stand_in_their_equation() -> None:
    inner = jax.jit(lambda x: x + 1)

    text = text_of(lambda x: inner(x) + inner(x), X)
    printed = "\n".join(line for line in text.split("\n") if "inline=" not in line)  # JAX 0.12 says that too
    assert printed == dedent("""\
        { lambda ; a:f32[3]. let
            b:f32[3] = jit[
              name=<lambda>
              jaxpr={ lambda ; c:f32[3]. let
                  d:f32[3] = add c 1.0:f32[]
                in (d,) }
            ] a
            e:f32[3] = jit[
              name=<lambda>
              jaxpr={ lambda ; c:f32[3]. let
                  d:f32[3] = add c 1.0:f32[]
                in (d,) }
            ] a
            f:f32[3] = add b e
          in (f,) }""")


def test_each_branch_of_a_cond_is_printed() -> None:
    listing = text_of(lambda x: jax.lax.cond(x[0] > 0, jnp.sin, jnp.cos, x), X)

    assert listing.count("branches={ lambda ;") == 2
    assert "= sin " in listing
    assert "= cos " in listing


def test_equations_alone_are_operations() -> None:
    lines = jaxpr_listing(jax.make_jaxpr(lambda x: jax.lax.scan(lambda c, t: (c * t, c), jnp.ones(3), x))(X)).lines

    operations = [line.text for line in lines if line.is_operation]

    assert [text.split(" = ")[1].split("[")[0].split(" ")[0] for text in operations] == [
        "broadcast_in_dim",
        "scan",
        "mul",
    ]


def test_the_text_is_the_same_at_every_run() -> None:
    def function(x):
        return jax.nn.relu(jnp.where(x > 0, x, 1))

    first = text_of(function, X)
    jax.clear_caches()

    assert text_of(function, X) == first
    assert " at 0x" not in first


def test_many_variables_are_named_as_jax_names_them() -> None:
    def function(x):
        for _ in range(30):
            x = x + 1
        return x

    assert "    be:f32[3] = add bd 1.0:f32[]\n  in (be,) }" in text_of(function, X)


def test_long_values_are_cut_to_one_line() -> None:
    permutation = tuple((i, (i + 1) % 100) for i in range(100))

    def rotated(x):
        return jax.lax.ppermute(x, "i", permutation)

    listing = jaxpr_listing(jax.make_jaxpr(rotated, axis_env=[("i", 100)])(np.float32(1)))

    assert max(len(line.text) for line in listing.lines) < 300
    assert any("..." in line.text for line in listing.lines)


def test_an_equation_over_several_lines_comes_from_one_place() -> None:
    code = cell("<nested cell>", "y = jax.lax.fori_loop(0, 3, lambda i, z: jnp.sin(z), x)\nw = y + 1\n")
    listing = stage(program(code, {"jax": jax, "jnp": jnp}, ["x"], "w"), (X,)).listings["jaxpr"]

    def origin(line: ListingLine) -> set[int]:
        return {span.line for span in line.spans if span.file == "<nested cell>"}

    lines = {line.text.strip().split(" ")[0]: origin(line) for line in listing.lines}
    assert lines["length=3"] == lines["]"] == {1}
    nested = [line for line in listing.lines if line.text.strip().startswith(("jaxpr={", "in (")) and line.stacks]
    assert list(map(origin, nested)) == [{1}, {1}]
    assert not any(line.is_operation for line in nested)
    first, last = listing.lines[0], listing.lines[-1]
    assert first.stacks == last.stacks == ()
