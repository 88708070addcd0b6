"""The code under a magic, and where it stands."""

from dataclasses import dataclass

from IPython.core.interactiveshell import InteractiveShell


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """Code to run.

    Attributes:
      source: The code alone.
      opening: What stands before it: the lines above, magic line included, or the magic on its line and the options.
      filename: The name to compile it under; linecache holds opening and source under that name.
    """

    source: str
    opening: str
    filename: str


class Cells:
    """Places the code of one shell."""

    def __init__(self, shell: InteractiveShell) -> None:
        self._shell = shell
        self._names: dict[str, str] = {}

    def under(self, magic: str, line: str, body: str, typed: str) -> Code:
        """The code under a cell magic.

        Args:
          magic: The magic's name.
          line: The rest of the magic's line.
          body: The lines below it.
          typed: The whole cell; a second magic above this one (`%%time`) moves its lines down.
        """
        return self._named(f"{_header(magic, line, body, typed)}\n", body)

    def beside(self, magic: str, line: str, expression: str) -> Code:
        """The code on a magic's line, behind the magic and its options."""
        options = line.strip().removesuffix(expression)
        return self._named(f"%{magic} {options}", expression)

    def _named(self, opening: str, source: str) -> Code:
        text = opening + source
        filename = self._shell.compile.cache(text, self._number())
        # In a terminal IPython gives a cell another name at every run, and a compiled program is found by its name.
        return Code(source=source, opening=opening, filename=self._names.setdefault(text, filename))

    def _number(self) -> int:
        """The number of the cell that is running; IPython's own counter may be ahead by one."""
        history = self._shell.history_manager
        return len(history.input_hist_parsed) - 1 if history is not None else self._shell.execution_count


def _header(magic: str, line: str, body: str, typed: str) -> str:
    text = typed if typed.endswith("\n") else f"{typed}\n"
    header = text.removesuffix(body).removesuffix("\n")
    if text.endswith(body) and header.split("\n")[-1].startswith(f"%%{magic}"):
        return header
    # The cell was not typed but run by a program, or was indented as a whole.
    return f"%%{magic} {line}".rstrip()
