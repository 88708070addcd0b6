"""What XLA writes down while it compiles: the program between its passes, and the code that it makes.

Compiling again into a folder of its own is the only public way to it. The folder is gone before anything is returned.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from jaxlab.model.listing import Listing
from jaxlab.model.passes import Passes
from jaxlab.stages import _compat
from jaxlab.stages.frames import Stacks
from jaxlab.stages.hlo_passes import State, passes_of
from jaxlab.stages.hlo_text import has_frame_tables
from jaxlab.stages.machine_code import code_listings
from jaxlab.stages.provenance import CallSites
from jaxlab.stages.waiting import interruptible

_LLVM_TOO = {"xla_dump_emitter_re": "llvm"}
"""Newer versions write LLVM's IR if asked; of all emitters ("*") their threads would write at once, which can crash."""
MOST_TEXT = 3_000_000
"""Characters of HLO above which nothing is dumped: XLA writes the program some thirty times."""

_STATE = re.compile(
    r"(?P<module>module_\d+)\..*?\.(?P<number>\d{4})\.(?P<pipeline>.*?)\.after_(?P<name>.*?)(?:\.before_.*)?\.txt"
)
_FIRST = re.compile(r"(?P<module>module_\d+)\..*before_optimizations\.txt")
_LAST = re.compile(r"(?P<module>module_\d+)\..*after_optimizations\.txt")
_START = "pipeline-start"
"""What XLA calls the state before a pipeline's first pass."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dump:
    """What one compile wrote down.

    Attributes:
      passes: The program between the passes; None where XLA wrote none.
      code: Listings of the code that XLA made, by kind: "llvm", "assembly", "ptx".
    """

    passes: Passes | None = None
    code: Mapping[str, Listing] = field(default_factory=dict)


def dump(
    lowered: Any, hlo: Listing, options: Mapping[str, Any], call_sites: CallSites, stacks: Stacks, *, text: str
) -> Dump:
    """Compiles `lowered` once more, with everything written down, and reads that. Runs nothing on the device.

    Args:
      lowered: A `jax.stages.Lowered`.
      hlo: The listing of the program that it was compiled to.
      options: XLA's options that it was compiled with.
      call_sites: What recorded stacks stand for in this program.
      stacks: Holds the call stacks that all listings share.
      text: The program that it was compiled to, as `compiled.as_text()` prints it.
    """
    with TemporaryDirectory(prefix="jaxlab-") as name:
        folder = Path(name)
        _write(lowered, folder, options, with_protos=not has_frame_tables(text))
        return Dump(
            passes=passes_of(_states(folder), call_sites, stacks),
            code=code_listings(folder, hlo),
        )


def _write(lowered: Any, folder: Path, options: Mapping[str, Any], with_protos: bool) -> None:
    """Fills the folder, with the code as well."""
    wanted = {"xla_dump_to": str(folder), "xla_dump_hlo_pass_re": ".*", "xla_dump_hlo_as_text": True, **options}
    if with_protos:
        wanted["xla_dump_hlo_as_proto"] = True

    def compile_with(more: Mapping[str, Any]) -> None:
        interruptible(lambda: lowered.compile(compiler_options={**wanted, **more}))

    with _compat.without_compilation_cache():
        if not _compat.knows_options(lambda: compile_with(_LLVM_TOO)):
            compile_with({})


def _states(folder: Path) -> Iterable[State]:
    """The program before optimisation, as each pass left it, and as it runs; that of the first module, the cell's."""
    files = sorted(path.name for path in folder.glob("*.txt"))
    first = next((found for file in files if (found := _FIRST.fullmatch(file))), None)
    if first is None:
        return
    yield _state(folder, first[0])
    for found in _of_module(files, _STATE, first["module"]):
        yield _state(folder, found[0], found["name"].replace(_START, ""), found["pipeline"])
    for found in _of_module(files, _LAST, first["module"]):
        yield _state(folder, found[0], pipeline="scheduling")


def _of_module(files: Iterable[str], pattern: re.Pattern[str], module: str) -> Iterator[re.Match[str]]:
    return (found for file in files if (found := pattern.fullmatch(file)) and found["module"] == module)


def _state(folder: Path, file: str, name: str = "", pipeline: str = "") -> State:
    proto = folder / f"{file.removesuffix('.txt')}.hlo.pb"
    return State(
        name=name,
        pipeline=pipeline,
        text=(folder / file).read_text(encoding="utf-8", errors="replace"),
        proto=proto.read_bytes() if proto.exists() else None,
    )
