"""Trace, lower, compile: each timed, each leaving what it reached."""

import gc
import weakref
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jaxlab.stages.staging import StageError, stage

X = np.ones((4, 4), np.float32)


def test_the_executable_computes() -> None:
    staged = stage(lambda x, y: {"product": x @ y}, (X, X))

    np.testing.assert_allclose(staged.compiled(X, X)["product"], X @ X)


def test_the_arguments_are_not_kept_alive() -> None:
    x = jnp.ones(4)
    reference = weakref.ref(x)

    staged = stage(lambda x: x + 1, (x,))
    del x
    gc.collect()

    assert staged.compiled is not None
    assert reference() is None


def test_each_stage_is_timed_apart() -> None:
    readings = iter([0.0, 1.0, 10.0, 12.0, 100.0, 104.0])

    staged = stage(jnp.sin, (X,), clock=lambda: next(readings))

    assert (staged.trace_s, staged.lower_s, staged.compile_s) == (1.0, 2.0, 4.0)


def test_listings_of_all_three_kinds() -> None:
    listings = stage(lambda x: jnp.tanh(x) @ x, (X,)).listings

    assert {kind: listing.kind for kind, listing in listings.items()} == {k: k for k in ("jaxpr", "stablehlo", "hlo")}
    assert all("tanh" in listing.text for listing in listings.values())


def test_listings_cost_and_memory_are_read_when_asked_for_and_once() -> None:
    staged = stage(jnp.tanh, (X,))

    assert not {"listings", "cost", "memory"} & set(vars(staged))
    assert staged.listings is staged.listings
    assert staged.cost.transcendentals == X.size
    assert staged.memory.output_bytes == X.nbytes


@pytest.mark.parametrize(("keep_unused", "inputs"), [(True, 2), (False, 1)])
def test_unused_arguments(keep_unused: bool, inputs: int) -> None:
    staged = stage(lambda x, unused: x + 1, (X, X), keep_unused=keep_unused)

    header = next(line.text for line in staged.listings["hlo"].lines if line.text.startswith("ENTRY"))
    assert header.split("->")[0].count("f32[4,4]") == inputs


def test_a_failed_trace_leaves_nothing_and_chains_the_users_error() -> None:
    def call(x: Any) -> Any:
        raise ZeroDivisionError("of the user")

    with pytest.raises(StageError, match=r"^the stage 'trace' failed$") as raised:
        stage(call, (X,))

    assert isinstance(raised.value.__cause__, ZeroDivisionError)
    assert raised.value.partial.closed_jaxpr is None
    assert raised.value.partial.listings == {}
    assert raised.value.partial.cost is None


def test_a_failed_lowering_leaves_the_jaxpr() -> None:
    axis = jax.extend.core.Primitive("without_lowering")
    axis.def_abstract_eval(lambda x: x)

    with pytest.raises(StageError, match=r"^the stage 'lower' failed$") as raised:
        stage(axis.bind, (X,))

    partial = raised.value.partial
    assert raised.value.stage == "lower"
    assert list(partial.listings) == ["jaxpr"]
    assert "without_lowering" in partial.listings["jaxpr"].text
    assert partial.trace_s > 0
    assert partial.memory is None


def test_a_failed_compile_leaves_the_stablehlo(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_memory(*args: Any, **kwargs: Any) -> Any:
        raise RuntimeError("RESOURCE_EXHAUSTED")

    monkeypatch.setattr(jax.stages.Lowered, "compile", no_memory)

    with pytest.raises(StageError, match=r"^the stage 'compile' failed$") as raised:
        stage(jnp.sin, (X,))

    assert list(raised.value.partial.listings) == ["jaxpr", "stablehlo"]
    assert str(raised.value.__cause__) == "RESOURCE_EXHAUSTED"


def test_tracing_runs_in_the_calling_thread_and_an_interrupt_passes_through() -> None:
    def call(x: Any) -> Any:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stage(call, (X,))


def test_the_users_own_jax_keeps_its_settings() -> None:
    from jax._src import config, source_info_util

    before = (
        list(source_info_util._exclude_paths),
        list(source_info_util._include_paths),
        config.traceback_in_locations_limit.value,
    )

    stage(jnp.sin, (X,))

    assert before == (
        source_info_util._exclude_paths,
        source_info_util._include_paths,
        config.traceback_in_locations_limit.value,
    )


def test_the_elapsed_time_is_told_while_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    from jaxlab.stages import waiting

    monkeypatch.setattr(waiting, "FIRST_NOTICE_S", 0.0)
    monkeypatch.setattr(waiting, "NOTICE_EVERY_S", 0.001)
    announced: list[float] = []

    def deep(x: Any) -> Any:
        for _ in range(50):
            x = jnp.sin(x) @ x
        return x

    stage(deep, (X,), on_wait=announced.append)

    assert announced
    assert announced == sorted(announced)
