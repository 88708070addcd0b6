"""How links travel between HLO instructions: up into fusions, down into called computations, along uses."""

from collections.abc import Sequence

from jaxlab.model.source import Stack
from jaxlab.stages.frames import Stacks
from jaxlab.stages.hlo_text import Instruction

Links = tuple[Stack, ...]

_MERGING = frozenset({"fusion", "call", "async-start", "custom-call"})


def link(program: Sequence[Instruction], own: Sequence[Links], stacks: Stacks) -> list[Links]:
    """The links of each line.

    Args:
      program: The module's lines in order; what a line uses and the computations that it calls come before it.
      own: What each line's metadata says.
      stacks: Holds the links.
    """
    linked = list(own)
    computations = _computations(program)
    _up(program, linked, computations, stacks)
    _from_uses(program, linked)
    _from_operands(program, linked)
    _down(program, linked, computations)
    return linked


def _computations(program: Sequence[Instruction]) -> dict[str, range]:
    """Lines of each computation, without the one that opens it."""
    starts = [index for index, entry in enumerate(program) if entry.name and not entry.opcode]
    ends = [*starts, len(program)][1:]
    return {program[start].name: range(start + 1, end) for start, end in zip(starts, ends, strict=True)}


def _up(program: Sequence[Instruction], linked: list[Links], computations: dict[str, range], stacks: Stacks) -> None:
    """A fusion or a call takes the links of all the operations that it runs."""
    for index, entry in enumerate(program):
        if entry.opcode not in _MERGING:
            continue
        members = [i for name in entry.called for i in computations.get(name, ()) if program[i].is_operation]
        linked[index] = stacks.union((*linked[index], *(stack for i in members for stack in linked[i])))


def _from_uses(program: Sequence[Instruction], linked: list[Links]) -> None:
    """What has no link takes that of the first linked instruction that uses it: XLA put it there for that one."""
    bare = {entry.name for entry, found in zip(program, linked, strict=True) if not found}
    used_by: dict[str, Links] = {}
    for index in range(len(program) - 1, -1, -1):
        entry = program[index]
        # A use through a tuple counts, but the tuple itself gets no link.
        links = linked[index] or used_by.get(entry.name, ())
        if links:
            used_by.update(dict.fromkeys(bare.intersection(entry.operands), links))
        if _wants_link(entry, linked[index]):
            linked[index] = links


def _from_operands(program: Sequence[Instruction], linked: list[Links]) -> None:
    """What still has no link, such as the copy of a result, takes that of the first linked instruction that it uses."""
    known: dict[str, Links] = {}
    for index, entry in enumerate(program):
        if _wants_link(entry, linked[index]):
            linked[index] = next((known[name] for name in entry.operands if name in known), ())
        if linked[index]:
            known[entry.name] = linked[index]


def _down(program: Sequence[Instruction], linked: list[Links], computations: dict[str, range]) -> None:
    """What has no link in a computation, such as the sum of a reduction, takes that of what calls it."""
    for index in range(len(program) - 1, -1, -1):
        entry = program[index]
        for name in entry.called if linked[index] else ():
            for inner in computations.get(name, ()):
                if _wants_link(program[inner], linked[inner]):
                    linked[inner] = linked[index]


def _wants_link(entry: Instruction, found: Links) -> bool:
    return entry.is_operation and not found
