"""Whose code may run again unseen: what acts on the world outside the notebook's values may not."""

import builtins
import dis
import io
from collections.abc import Iterator
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

from jaxlab.cell.ownership import library_of

PURE_PACKAGES = frozenset(
    """
    abc array bisect builtins calendar chex cmath collections contextlib contextvars copy copyreg dataclasses datetime
    decimal difflib distrax einops enum equinox flax fractions functools hashlib haiku heapq inspect itertools jax
    jaxlib jaxtyping json logging math ml_dtypes mpmath networkx numba numbers numpy operator opt_einsum optax pprint
    random re scipy sklearn statistics string struct sympy sys textwrap time types typing typing_extensions uuid
    warnings weakref zlib zoneinfo __future__
    """.split()
)
"""Packages that compute. Of any other one it can't be told whether it draws, writes or sends something."""

UNCHANGING_PACKAGES = frozenset("jax jaxlib enum inspect typing re datetime decimal fractions zoneinfo".split())
"""Packages whose objects nobody changes; a jitted function's caches are among them."""

ACTING_BUILTINS = {
    getattr(builtins, name): name
    for name in ("open", "input", "eval", "exec", "globals", "breakpoint", "__import__")
    if hasattr(builtins, name)
}
"""They reach the outside, or names that can't be told beforehand."""

ACTING_NAMES = frozenset(
    """
    dump memmap open_memmap save savefig savetxt savez savez_compressed show to_csv to_excel to_feather to_hdf
    to_parquet to_pickle to_sql tofile write write_bytes write_image write_html write_text writelines
    writerow writerows
    """.split()
)
"""Attributes by which pure packages, and files, write something."""


def acting_names(code: CodeType, namespace: dict[str, Any]) -> Iterator[tuple[int, str]]:
    """Lines of `code`, nested code included, that act on the outside by what they name; and the name."""
    line = code.co_firstlineno
    for instruction in dis.get_instructions(code):
        position = instruction.positions
        line = (position.lineno if position else None) or line
        name = instruction.argval
        if instruction.opname in ("LOAD_ATTR", "LOAD_METHOD") and name in ACTING_NAMES:
            yield line, f".{name}"
        elif instruction.opname in ("LOAD_NAME", "LOAD_GLOBAL"):
            value = namespace.get(name, getattr(builtins, name, None))
            if isinstance(value, type(open)) and value in ACTING_BUILTINS:
                yield line, ACTING_BUILTINS[value]
        elif instruction.opname == "IMPORT_NAME" and name.partition(".")[0] not in PURE_PACKAGES:
            yield line, name
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from acting_names(constant, namespace)


def package_of(value: Any) -> str:
    """The package that a library's module, function, class or object comes from; empty for the user's own."""
    if isinstance(value, ModuleType):
        return value.__name__.partition(".")[0]
    # A wrapped function of the user's bears its module's name, whatever made the wrapper.
    package = library_of(value if isinstance(value, (type, FunctionType, BuiltinFunctionType)) else type(value))
    return "" if package == "__main__" else package


def holds_a_position(value: Any) -> bool:
    """Whether `value` moves on with each use and can't be moved back: an iterator, a generator, a file."""
    return isinstance(value, io.IOBase) or (hasattr(value, "__next__") and not isinstance(value, ModuleType))
