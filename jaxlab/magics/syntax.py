"""IPython's own syntax inside a cell under a magic: `!command`, `%magic`, `name?`.

IPython hands the cell to a magic as it was typed. Here its lines become the Python that IPython runs for them in any
other cell: calls of `get_ipython()`, which run plainly.
"""

import ast
import re

from IPython.core.interactiveshell import InteractiveShell

_COMMAND = re.compile(r"^\s*[!%?,;/]|=\s*[!%]|\?\s*$", re.MULTILINE)
"""Lines that may be IPython's; whether they are, its own tokenizer decides."""


def as_python(shell: InteractiveShell, body: str) -> str:
    """The cell with its commands as calls, on the same lines; cells without any are left alone."""
    if not _COMMAND.search(body) or _is_python(body):
        return body
    lines = shell.input_transformer_manager.do_token_transforms(body.splitlines(keepends=True))
    found = "".join(lines)
    return found if body.endswith("\n") else found.removesuffix("\n")


def _is_python(body: str) -> bool:
    try:
        ast.parse(body)
    except SyntaxError:
        return False
    return True
