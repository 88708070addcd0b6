"""A real IPython shell, with jaxlab loaded, for each test."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from traitlets.config import Config

import jaxlab


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What one cell did.

    Attributes:
      text: Everything printed, colours removed.
      bundles: Displays, in order, the value's not among them.
      result: IPython's own account of the run.
    """

    text: str
    bundles: tuple[dict[str, str], ...]
    result: Any

    @property
    def value(self) -> Any:
        """What IPython showed as the cell's value."""
        return self.result.result

    @property
    def error(self) -> BaseException | None:
        """What the cell raised."""
        return self.result.error_in_exec or self.result.error_before_exec


@pytest.fixture
def bare_shell() -> Iterator[InteractiveShell]:
    """A shell without jaxlab, the only one of the process."""
    config = Config()
    config.HistoryManager.enabled = False
    InteractiveShell.clear_instance()
    shell = InteractiveShell.instance(config=config)
    yield shell
    InteractiveShell.clear_instance()


@pytest.fixture
def shell(bare_shell: InteractiveShell) -> Iterator[InteractiveShell]:
    """A shell with jaxlab loaded and NumPy imported."""
    jaxlab.load_ipython_extension(bare_shell)
    bare_shell.run_cell("import numpy as np", store_history=True)
    yield bare_shell
    jaxlab.unload_ipython_extension(bare_shell)


@pytest.fixture
def cell(shell: InteractiveShell) -> Callable[[str], Shown]:
    """Runs a cell as a person does, and tells what showed."""
    return lambda source: _run(shell, source)


@pytest.fixture
def bare_cell(bare_shell: InteractiveShell) -> Callable[[str], Shown]:
    """The same in a shell without jaxlab."""
    return lambda source: _run(bare_shell, source)


def _run(shell: InteractiveShell, source: str) -> Shown:
    with capture_output() as captured:
        result = shell.run_cell(source, store_history=True)
    text = re.sub(r"\x1b\[[0-9;]*m", "", captured.stdout + captured.stderr)
    bundles = tuple(output.data for output in captured.outputs)
    return Shown(text=text, bundles=bundles, result=result)
