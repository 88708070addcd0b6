"""What a person typed, as against what IPython made of it."""

import re
from typing import Any


class TypedCells:
    """Remembers the text of the cell that is running; a magic gets its own line and body only."""

    def __init__(self) -> None:
        self.text = ""
        self._is_running = False

    def on_pre_run_cell(self, info: Any) -> None:
        """IPython's event: a cell is about to run."""
        # `%%capture` runs the lines below it as a cell of their own; what was typed is the whole.
        is_rest = self._is_running and self.text.rstrip().endswith(info.raw_cell.rstrip())
        if not is_rest:
            self.text = info.raw_cell
        self._is_running = True

    def on_post_run_cell(self, result: Any) -> None:
        """IPython's event: a cell has run."""
        self._is_running = False

    def without_percent(self, magic: str) -> bool:
        """Whether automagic turned a line of Python into a magic."""
        lines = self.text.strip().splitlines()
        return len(lines) == 1 and re.match(rf"{magic}\b", lines[0]) is not None

    def is_assigned(self, magic: str, line: str) -> bool:
        """Whether the value of a line magic is bound to a name: `y = %jit f(x)`."""
        return re.search(rf"=\s*%{magic}\s+{re.escape(line.strip())}", self.text) is not None
