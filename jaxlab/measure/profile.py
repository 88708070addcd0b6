"""Profiles a compiled program: runs it under JAX's profiler and adds up what each instruction took."""

import re
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from statistics import median_low
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple

import jax

from jaxlab.model.diagnostic import Diagnostic
from jaxlab.model.error_text import first_line
from jaxlab.model.listing import Listing
from jaxlab.model.profile import OpTime, Profile
from jaxlab.stages import _compat
from jaxlab.stages.hlo_text import Instruction, instruction
from jaxlab.stages.program import Program, Void, execute
from jaxlab.tracing.random import draw_again

BUDGET_S = 0.5
MOST_RUNS, FEWEST_RUNS = 30, 3
MOST_EVENTS = 200_000
"""Events of all runs together: reading a million takes half a minute, and writing them longer."""
_EVENTS_PER_SECOND = 10_000_000
"""How fast the smallest instructions follow each other: a bound where XLA does not know how often a loop turns."""
_TRIP_COUNT = re.compile(r'"known_trip_count":\{"n":"(\d+)"')
_FUSED = frozenset({"fusion", "reduce", "sort", "scatter", "map", "reduce-window", "custom-call"})
"""What runs its computations inside itself: they have no events of their own."""
_OPS_LINE = "XLA Ops"
_END = "end: "


class Event(NamedTuple):
    """One launch of an instruction: its name, the run that it belongs to, its nanoseconds."""

    name: str
    run: int
    ns: float


class NoProfile(Exception):
    """The program can't be profiled; carries the finding that says why."""

    def __init__(self, finding: Diagnostic) -> None:
        super().__init__(finding.message)
        self.finding = finding


def profile(run: Callable[[], Any], hlo: Listing, *, clock: Callable[[], float] = perf_counter) -> Profile:
    """Runs a program several times, at least four, under JAX's profiler, and times its instructions. Synchronises.

    Args:
      run: Runs the program once and waits until the device has finished; it must leave nothing behind.
      hlo: The optimised HLO of the program.
      clock: Seconds, monotonic.

    Raises:
      NoProfile: It would take too long, another profile is being taken, or the backend gives no times.
    """
    start = clock()
    run()
    run_s = max(clock() - start, 1e-6)
    program = [instruction(line.text) for line in hlo.lines]
    events = events_of_a_run(program, run_s)
    if events * FEWEST_RUNS > MOST_EVENTS:
        message = "The program was not profiled: its loops turn so often that writing down each turn takes minutes."
        raise NoProfile(Diagnostic(code="JL407", message=message, hint="Profile it with fewer turns."))
    runs = min(max(int(BUDGET_S / run_s), FEWEST_RUNS), MOST_RUNS, int(MOST_EVENTS / events))
    ops = _op_times(_profiled(run, runs), program)
    if not ops:
        message = "The program was not profiled: this backend tells no times of its instructions."
        raise NoProfile(Diagnostic(code="JL409", message=message, hint="`%%compare` times the program as a whole."))
    return Profile(runs=runs, ops=ops)


def profile_program(program: Program, values: list[Any]) -> tuple[Profile | None, tuple[Diagnostic, ...]]:
    """Profiles a program on the notebook's values, which stay as they are; a finding where that can't be. Synchronises.

    Args:
      program: The program; its guards hold.
      values: The notebook's values for its reads.
    """
    if program.staged is None:
        return None, ()
    drawn = draw_again(program.effects.randomness, values)
    try:
        return profile(lambda: execute(program, values, drawn.values), program.staged.listings["hlo"]), ()
    except NoProfile as problem:
        return None, (problem.finding,)
    except Void:
        message = "The program was not profiled: a check of values fails in it."
        return None, (
            Diagnostic(code="JL410", message=message, hint="Under `%%jit` the cell raises what Python does."),
        )
    except Exception as error:  # the device failed: out of memory, lost
        message = f"The program was not profiled, as the device could not run it: {first_line(error)}"
        return None, (Diagnostic(code="JL411", message=message, hint="`%devices` shows what fills its memory."),)


def events_of_a_run(program: list[Instruction], run_s: float) -> float:
    """About how many events a run of so many seconds writes down; where XLA does not know a loop's turns, at most."""
    members = _computations(program)
    entry = next((name for name, (_, is_entry) in members.items() if is_entry), "")

    def count(computation: str) -> float:
        total = 0.0
        for each in members.get(computation, ((), False))[0]:
            inner = 0.0 if each.opcode in _FUSED else sum(map(count, each.called))
            turns = _TRIP_COUNT.search(each.text)
            if each.opcode == "while" and not turns:
                return run_s * _EVENTS_PER_SECOND
            total += 1 + inner * (int(turns[1]) if turns else 1)
        return total

    return count(entry)


def _computations(program: list[Instruction]) -> dict[str, tuple[list[Instruction], bool]]:
    """Instructions of each computation by its name, and whether it is the entry."""
    found: dict[str, tuple[list[Instruction], bool]] = {}
    members: list[Instruction] = []
    for each in program:
        if each.name and not each.opcode:
            members = []
            found[each.name] = (members, each.text.startswith("ENTRY"))
        elif each.opcode:
            members.append(each)
    return found


def _profiled(run: Callable[[], Any], runs: int) -> Iterator[Event]:
    with TemporaryDirectory(prefix="jaxlab-") as folder, _compat.without_tensorflow():
        options = jax.profiler.ProfileOptions()
        options.python_tracer_level = 0
        try:
            jax.profiler.start_trace(folder, profiler_options=options)
        except RuntimeError as error:
            message = "The program was not profiled: another profile is being taken."
            raise NoProfile(
                Diagnostic(code="JL408", message=message, hint="End it, and run the cell again.")
            ) from error
        try:
            for _ in range(runs):
                run()
        finally:
            jax.profiler.stop_trace()
        for path in Path(folder).rglob("*.xplane.pb"):
            yield from _events(jax.profiler.ProfileData.from_file(str(path)))


def _events(data: Any) -> Iterator[Event]:
    """Launches of instructions; where a device sums them up in a line of their own, those of that line alone.

    An instruction that goes on in other threads has an event of its beginning, and another where it ends.
    """
    for plane in data.planes:
        lines = list(plane.lines)
        summed = [line for line in lines if line.name == _OPS_LINE]
        events = [(event, _stats(event)) for line in summed or lines for event in line.events]
        ends = {(stats["_ct"], stats["_c"]): event.start_ns for event, stats in events if event.name.startswith(_END)}
        for event, stats in events:
            name = stats.get("hlo_op") or (event.name if summed else "")
            end_ns = ends.get((stats.get("_pt"), stats.get("_p")), 0.0)
            if name:
                ns = max(event.duration_ns, end_ns - event.start_ns)
                yield Event(name.partition(" = ")[0].lstrip("%"), stats.get("run_id", 0), ns)


def _stats(event: Any) -> dict[str, Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of Python 3.13, about jaxlib's own types
        return dict(event.stats)


def _op_times(events: Iterable[Event], program: list[Instruction]) -> tuple[OpTime, ...]:
    by_run: defaultdict[str, defaultdict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for event in events:
        by_run[event.name][event.run].append(event.ns)
    known = {each.name: each for each in program if each.opcode}
    total = {name: median_low([sum(each) for each in runs.values()]) for name, runs in by_run.items() if name in known}
    members = _computations(program)

    def own(name: str) -> float:
        each = known[name]
        inside = [] if each.opcode in _FUSED else [inner.name for called in each.called for inner in members[called][0]]
        return max(total[name] - sum(total.get(inner, 0.0) for inner in inside), 0.0)

    times = (
        OpTime(
            name=name,
            launches=median_low([len(each) for each in by_run[name].values()]),
            total_ns=round(ns),
            own_ns=round(own(name)),
        )
        for name, ns in total.items()
    )
    return tuple(sorted(times, key=lambda op: (-op.own_ns, op.name)))
