"""The cell under `torch.compile`, which translates NumPy's calls to PyTorch's."""

import torch

from jaxlab.measure.backends import Backend, Subject
from jaxlab.measure.backends.library import Library, library_backend
from jaxlab.measure.backends.transplant import Transplant

# PyTorch keeps names of its own in a function's globals: these are not to be the notebook's.
LIBRARY = Library(build=lambda function: torch.compile(Transplant().function(function)), converts=False)


def make(subject: Subject) -> Backend:
    """PyTorch takes NumPy's arrays and gives them back; it converts them within the call."""
    return library_backend(subject, LIBRARY)
