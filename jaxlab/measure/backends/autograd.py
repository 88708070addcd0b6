"""The cell with autograd's NumPy: what a gradient by autograd runs on. It computes as NumPy does, and records."""

from typing import Any

import autograd
import autograd.numpy

from jaxlab.measure.backends import Backend, Subject
from jaxlab.measure.backends.libraries import Library, library_backend
from jaxlab.measure.backends.transplant import Transplant

NUMPY = autograd.numpy.__name__


def _slope(loss: Any, places: tuple[int, ...]) -> Any:
    return autograd.value_and_grad(Transplant(NUMPY).function(loss), argnum=places)


LIBRARY = Library(
    build=lambda function: Transplant(NUMPY).function(function), compiles=False, converts=False, slope=_slope
)


def make(subject: Subject) -> Backend:
    """Autograd's NumPy in place of NumPy, in the cell and in the functions it calls."""
    return library_backend(subject, LIBRARY)
