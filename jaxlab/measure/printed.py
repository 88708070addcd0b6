"""What two runs print: the same text, and numbers in it that are the same up to rounding."""

import re

_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
MOST_SHOWN = 40
ROUNDING = 1e-12
"""Of the largest number in a line, or of one, what cancellation may leave of a zero."""


def difference(mine: str, its: str, tolerance: float) -> str:
    """In what the other run's text differs, as a clause; empty where it does not.

    Args:
      mine: The baseline's.
      its: The other run's.
      tolerance: Of a number, how much may be rounding.
    """
    lines, others = _ADDRESS.sub("", mine).splitlines(), _ADDRESS.sub("", its).splitlines()
    for line, other in zip(lines, others, strict=False):
        if not _alike(line, other, tolerance):
            return f"is {_short(other)}, not {_short(line)}"
    return "" if len(lines) == len(others) else f"has {_lines(len(others))}, not {_lines(len(lines))}"


def _alike(line: str, other: str, tolerance: float) -> bool:
    if line == other:
        return True
    numbers, others = _NUMBER.findall(line), _NUMBER.findall(other)
    texts = (re.sub(r"\s+", "", _NUMBER.sub("#", text)) for text in (line, other))
    if len(set(texts)) > 1 or len(numbers) != len(others):
        return False
    largest = max((abs(float(number)) for number in numbers), default=0.0)
    return all(_near(one, two, tolerance, largest) for one, two in zip(numbers, others, strict=True))


def _near(number: str, other: str, tolerance: float, largest: float) -> bool:
    if "." not in number + other and "e" not in (number + other).lower():
        return int(number) == int(other)
    mine, its = float(number), float(other)
    return abs(mine - its) <= tolerance * abs(mine) + ROUNDING * max(largest, 1.0)


def _short(line: str) -> str:
    return repr(line if len(line) <= MOST_SHOWN else f"{line[: MOST_SHOWN - 1]}…")


def _lines(number: int) -> str:
    return f"{number} line{'' if number == 1 else 's'}"
