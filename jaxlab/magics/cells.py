"""The code under a magic, and where it stands."""

from dataclasses import dataclass

from IPython.core.interactiveshell import InteractiveShell


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """Code to run.

    Attributes:
      source: The code alone.
      header: The lines above it, magic line included, without the last line end.
      filename: The name to compile it under; linecache holds header and source under that name.
    """

    source: str
    header: str
    filename: str


def cell_code(shell: InteractiveShell, typed: str, magic: str, line: str, body: str) -> Code:
    """The code under a cell magic.

    Args:
      shell: Names the code, as it names every cell.
      typed: The whole cell; a second magic above this one (`%%time`) moves its lines down.
      magic: The magic's name.
      line: The rest of the magic's line.
      body: The lines below it.
    """
    return _registered(shell, _header(typed, magic, line, body), body)


def line_code(shell: InteractiveShell, magic: str, line: str, expression: str) -> Code:
    """The code on a magic's line. It stands on a line of its own, below the magic and its options."""
    options = line.rstrip().removesuffix(expression)
    return _registered(shell, f"%{magic} {options}".rstrip(), expression)


def _header(typed: str, magic: str, line: str, body: str) -> str:
    text = typed if typed.endswith("\n") else f"{typed}\n"
    header = text.removesuffix(body).removesuffix("\n")
    if text.endswith(body) and header.split("\n")[-1].startswith(f"%%{magic}"):
        return header
    # The cell was not typed but run by a program, or was indented as a whole.
    return f"%%{magic} {line}".rstrip()


def _registered(shell: InteractiveShell, header: str, source: str) -> Code:
    filename = shell.compile.cache(f"{header}\n{source}", shell.execution_count)
    return Code(source=source, header=header, filename=filename)
