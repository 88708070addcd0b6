"""Profiles of compiled programs: real ones, and events made by hand."""

import sys
from types import SimpleNamespace

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jaxlab.measure import profile as profiling
from jaxlab.measure.profile import NoProfile, events_of_a_run, profile
from jaxlab.model.listing import Listing, ListingLine
from jaxlab.model.profile import LineTime, OpTime, Profile
from jaxlab.model.source import Span
from jaxlab.stages.hlo_text import instruction
from jaxlab.stages.staging import Staged, stage
from tests.unit.stages.cells import cell, line_of, program

CELL = """
h = jnp.tanh(x)
best = jnp.sort(h, axis=0)
y = jax.lax.fori_loop(0, 5, lambda i, z: jnp.sin(z) * 1.01, best)
"""
X = np.ones((512, 256), np.float32)
LOOP = """\
HloModule f

%body (p: f32[8]) -> f32[8] {
  %p = f32[8]{0} parameter(0)
  ROOT %sine = f32[8]{0} sine(%p)
}

%test (p.1: f32[8]) -> pred[] {
  %p.1 = f32[8]{0} parameter(0)
  ROOT %more = pred[] custom-call(%p.1), custom_call_target="more"
}

ENTRY %main (x: f32[8]) -> f32[8] {
  %x = f32[8]{0} parameter(0)
  %turns = f32[8]{0} while(%x), condition=%test, body=%body, backend_config={"known_trip_count":{"n":"1000"}}
  ROOT %fused = f32[8]{0} fusion(%turns), kind=kLoop, calls=%body
}
"""


@pytest.fixture(scope="module")
def staged() -> Staged:
    code = cell("<profiled cell>", CELL)
    return stage(program(code, {"jnp": jnp, "jax": jax}, ["x"], "y"), (X,))


def listing(text: str) -> Listing:
    return Listing(kind="hlo", lines=tuple(ListingLine(text=line) for line in text.splitlines()))


def test_each_instruction_that_ran_has_a_time(staged: Staged) -> None:
    hlo = staged.listings["hlo"]
    runs = []
    found = profile(lambda: runs.append(jax.block_until_ready(staged.compiled(X))), hlo)
    names = {instruction(line.text).name for line in hlo.lines}
    assert {op.name for op in found.ops} <= names
    assert found.runs == len(runs) - 1
    assert all(op.launches >= 1 and op.total_ns >= op.own_ns >= 0 for op in found.ops)
    assert [op.own_ns for op in found.ops] == sorted((op.own_ns for op in found.ops), reverse=True)


def test_lines_of_the_cell_have_the_time_of_what_they_became(staged: Staged) -> None:
    hlo = staged.listings["hlo"]
    found = profile(lambda: jax.block_until_ready(staged.compiled(X)), hlo).lines(hlo, "<profiled cell>")
    # Sorting 256 columns takes many times what two elementwise functions do.
    assert found[0].line == line_of(CELL, "sort")
    assert {entry.line for entry in found} == {1, 2, 3}


def test_a_loop_does_not_have_the_time_of_its_body_as_its_own() -> None:
    calls = {"turns": 100.0, "sine": 30.0}
    events = [profiling.Event(name, run, ns) for run in (1, 2, 3) for name, ns in calls.items()]
    program_lines = [instruction(line) for line in LOOP.splitlines()]
    assert profiling._op_times(events, program_lines) == (
        OpTime(name="turns", launches=1, total_ns=100, own_ns=70),
        OpTime(name="sine", launches=1, total_ns=30, own_ns=30),
    )


def test_the_middle_run_counts_and_launches_of_a_run_are_added_up() -> None:
    events = [profiling.Event("sine", run, ns) for run, ns in ((1, 900.0), (1, 100.0), (2, 5.0), (2, 6.0), (3, 10.0))]
    program_lines = [instruction(line) for line in LOOP.splitlines()]
    (op,) = profiling._op_times(events, program_lines)
    assert (op.total_ns, op.launches) == (11, 2)


def plane(*lines: tuple[str, list[tuple[str, float, float, dict]]]) -> SimpleNamespace:
    made = [
        SimpleNamespace(
            name=name,
            events=[
                SimpleNamespace(name=label, start_ns=start, duration_ns=ns, stats=list(stats.items()))
                for label, start, ns, stats in events
            ],
        )
        for name, events in lines
    ]
    return SimpleNamespace(lines=made)


def test_an_instruction_that_ends_in_another_thread_lasts_until_then() -> None:
    data = SimpleNamespace(
        planes=[
            plane(
                ("worker 1", [("sort.0", 100.0, 5.0, {"hlo_op": "sort.0", "run_id": 7, "_pt": 0, "_p": 42})]),
                ("worker 2", [("end: sort.0", 900.0, 1.0, {"_ct": 0, "_c": 42}), ("other", 0.0, 3.0, {})]),
            )
        ]
    )
    assert list(profiling._events(data)) == [profiling.Event("sort.0", 7, 800.0)]


def test_a_device_that_sums_up_its_operations_is_not_counted_twice() -> None:
    data = SimpleNamespace(
        planes=[
            plane(
                ("Stream #1", [("kernel", 0.0, 9.0, {"hlo_op": "fusion.1"})]),
                ("XLA Ops", [("%fusion.1 = f32[8] fusion(%x)", 0.0, 9.0, {})]),
            )
        ]
    )
    assert list(profiling._events(data)) == [profiling.Event("fusion.1", 0, 9.0)]


def test_events_are_estimated_from_the_turns_of_loops() -> None:
    lines = [instruction(line) for line in LOOP.splitlines()]
    assert events_of_a_run(lines, 1.0) == 3 + 1000 * 4
    unknown = [instruction(line.replace("known_trip_count", "")) for line in LOOP.splitlines()]
    assert events_of_a_run(unknown, 0.5) == 5_000_000


@pytest.mark.parametrize(("turns", "problem"), [("1000000", "JL407"), ("10", "JL409")])
def test_what_cannot_be_profiled_says_why(turns: str, problem: str) -> None:
    with pytest.raises(NoProfile) as caught:
        profile(lambda: None, listing(LOOP.replace("1000", turns)))
    assert caught.value.finding.code == problem


def test_tensorflow_is_not_imported(staged: Staged, capfd) -> None:
    profile(lambda: jax.block_until_ready(staged.compiled(X)), staged.listings["hlo"])
    assert not [name for name in sys.modules if name.startswith("tensorflow")]
    assert "tensorflow" not in capfd.readouterr().err


def test_another_profile_is_left_alone(tmp_path, staged: Staged) -> None:
    with jax.profiler.trace(str(tmp_path)):
        with pytest.raises(NoProfile) as caught:
            profile(lambda: jax.block_until_ready(staged.compiled(X)), staged.listings["hlo"])
        jax.block_until_ready(staged.compiled(X))
    assert str(caught.value) == "The program was not profiled: another profile is being taken."
    assert list(tmp_path.rglob("*.xplane.pb"))


def test_an_instruction_from_two_lines_gives_each_a_half() -> None:
    spans = [Span(file="<cell>", line=line, end_line=line) for line in (2, 3)]
    line = ListingLine(text="  ROOT %fused = f32[8] fusion(%x)", stacks=tuple((span,) for span in spans))
    made = Profile(runs=3, ops=(OpTime(name="fused", launches=1, total_ns=100, own_ns=100),))
    assert made.lines(Listing(kind="hlo", lines=(line,)), "<cell>") == (
        LineTime(line=2, own_ns=50),
        LineTime(line=3, own_ns=50),
    )
