"""What differs between two runs of a cell, one sentence a difference."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from jaxlab.cli.verify.kernels import CellRun
from jaxlab.cli.verify.snapshot import Leaf, Snapshot

NUMBER = re.compile(r"-?\d+\.?\d*(?:[eE][-+]?\d+)?")
ADDRESS = re.compile(r"0x[0-9a-fA-F]+")
LONGEST = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Tolerance:
    """How far apart floating-point results may be and still be the same.

    XLA sums in another order than NumPy, so the last digits differ. Relative to the largest element of the array,
    in units of the dtype's machine epsilon.

    Attributes:
      epsilons: Machine epsilons.
    """

    epsilons: float = 1e5

    def same(self, plain: np.ndarray, magic: np.ndarray) -> bool:
        """Whether the arrays, of one shape and dtype, are the same but for rounding. NaN equals NaN."""
        if plain.dtype.kind not in "fc":
            return np.array_equal(plain, magic)
        with np.errstate(all="ignore"):
            bound = self.epsilons * np.finfo(plain.dtype).eps
            finite = np.abs(plain[np.isfinite(plain)])
            slack = bound * float(finite.max(initial=0.0))
            return np.allclose(magic, plain, rtol=bound, atol=slack, equal_nan=True)


def in_outcome(magic: CellRun, plain: CellRun) -> tuple[str, ...]:
    """In what the cell raised, printed and displayed under the magic and without it."""
    return (
        *_errors(magic, plain),
        *_printed(magic.printed, plain.printed),
        *_displays(magic.displays, plain.displays),
    )


def in_names(magic: Snapshot, plain: Snapshot, tolerance: Tolerance, added: frozenset[str]) -> tuple[str, ...]:
    """In the names that are bound after the cell, and in the random streams.

    Args:
      magic: The namespace under the magic.
      plain: The namespace without it.
      tolerance: For floating-point values; all else has to be equal.
      added: Names that the magics add to the namespace; they are not compared.
    """
    return tuple(_names(magic, plain, tolerance, added))


def name_of(path: str) -> str:
    """The name at the root of a path: `params` of `params['w'][0]`; `Out[3]` stays whole."""
    found = re.match(r"Out\[\d+\]|[^.\[]+", path)
    return found[0] if found else path


def _errors(magic: CellRun, plain: CellRun) -> Iterator[str]:
    if magic.error != plain.error:
        yield f"the exception: {_raised(magic)} with the magic, {_raised(plain)} without"


def _raised(run: CellRun) -> str:
    return ": ".join(run.error) if run.error else "none"


def _printed(magic: str, plain: str) -> Iterator[str]:
    if not _same_text(magic, plain):
        yield f"the printed output: {_short(magic)} with the magic, {_short(plain)} without"


def _displays(magic: tuple[str, ...], plain: tuple[str, ...]) -> Iterator[str]:
    """The magic may show more (its summary), but everything the plain cell shows has to come, in order."""
    left = iter(magic)
    for display in plain:
        if not any(_same_text(candidate, display) for candidate in left):
            yield f"a display: {_short(display)} is not shown with the magic"
            return


def _names(magic: Snapshot, plain: Snapshot, tolerance: Tolerance, added: frozenset[str]) -> Iterator[str]:
    for path in sorted(path for path in magic.keys() | plain.keys() if name_of(path) not in added):
        if path not in plain:
            yield f"`{path}`: only with the magic"
        elif path not in magic:
            yield f"`{path}`: only without the magic"
        elif found := _leaf(magic[path], plain[path], tolerance):
            yield f"`{path}`: {found}"


def _leaf(magic: Leaf, plain: Leaf, tolerance: Tolerance) -> str:
    """How two leaves differ, in words; empty if they do not."""
    if magic.type != plain.type:
        return f"{magic.type} with the magic, {plain.type} without"
    if magic.same_as != plain.same_as:
        return f"the same object as `{magic.same_as}` with the magic, as `{plain.same_as}` without"
    if magic.memory_of != plain.memory_of:
        return f"shares memory with `{magic.memory_of}` with the magic, with `{plain.memory_of}` without"
    return _value(magic.value, plain.value, tolerance)


def _value(magic: Any, plain: Any, tolerance: Tolerance) -> str:
    if isinstance(magic, np.ndarray) and isinstance(plain, np.ndarray):
        return _array(magic, plain, tolerance)
    if isinstance(magic, tuple) and isinstance(plain, tuple) and len(magic) == len(plain):
        return next(filter(None, map(_value, magic, plain, [tolerance] * len(plain))), "")
    if isinstance(magic, float | complex) and isinstance(plain, float | complex):
        same = type(magic) is type(plain) and tolerance.same(np.asarray(plain), np.asarray(magic))
    else:
        same = type(magic) is type(plain) and magic == plain
    return "" if same else f"{_short(magic)} with the magic, {_short(plain)} without"


def _array(magic: np.ndarray, plain: np.ndarray, tolerance: Tolerance) -> str:
    if (magic.dtype, magic.shape) != (plain.dtype, plain.shape):
        return f"{_aval(magic)} with the magic, {_aval(plain)} without"
    if tolerance.same(plain, magic):
        return ""
    apart = ~np.isclose(magic, plain, equal_nan=True) if plain.dtype.kind in "fc" else magic != plain
    return f"{_aval(plain)} with other values in {int(np.sum(apart))} of {plain.size} places"


def _aval(array: np.ndarray) -> str:
    return f"{array.dtype}[{','.join(map(str, array.shape))}]"


def _same_text(magic: str, plain: str) -> bool:
    """Whether two outputs are the same but for the last printed digit of a number and addresses in memory."""
    magic, plain = ADDRESS.sub("0x", magic), ADDRESS.sub("0x", plain)
    if NUMBER.sub("0", magic) != NUMBER.sub("0", plain):
        return False
    return all(map(_same_number, NUMBER.findall(magic), NUMBER.findall(plain)))


def _same_number(magic: str, plain: str) -> bool:
    if magic == plain:
        return True
    if magic.lstrip("-").isdigit() and plain.lstrip("-").isdigit():
        return False
    mantissa, _, exponent = plain.lower().partition("e")
    last_digit = 10.0 ** (int(exponent or 0) - len(mantissa.partition(".")[2]))
    difference = abs(float(magic) - float(plain))
    return difference <= max(1.01 * last_digit, 1e-9 * abs(float(plain)))


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"
