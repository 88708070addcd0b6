"""Checks many expressions on one set of operands in few compiled cells."""

import re
from collections.abc import Sequence

from tests.differential.comparing import Inputs, Verdict, changes_inputs, check, compiled, differences, plainly

_BATCH = 24


def sweep(sources: Sequence[str], inputs: Inputs, *, ulps: float = 0) -> dict[str, Verdict]:
    """A verdict for each of `sources`, statements that leave their result in `r`."""
    together, alone = [], []
    for source in sources:
        (together if _can_share_a_cell(source, inputs) else alone).append(source)
    verdicts = {source: check(source, inputs, ulps=ulps) for source in alone}
    for start in range(0, len(together), _BATCH):
        verdicts |= _sweep_cell(together[start : start + _BATCH], inputs, ulps)
    return verdicts


def _can_share_a_cell(source: str, inputs: Inputs) -> bool:
    single = "\n" not in source and source.startswith("r = ")
    return single and plainly(source, inputs).error is None and not changes_inputs(source, inputs)


def _sweep_cell(sources: Sequence[str], inputs: Inputs, ulps: float) -> dict[str, Verdict]:
    """One statement a line; what looks wrong or was replayed is checked again on its own."""
    cell = "\n".join(f"r{number}{source[1:]}" for number, source in enumerate(sources))
    found, breaks = compiled(cell, inputs)
    wrong = list(differences(plainly(cell, inputs), found, ulps))
    suspects = _named_in(wrong)
    if found.error is not None or suspects is None or any(entry.line == 0 for entry in breaks):
        return _halves(sources, inputs, ulps)
    stopped = {entry.line - 2: entry for entry in breaks}  # line 1 is the magic's
    verdicts = {
        source: Verdict((stopped[number],) if number in stopped else ()) for number, source in enumerate(sources)
    }
    return verdicts | {sources[number]: check(sources[number], inputs, ulps=ulps) for number in suspects}


def _halves(sources: Sequence[str], inputs: Inputs, ulps: float) -> dict[str, Verdict]:
    if len(sources) == 1:
        return {sources[0]: check(sources[0], inputs, ulps=ulps)}
    half = len(sources) // 2
    return _sweep_cell(sources[:half], inputs, ulps) | _sweep_cell(sources[half:], inputs, ulps)


def _named_in(wrong: list[str]) -> set[int] | None:
    """The statements whose results the differences name; None if one names none."""
    found = [re.findall(r"^r(\d+)|`r(\d+)", text) for text in wrong]
    if not all(found):
        return None
    return {int(number) for matches in found for pair in matches for number in pair if number}
