"""The cell with autograd's NumPy: what a gradient by autograd runs on. It computes as NumPy does, and records."""

import autograd.numpy  # noqa: F401 - absent where it is not installed

from jaxlab.measure.backends import Backend, Subject
from jaxlab.measure.backends.library import Library, library_backend
from jaxlab.measure.backends.transplant import Transplant

LIBRARY = Library(
    build=lambda function: Transplant("autograd.numpy").function(function), compiles=False, converts=False
)


def make(subject: Subject) -> Backend:
    """Autograd's NumPy in place of NumPy, in the cell and in the functions it calls."""
    return library_backend(subject, LIBRARY)
