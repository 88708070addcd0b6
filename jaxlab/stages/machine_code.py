"""The code that XLA makes of a program, linked to it: LLVM's IR, assembly, PTX, function by function."""

import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from jaxlab.model.listing import Listing, ListingLine
from jaxlab.model.source import Stack
from jaxlab.stages.hlo_text import instruction

MOST_LINES = 20_000
"""Lines of generated code of one kind; functions that go beyond are left out, and the last line says so."""
DISASSEMBLERS = ("llvm-objdump", "objdump")
_DISASSEMBLY_S = 20
_LLVM_DEFINITION = re.compile(r'define .*?@"?([\w.$-]+)"?\(')
_PTX_DEFINITION = re.compile(r"\.(?:visible \.)?(?:entry|func) (?:\(.*?\) )?([\w.$]+)")
_SYMBOL = re.compile(r"[0-9a-f]+ <([\w.$-]+)>:")
_METADATA = re.compile(r"(?:, ![\w.]+ !\d+)+|(?<=\)) #\d+(?= |$)")
_SPACES = re.compile(r"\s*\t+\s*")
_NO_WORD = re.compile(r"\W")
_SUFFIXES = ("_kernel", "_impl", "_wrapped")


class Function(NamedTuple):
    """One function of the generated code: its name, and its lines."""

    name: str
    lines: tuple[str, ...]


def code_listings(folder: Path, hlo: Listing) -> dict[str, Listing]:
    """What a folder of XLA's dumps holds of generated code, by kind; a kind that it lacks is absent.

    A function's lines are linked to what the instruction of its name came from: XLA names it after the fusion.

    Args:
      folder: Where XLA wrote. Object files are read with the system's disassembler, if there is one.
      hlo: The optimised program.
    """
    found = {
        "llvm": _functions(folder.glob("*ir-with-opt.ll"), _LLVM_DEFINITION, "}"),
        "ptx": _functions(folder.glob("*.ptx"), _PTX_DEFINITION, "}"),
        "assembly": [function for path in sorted(folder.glob("*.o")) for function in disassembled(path)],
    }
    links = _links(hlo)
    return {kind: _listing(kind, functions, links) for kind, functions in found.items() if functions}


def disassembled(path: Path) -> list[Function]:
    """The functions of an object file; none where the system has no disassembler."""
    tool = next(filter(None, map(shutil.which, DISASSEMBLERS)), None)
    if tool is None:
        return []
    command = [tool, "--disassemble", "--no-show-raw-insn", str(path)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_DISASSEMBLY_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return []
    return list(_split(done.stdout.splitlines(), _SYMBOL, ""))


def _functions(paths: Iterable[Path], definition: re.Pattern[str], end: str) -> list[Function]:
    texts = (path.read_text(encoding="utf-8", errors="replace") for path in sorted(paths))
    return [function for text in texts for function in _split(text.splitlines(), definition, end)]


def _split(lines: Iterable[str], definition: re.Pattern[str], end: str) -> Iterator[Function]:
    """The stretches from a definition to the line that ends it; what stands between them is left out."""
    name = ""
    kept: list[str] = []
    for line in lines:
        opened = definition.match(line)
        if opened:
            name, kept = opened[1], []
        if name:
            kept.append(_SPACES.sub("  ", _METADATA.sub("", line)).rstrip())
        if name and line.strip() == end:
            yield Function(name, tuple(kept))
            name = ""
    if name:
        yield Function(name, tuple(kept))


def _links(hlo: Listing) -> Mapping[str, tuple[Stack, ...]]:
    """Links of instructions and computations by their names as the code has them, where every sign is a letter."""
    found: dict[str, tuple[Stack, ...]] = {}
    computation = ""
    for line in hlo.lines:
        entry = instruction(line.text)
        if entry.name and not entry.opcode:
            computation = entry.name
        for name in (entry.name, computation) if line.stacks else ():
            found.setdefault(_NO_WORD.sub("_", name), line.stacks)
    return found


def _listing(kind: str, functions: Iterable[Function], links: Mapping[str, tuple[Stack, ...]]) -> Listing:
    lines: list[ListingLine] = []
    left_out = 0
    for name, texts in functions:
        if len(lines) + len(texts) > MOST_LINES:
            left_out += len(texts)
            continue
        stacks = links.get(_plain(name), ())
        lines += [ListingLine(text=text, stacks=stacks if text.strip(" }") else ()) for text in texts]
        if texts and texts[-1]:
            lines.append(ListingLine(text=""))
    if left_out:
        lines.append(ListingLine(text=f"; {left_out} lines more: explore a part of the cell to see them"))
    return Listing(kind=kind, lines=tuple(lines))


def _plain(name: str) -> str:
    """The instruction that a function is named after."""
    for suffix in _SUFFIXES:
        name = name.removesuffix(suffix)
    return _NO_WORD.sub("_", name)
