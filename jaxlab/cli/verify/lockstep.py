"""Runs a notebook twice, cell by cell, with and without its magic lines."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jaxlab.cli.verify.differences import Tolerance, in_names, in_outcome, name_of
from jaxlab.cli.verify.kernels import Kernel
from jaxlab.cli.verify.plain import plain
from jaxlab.model.diagnostic import Diagnostic
from jaxlab.model.errors import UsageProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A code cell of a notebook.

    Attributes:
      number: Its place among the code cells, from 1: what the notebook shows after "Run all".
      source: Its text.
      may_raise: Whether it is tagged `raises-exception`, so that "Run all" goes on after it.
    """

    number: int
    source: str
    may_raise: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What became of one cell.

    Attributes:
      cell: The cell.
      differences: Sentences, those on names told once in a notebook; empty if the two runs agree.
      names: How many names were compared.
      stopped: Whether "Run all" stops here, because the cell raised in both runs.
    """

    cell: Cell
    differences: tuple[str, ...]
    names: int
    stopped: bool = False


def cells(notebook: Path) -> tuple[Cell, ...]:
    """The code cells of a notebook file that are not empty.

    Raises:
      UsageProblem: The file cannot be read as a notebook of format 4 (JL536).
    """
    try:
        entries = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        sources = [(_source(entry), entry.get("metadata", {}).get("tags", ())) for entry in entries if _is_code(entry)]
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        message = f"{notebook} cannot be read as a notebook: {type(error).__name__}: {error}."
        hint = "Name a Jupyter notebook (`.ipynb`) of format 4."
        raise UsageProblem(Diagnostic(code="JL536", message=message, hint=hint)) from error
    filled = [(source, tags) for source, tags in sources if source.strip()]
    return tuple(
        Cell(number=number, source=source, may_raise="raises-exception" in tags)
        for number, (source, tags) in enumerate(filled, start=1)
    )


def run(notebook: Path, tolerance: Tolerance, timeout_s: float) -> Iterator[Verdict]:
    """Runs the cells in two kernels and yields a verdict after each.

    The names that a magic adds (gradients, reports) are handed to the plain run, so that later cells can use them.

    Raises:
      EnvironmentProblem: A kernel died, or a cell took longer than `timeout_s` seconds.
      NoPlainFormError: A cell has no plain form.
      UsageProblem: The file is not a notebook.
    """
    plain_forms = [(cell, plain(cell.source)) for cell in cells(notebook)]
    folder = notebook.resolve().parent
    additions: frozenset[str] = frozenset()
    told: set[str] = set()
    with Kernel(folder, timeout_s) as with_magics, Kernel(folder, timeout_s) as without:
        for cell, form in plain_forms:
            magic_run, plain_run = with_magics.run(cell.source), without.run(form.text)
            additions |= form.adds
            found = in_names(magic_run.snapshot, plain_run.snapshot, tolerance, additions)
            # A wrong value stays wrong in the cells that follow; it is told where it appears.
            fresh = tuple(sentence for sentence in found if sentence not in told)
            told |= set(found)
            differences = (*in_outcome(magic_run, plain_run), *fresh)
            stopped = not cell.may_raise and None not in (magic_run.error, plain_run.error)
            names = len({name_of(path) for path in plain_run.snapshot})
            yield Verdict(cell=cell, differences=differences, names=names, stopped=stopped)
            if stopped:
                return
            if form.adds:
                with_magics.hand_over(sorted(form.adds), without)


def _is_code(entry: dict[str, Any]) -> bool:
    return entry["cell_type"] == "code"


def _source(entry: dict[str, Any]) -> str:
    source = entry["source"]
    return source if isinstance(source, str) else "".join(source)
