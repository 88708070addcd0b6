"""What a person typed, as against what IPython made of it: the cell's whole text, its name, its last `;`."""

import io
import re
import tokenize
from dataclasses import dataclass
from typing import Any

from IPython.core.interactiveshell import InteractiveShell


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """Code to run, and where it stands.

    Attributes:
      source: The code alone.
      header: The lines above it, magic line included, without the last line end.
      filename: The name to compile it under. linecache holds header and source under that name.
    """

    source: str
    header: str
    filename: str


class TypedCells:
    """Remembers the text of the cell that is running.

    A magic gets its own line and body only. A second magic above it (`%%time`) moves its lines down.
    """

    def __init__(self, shell: InteractiveShell) -> None:
        self._shell = shell
        self._text = ""

    def on_pre_run_cell(self, info: Any) -> None:
        """IPython's event: a cell is about to run."""
        self._text = info.raw_cell

    def cell(self, magic: str, line: str, body: str) -> Code:
        """The code under a cell magic."""
        return self._registered(self._header(magic, line, body), body)

    def expression(self, magic: str, line: str, expression: str) -> Code:
        """The code on a magic's line. It stands on a line of its own, below the magic and its options."""
        options = line.removesuffix(expression).strip()
        return self._registered(f"%{magic} {options}".rstrip(), expression)

    def typed_without_percent(self, magic: str) -> bool:
        """Whether automagic turned a line of Python into a magic."""
        lines = self._text.strip().splitlines()
        return len(lines) == 1 and re.match(rf"{magic}\b", lines[0]) is not None

    def is_assigned(self, magic: str, line: str) -> bool:
        """Whether the value of a line magic is bound to a name: `y = %jit f(x)`."""
        return re.search(rf"=\s*%{magic}\s+{re.escape(line.strip())}", self._text) is not None

    def _header(self, magic: str, line: str, body: str) -> str:
        text = self._text if self._text.endswith("\n") else self._text + "\n"
        header = text.removesuffix(body).removesuffix("\n")
        if text.endswith(body) and header.split("\n")[-1].lstrip().startswith(f"%%{magic}"):
            return header
        # The cell was not typed but run by a program, or was indented as a whole.
        return f"%%{magic} {line}".rstrip()

    def _registered(self, header: str, source: str) -> Code:
        filename = self._shell.compile.cache(f"{header}\n{source}", self._shell.execution_count)
        return Code(source=source, header=header, filename=filename)


def ends_in_semicolon(source: str) -> bool:
    """Whether a `;` hides the value of `source`, comments after it aside."""
    quiet = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.DEDENT, tokenize.ENDMARKER)
    last = ""
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type not in quiet:
                last = token.string
    except (tokenize.TokenError, SyntaxError):
        return False
    return last == ";"
