"""The cell with CuPy: NumPy's functions on a GPU, each a kernel of its own."""

from typing import Any

import cupy

from jaxlab.measure.backends import Backend, Subject, Unavailable
from jaxlab.measure.backends.libraries import Library, library_backend
from jaxlab.measure.backends.transplant import Transplant


def _give(value: Any) -> Any:
    return cupy.asnumpy(value)[()] if isinstance(value, cupy.ndarray) else value


LIBRARY = Library(build=lambda function: Transplant("cupy").function(function), take=cupy.asarray, give=_give)


def make(subject: Subject) -> Backend:
    """CuPy in place of NumPy, in the cell and in the functions it calls.

    Raises:
      Unavailable: There is no GPU.
    """
    try:
        cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise Unavailable("there is no GPU for CuPy here") from error
    return library_backend(subject, LIBRARY)
