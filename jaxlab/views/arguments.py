"""Inputs and outputs by the name a person gave them: a model of 48 arrays is one `params`, not 48 names."""

import re
from collections.abc import Iterable
from itertools import groupby

from jaxlab.model.placement import Argument
from jaxlab.views.rows import UNKNOWN, aval, bytes_

ROOT = re.compile(r"[^.\[]*")
NAMED_DEVICES = 4
LISTED = 8
"""Arrays of one container that get a row each; more get one row together."""


def grouped(arguments: Iterable[Argument]) -> list[tuple[str, tuple[Argument, ...]]]:
    """The arguments by the name of the variable that holds them, in their order."""
    return [(name, tuple(members)) for name, members in groupby(arguments, key=_root)]


def signature(arguments: Iterable[Argument], *, most: int) -> str:
    """The arguments in a few words, at most `most` names: `x float64[500,500], params (48 arrays)`."""
    groups = grouped(arguments)
    named = ", ".join(_in_words(name, members) for name, members in groups[:most])
    rest = len(groups) - most
    return f"{named} and {rest} more" if rest > 0 else named


def argument_rows(arguments: Iterable[Argument]) -> list[tuple[str, ...]]:
    """Rows of name, aval, type in the notebook, size, where it lives, bytes per device, sharding."""
    rows = []
    for name, members in grouped(arguments):
        rows += [_together(name, members)] if len(members) > LISTED else [_alone(member) for member in members]
    return rows


def _root(argument: Argument) -> str:
    found = ROOT.match(argument.name)
    return found[0] if found and found[0] else argument.name


def _in_words(name: str, members: tuple[Argument, ...]) -> str:
    return f"{members[0].name} {aval(members[0].aval)}" if len(members) == 1 else f"{name} ({len(members)} arrays)"


def _alone(argument: Argument) -> tuple[str, ...]:
    head = (argument.name, aval(argument.aval), argument.python_type, bytes_(argument.bytes))
    return (*head, _where(argument), _per_device((argument,)), argument.sharding or UNKNOWN)


def _together(name: str, members: tuple[Argument, ...]) -> tuple[str, ...]:
    return (
        name,
        f"{len(members)} arrays",
        _listed(member.python_type for member in members),
        bytes_(sum(member.bytes for member in members)),
        _listed(map(_where, members)),
        _per_device(members),
        _listed(member.sharding or UNKNOWN for member in members),
    )


def _where(argument: Argument) -> str:
    placement = argument.placement
    if placement is None:
        return "host"
    names = placement.devices
    devices = ", ".join(names) if len(names) <= NAMED_DEVICES else f"{len(names)} devices"
    return f"{devices} ({placement.memory_kind})" if placement.memory_kind else devices


def _per_device(members: tuple[Argument, ...]) -> str:
    held = [member.placement.bytes_per_device if member.placement else None for member in members]
    known = [each for each in held if each is not None]
    return bytes_(sum(known)) if len(known) == len(held) else UNKNOWN


def _listed(texts: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(texts))
