"""Tables by function: what is looked up in them may be anything that code calls, also what has no hash."""

from collections.abc import Container, Mapping
from typing import Any


def is_among(thing: Any, table: Container[Any]) -> bool:
    """Whether a thing is one of those in a table."""
    try:
        return thing in table
    except TypeError:
        return False


def looked_up(thing: Any, table: Mapping[Any, Any], default: Any = None) -> Any:
    """What a table has for a thing; `default` if it has nothing."""
    return table[thing] if is_among(thing, table) else default
