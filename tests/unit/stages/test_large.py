"""Large modules: time and memory of their listings."""

import re
import time
import tracemalloc
from pathlib import Path

import pytest

from jaxlab.stages.hlo import hlo_listing
from tests.listings.golden import FOLDER


def repeated(path: Path, lines: int) -> str:
    """The module's program, again and again under other names, until it has so many lines."""
    head, program = re.split(r"(?m)(?=^%\S+ \()", path.read_text(), maxsplit=1)
    copies = lines // program.count("\n") + 1
    return head + "\n".join(re.sub(r"%([\w.\-]+)", rf"%\1.copy{n}", program) for n in range(copies))


@pytest.mark.parametrize("version", ["0.7.2", "0.10.2"])
def test_memory_is_under_twenty_times_the_text(version: str) -> None:
    text = repeated(FOLDER / f"jax-{version}" / "program.hlo", lines=10_000)

    tracemalloc.start()
    listing = hlo_listing(text)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert len(listing.lines) >= 10_000
    assert peak < 20 * len(text)
    assert len({line.stacks for line in listing.lines}) < 100
    assert len({id(line.stacks) for line in listing.lines}) < 100


@pytest.mark.long
@pytest.mark.parametrize("version", ["0.7.2", "0.10.2"])
def test_100_000_lines_are_read_within_four_seconds(version: str) -> None:
    text = repeated(FOLDER / f"jax-{version}" / "program.hlo", lines=100_000)

    start = time.process_time()
    hlo_listing(text)

    assert time.process_time() - start < 4
