"""Google's Model Explorer on the graph that ours is timed on; it reads StableHLO, and no HLO."""

import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from playwright.sync_api import TimeoutError

OPEN_TIMEOUT_MS = 60_000
IS_DRAWN = "document.querySelectorAll('canvas').length > 0"


def chain(nodes: int) -> str:
    """One chain of additions as StableHLO, each with an edge to the one seven before it."""
    kind = "tensor<8xf32>"
    lines = [f"    %v{i + 1} = stablehlo.add %v{i}, %v{max(0, i - 7)} : {kind}" for i in range(nodes)]
    head = f"module @m {{\n  func.func public @main(%v0: {kind}) -> {kind} {{"
    return "\n".join([head, *lines, f"    return %v{nodes} : {kind}", "  }", "}"])


def opening_ms(browser, program: str, command: str, folder: Path) -> float:
    """Milliseconds from asking for its page until a graph of `program` is drawn, or for which that was waited in vain."""
    path = folder / "chain.mlir"
    path.write_text(program, encoding="utf-8")
    with _serving([command, str(path), "--no_open_in_browser", "--skip_health_check"]) as url:
        page = browser.new_page()
        page.set_default_timeout(OPEN_TIMEOUT_MS)
        start = time.perf_counter()
        page.goto(url, wait_until="commit")
        with suppress(TimeoutError):
            page.wait_for_function(IS_DRAWN)
        taken_s = time.perf_counter() - start
        page.close()
    return 1e3 * taken_s


@contextmanager
def _serving(command: list[str]) -> Iterator[str]:
    """Runs its server until the block ends; gives the page's address, which it prints."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        try:
            addresses = (re.search(r"http://\S+", line) for line in server.stdout or ())
            yield next(found[0] for found in addresses if found)
        finally:
            server.kill()
