"""Which backends there are: jaxlab's own by name, those of other packages by their entry points."""

import re
from importlib import import_module
from importlib.metadata import entry_points

from jaxlab.measure.backends import Backend, Choice, Factory, Subject, Unavailable

GROUP = "jaxlab.backends"
"""Entry points of this group name a `Factory`, such as `mine = "package.module:make"`."""
OWN = {
    "numpy": "jaxlab.measure.backends.numpy:make",
    "jit": "jaxlab.measure.backends.jit:make",
    "jax": "jaxlab.measure.backends.op_by_op:make",
    "autograd": "jaxlab.measure.backends.autograd:make",
    "numba": "jaxlab.measure.backends.numba:make",
    "torch": "jaxlab.measure.backends.torch:make",
    "tensorflow": "jaxlab.measure.backends.tensorflow:make",
    "cupy": "jaxlab.measure.backends.cupy:make",
}
_CHOICE = re.compile(r"(?P<base>\w[\w.]*?)(-x(?P<bits>32))?(@(?P<device>[a-z]\w*(:\d+)?))?")


def names() -> tuple[str, ...]:
    """Every backend's name, jaxlab's own first."""
    return tuple(dict.fromkeys([*OWN, *(entry.name for entry in entry_points(group=GROUP))]))


def is_known(name: str) -> bool:
    """Whether there is a backend of that name; looking through all packages takes a while, so own ones come first."""
    return name in OWN or name in names()


def choice(text: str) -> Choice | None:
    """What a person means by `jit-x32@gpu:0`; None where it names no backend."""
    found = _CHOICE.fullmatch(text)
    if found is None or not is_known(found["base"]):
        return None
    if found["base"] != "jit" and (found["bits"] or found["device"]):
        return None
    return Choice(base=found["base"], bits=int(found["bits"]) if found["bits"] else None, device=found["device"])


def make(subject: Subject) -> Backend:
    """The backend that was asked for, ready to run the cell.

    Raises:
      Unavailable: Its library is not installed, or the machine or the cell is not one for it.
    """
    return _factory(subject.choice.base)(subject)


def _factory(name: str) -> Factory:
    if name in OWN:
        module, _, attribute = OWN[name].partition(":")
        try:
            return getattr(import_module(module), attribute)
        except ModuleNotFoundError as missing:
            library = (missing.name or name).partition(".")[0]
            raise Unavailable(f"{library} is not installed: `%pip install {library}`") from missing
    entry = next(entry for entry in entry_points(group=GROUP) if entry.name == name)
    try:
        return entry.load()
    except Exception as error:
        raise Unavailable(f"its package does not load: {type(error).__name__}: {error}") from error
