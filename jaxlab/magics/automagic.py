"""Lines of Python that IPython's automagic would take for a magic."""

from jaxlab.magics.typed import TypedCells

_JAX_HAS = ("jit", "grad", "devices")


def refuse_automagic(typed: TypedCells, magic: str) -> None:
    """Lets `grad(f)(2.)`, typed after a forgotten import, fail as it would in Python.

    Raises:
      NameError: What was typed has no percent sign.
    """
    if typed.without_percent(magic):
        raise NameError(f"name '{magic}' is not defined. {_remedy(magic)}", name=magic)


def _remedy(magic: str) -> str:
    if magic == "jaxlab":
        return "Type `import jaxlab` first, or `%jaxlab` for the magic."
    source = "jax" if magic in _JAX_HAS else "jaxlab"
    return f"Type `from {source} import {magic}` first, or `%{magic}` for the magic."
