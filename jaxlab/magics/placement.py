"""`%placement x`: which device holds which part of an array."""

from collections.abc import Mapping
from typing import Any

from IPython.core.error import UsageError
from IPython.core.interactiveshell import InteractiveShell

from jaxlab.model.placement import Argument, Aval
from jaxlab.views.placement import placement_html, placement_line, shard_table
from jaxlab.views.table_text import table_text

MOST_ARRAYS = 24
"""Arrays of a container that are shown."""


def value_of(expression: str, shell: InteractiveShell) -> Any:
    """What the expression stands for in the notebook; runs it.

    Raises:
      UsageError: There is none, or it raises: IPython could show no line of it.
    """
    if not expression:
        raise UsageError("`%placement` needs an array, as in `%placement x`.")
    try:
        return shell.ev(expression)
    except Exception as error:
        told = f"{type(error).__name__}: {getattr(error, 'msg', error)}"
        raise UsageError(f"`{expression}` has no value ({told}). {_remedy(shell.user_ns)}") from error


def _remedy(namespace: Mapping[str, Any]) -> str:
    names = [name for name, value in namespace.items() if not name.startswith("_") and _is_array(value)]
    if not names:
        return "Make an array first, as in `x = np.ones(3)`."
    return f"Write the name of an array, as in `%placement {names[-1]}`."


def placement_bundle(name: str, value: Any) -> dict[str, str]:
    """Where the arrays of a value live, in the two mimetypes that a notebook stores.

    Args:
      name: What the person typed.
      value: An array, or a pytree that holds some.

    Raises:
      UsageError: It holds no array.
    """
    found = arrays(name, value)
    if not found:
        raise UsageError(f"`%placement` shows where arrays live, and `{name}` is {_a(type(value).__name__)}.")
    shown, hidden = found[:MOST_ARRAYS], len(found) - MOST_ARRAYS
    lines = [line for argument in shown for line in _text(argument)]
    html = placement_html(shown)
    if hidden > 0:
        lines.append(f"and {hidden} more arrays")
    return {"text/plain": "\n".join(lines), "text/html": str(html)}


def arrays(name: str, value: Any) -> list[Argument]:
    """The arrays of a pytree, each by the name that reaches it."""
    import jax

    leaves, _ = jax.tree_util.tree_flatten_with_path(value)
    return [_argument(name + jax.tree_util.keystr(path), leaf) for path, leaf in leaves if _is_array(leaf)]


def _is_array(value: Any) -> bool:
    return isinstance(getattr(value, "shape", None), tuple) and hasattr(value, "dtype")  # modules have such names, too


def _argument(name: str, array: Any) -> Argument:
    from jaxlab.stages.shardings import placement_of

    return Argument(
        name=name,
        aval=Aval(dtype=str(array.dtype), shape=tuple(array.shape)),
        bytes=getattr(array, "nbytes", 0),
        placement=placement_of(array) if hasattr(array, "sharding") else None,
        python_type=type(array).__name__,
    )


def _text(argument: Argument) -> list[str]:
    shards = shard_table(argument)
    return [placement_line(argument), *(table_text(shards).split("\n")[1:] if shards else ())]


def _a(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"
