"""The cell under `numba.njit`, as are the functions of the user's that it calls."""

import re

import numba
from numba.core.errors import NumbaError

from jaxlab.measure.backends import Backend, Subject
from jaxlab.measure.backends.libraries import Library, library_backend
from jaxlab.measure.backends.transplant import Transplant

_GENERAL = "Failed in "
"""How Numba's message begins: by the step of its own that failed."""
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")


def _explain(error: Exception) -> str | None:
    """The first line of what Numba says that tells of the cell."""
    if not isinstance(error, NumbaError):
        return None
    lines = (line.strip(" -\x1b[0123456789m") for line in str(error).splitlines())
    told = next((line for line in lines if line and not line.startswith(_GENERAL)), type(error).__name__)
    return f"Numba can't compile it: {_ADDRESS.sub('', told).rstrip(':.')}"


LIBRARY = Library(
    build=lambda function: Transplant(finish=numba.njit).function(function), converts=False, explain=_explain
)


def make(subject: Subject) -> Backend:
    """Numba works on NumPy's arrays in place, so nothing is converted."""
    return library_backend(subject, LIBRARY)
