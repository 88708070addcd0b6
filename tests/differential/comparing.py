"""Runs the same code plainly and compiled, and tells every difference that a program could notice."""

import copy
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from jaxlab.pipeline import run

PRELUDE = (
    "import math\nimport numpy as np\nimport scipy.linalg, scipy.special, scipy.signal, scipy.stats, scipy.integrate\n"
)
Inputs = Mapping[str, Callable[[], Any]]


@dataclass(frozen=True, slots=True)
class Stop:
    """Where compiled code gave way to plain Python, and why; line 0 for a piece whose checks failed when it ran."""

    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one piece of code.

    Attributes:
      breaks: What was not compiled; empty if all of it was.
      differences: What differs from plain Python; empty if nothing does.
      raised: Whether plain Python raises.
    """

    breaks: tuple[Stop, ...] = ()
    differences: tuple[str, ...] = ()
    raised: bool = False

    @property
    def compiled(self) -> bool:
        """Whether it ran compiled from end to end."""
        return not self.breaks


@dataclass(frozen=True, slots=True)
class Ran:
    """The namespace that a piece of code left, and what it raised."""

    names: dict[str, Any]
    error: BaseException | None = None


def check(source: str, inputs: Inputs, *, ulps: float = 0) -> Verdict:
    """Runs `source` both ways on fresh inputs.

    Args:
      source: Statements.
      inputs: For each name a function that makes its value.
      ulps: Largest accepted error of floats, in units of the last place of the array's largest element.
    """
    expected = plainly(source, inputs)
    found, breaks = compiled(source, inputs)
    return Verdict(breaks, tuple(differences(expected, found, ulps)), expected.error is not None)


def plainly(source: str, inputs: Inputs) -> Ran:
    """What plain Python leaves."""
    names = _namespace(inputs)
    with _quiet():
        try:
            exec(compile(source, "<plain>", "exec"), names)
        except Exception as error:
            return Ran(names, error)
    return Ran(names)


def compiled(source: str, inputs: Inputs) -> tuple[Ran, tuple[Stop, ...]]:
    """What a compiled run leaves, and where it broke."""
    names = _namespace(inputs)
    with _quiet():
        try:
            report = run(source, names).report
        except Exception as error:
            return Ran(names, error), (Stop(0, "it raised"),)
    replays = [Stop(0, entry.message) for entry in report.diagnostics if entry.code == "JL203"]
    return Ran(names), (*(Stop(entry.line, entry.reason) for entry in report.breaks), *replays)


def _namespace(inputs: Inputs) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(PRELUDE, names)
    names.update({name: make() for name, make in inputs.items()})
    return names


@contextmanager
def _quiet() -> Iterator[None]:
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def differences(expected: Ran, found: Ran, ulps: float) -> Iterator[str]:
    """Each difference between two runs: errors, names, types, dtypes, shapes, values, memory."""
    if (type(expected.error), str(expected.error)) != (type(found.error), str(found.error)):
        yield f"raises {found.error!r} instead of {expected.error!r}"
    plain, traced = _own(expected.names), _own(found.names)
    if plain.keys() != traced.keys():
        yield f"names {sorted(plain.keys() ^ traced.keys())}"
    for name in plain.keys() & traced.keys():
        yield from (f"{name}{where}" for where in _unequal(plain[name], traced[name], ulps))
    yield from _memory_differences(_arrays(plain), _arrays(traced))


def _own(names: dict[str, Any]) -> dict[str, Any]:
    modules = ("__builtins__", "__name__", "__warningregistry__", "math", "np", "scipy")
    return {name: value for name, value in names.items() if name not in modules}


def _unequal(plain: Any, traced: Any, ulps: float) -> Iterator[str]:
    if type(plain) is not type(traced):
        yield f": {type(traced)} instead of {type(plain)}"
    elif isinstance(plain, dict):
        if list(plain) != list(traced):
            yield f": keys {list(traced)} instead of {list(plain)}"
        for key in plain.keys() & traced.keys():
            yield from (f"[{key!r}]{where}" for where in _unequal(plain[key], traced[key], ulps))
    elif isinstance(plain, (list, tuple)):
        if len(plain) != len(traced):
            yield f": {len(traced)} elements instead of {len(plain)}"
        for index, (one, other) in enumerate(zip(plain, traced, strict=False)):
            yield from (f"[{index}]{where}" for where in _unequal(one, other, ulps))
    elif isinstance(plain, (np.ndarray, np.generic)):
        yield from _unequal_arrays(plain, traced, ulps)
    elif isinstance(plain, (bool, int, float, complex)) and not _close(np.asarray(plain), np.asarray(traced), ulps):
        yield f": {traced!r} instead of {plain!r}"


def _unequal_arrays(plain: Any, traced: Any, ulps: float) -> Iterator[str]:
    if plain.dtype != traced.dtype:
        yield f": {traced.dtype} instead of {plain.dtype}"
    elif plain.shape != traced.shape:
        yield f": shape {traced.shape} instead of {plain.shape}"
    elif not _close(np.asarray(plain), np.asarray(traced), ulps):
        yield f": {_short(traced)} instead of {_short(plain)}"
    elif _is_writeable(plain) != _is_writeable(traced):
        yield f": writeable is {_is_writeable(traced)}"


def _is_writeable(array: Any) -> bool:
    with _quiet():  # NumPy warns that what `broadcast_arrays` gives will be read-only one day
        return array.flags.writeable


def _short(array: Any) -> str:
    return " ".join(repr(array).split())[:160]


def _close(plain: np.ndarray, traced: np.ndarray, ulps: float) -> bool:
    if plain.dtype.kind not in "fc" or not ulps:
        return bool(np.array_equal(plain, traced, equal_nan=plain.dtype.kind in "fc"))
    finite = np.abs(plain[np.isfinite(plain)])
    scale = float(finite.max()) if finite.size else 0.0
    allowed = ulps * float(np.finfo(plain.dtype).eps) * scale
    return bool(np.allclose(traced, plain, rtol=0.0, atol=allowed, equal_nan=True))


def _arrays(names: dict[str, Any]) -> dict[str, np.ndarray]:
    found: dict[str, np.ndarray] = {}

    def collect(name: str, value: Any) -> None:
        if isinstance(value, np.ndarray):
            found[name] = value
        elif isinstance(value, (list, tuple)):
            for index, element in enumerate(value):
                collect(f"{name}[{index}]", element)

    for name, value in names.items():
        collect(name, value)
    return found


def _memory_differences(plain: dict[str, np.ndarray], traced: dict[str, np.ndarray]) -> Iterator[str]:
    """Which arrays are the same object, and which elements they share."""
    for one, other in combinations(sorted(plain.keys() & traced.keys()), 2):
        before, after = (plain[one], plain[other]), (traced[one], traced[other])
        if (before[0] is before[1]) != (after[0] is after[1]):
            yield f"`{one}` is `{other}`: {after[0] is after[1]} instead of {before[0] is before[1]}"
        elif _shared(*before) != _shared(*after):
            yield f"`{one}` and `{other}` share other elements than plainly"


def _shared(one: np.ndarray, other: np.ndarray) -> Any:
    if one.nbytes == 0 or other.nbytes == 0 or not np.shares_memory(one, other):
        return None
    start, end = one.__array_interface__["data"][0], other.__array_interface__["data"][0]
    return end - start, one.strides, other.strides


def changes_inputs(source: str, inputs: Inputs) -> bool:
    """Whether the code writes what it was given."""
    names = plainly(source, inputs).names
    return any(_differs(make(), names.get(name)) for name, make in inputs.items())


def _differs(before: Any, after: Any) -> bool:
    return bool(list(_unequal(before, after, 0)))


def fresh(values: Mapping[str, Any]) -> Inputs:
    """Inputs that are copied from `values` for each run."""
    return {name: lambda value=value: copy.deepcopy(value) for name, value in values.items()}
