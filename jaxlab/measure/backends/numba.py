"""The cell under `numba.njit`, as are the functions of the user's that it calls."""

import numba

from jaxlab.measure.backends import Backend, Subject
from jaxlab.measure.backends.library import Library, library_backend
from jaxlab.measure.backends.transplant import Transplant

LIBRARY = Library(build=lambda function: Transplant(finish=numba.njit).function(function), converts=False)


def make(subject: Subject) -> Backend:
    """Numba works on NumPy's arrays in place, so nothing is converted."""
    return library_backend(subject, LIBRARY)
