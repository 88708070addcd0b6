"""Values of the options that take figures: seconds, counts, sizes to sweep over; and options of XLA."""

import re
from math import log10

from jaxlab.model.measuring import Sizes
from jaxlab.model.options import XlaValue

_SECONDS = re.compile(r"(\d+(?:\.\d*)?|\.\d+)(ms|s|min)?")
_UNITS = {"ms": 1e-3, "s": 1.0, "min": 60.0, None: 1.0}
_COUNT = re.compile(r"[1-9]\d*")
_SIZE = r"\d+(?:\.\d*)?(?:e\d+)?"
_RANGE = re.compile(rf"(?P<low>{_SIZE}):(?P<high>{_SIZE})(?::(?P<number>\d+))?")
_LIST = re.compile(rf"{_SIZE}(?:,{_SIZE})*")
STEPS_A_DECADE = 2
_WORDS = {"true": True, "false": False}


def seconds(text: str) -> float | None:
    """`5s`, `0.5`, `200ms`, `2min` in seconds; None for anything else, and for nothing."""
    found = _SECONDS.fullmatch(text)
    value = float(found[1]) * _UNITS[found[2]] if found else 0.0
    return value or None


def count(text: str) -> int | None:
    """A whole number from 1 on; None for anything else."""
    return int(text) if _COUNT.fullmatch(text) else None


def sizes(text: str) -> Sizes | None:
    """`n=1e2:1e7`, log steps; `n=1e2:1e7:12`, so many of them; `n=64,128,256`. None for anything else."""
    name, _, values = text.partition("=")
    if not name.isidentifier():
        return None
    if found := _RANGE.fullmatch(values):
        low, high = float(found["low"]), float(found["high"])
        if not 1 <= low < high:
            return None
        number = int(found["number"]) if found["number"] else round(STEPS_A_DECADE * log10(high / low)) + 1
        return Sizes(name=name, values=_log_steps(low, high, max(number, 2)))
    if _LIST.fullmatch(values):
        listed = sorted({round(float(value)) for value in values.split(",")})
        return Sizes(name=name, values=tuple(listed)) if listed[0] >= 1 else None
    return None


def flag(text: str) -> tuple[str, XlaValue] | None:
    """`name=value`, a word for yes or no as a bool; None for anything else. XLA reads figures from text itself."""
    name, _, value = text.partition("=")
    if not name.isidentifier() or not value:
        return None
    return name, _WORDS.get(value.lower(), value)


def _log_steps(low: float, high: float, number: int) -> tuple[int, ...]:
    steps = (low * (high / low) ** (step / (number - 1)) for step in range(number))
    return tuple(dict.fromkeys(round(step) for step in steps))
