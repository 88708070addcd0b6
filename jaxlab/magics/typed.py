"""What a person typed, as against what IPython made of it."""

import re
from typing import Any


class TypedCells:
    """Remembers the text of the cell that is running; a magic gets its own line and body only."""

    def __init__(self) -> None:
        self.text = ""

    def on_pre_run_cell(self, info: Any) -> None:
        """IPython's event: a cell is about to run."""
        self.text = info.raw_cell

    def without_percent(self, magic: str) -> bool:
        """Whether automagic turned a line of Python into a magic."""
        lines = self.text.strip().splitlines()
        return len(lines) == 1 and re.match(rf"{magic}\b", lines[0]) is not None

    def is_assigned(self, magic: str, line: str) -> bool:
        """Whether the value of a line magic is bound to a name: `y = %jit f(x)`."""
        return re.search(rf"=\s*%{magic}\s+{re.escape(line.strip())}", self.text) is not None
