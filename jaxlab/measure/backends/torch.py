"""The cell under `torch.compile`, which translates NumPy's calls to PyTorch's; gradients by `torch.autograd`."""

from dataclasses import replace
from typing import Any

import jax
import torch

from jaxlab.measure.backends import Backend, Subject
from jaxlab.measure.backends.libraries import Library, library_backend
from jaxlab.measure.backends.transplant import Transplant

# PyTorch keeps names of its own in a function's globals: these are not to be the notebook's.
LIBRARY = Library(build=lambda function: torch.compile(Transplant().function(function)), converts=False)


def _slope(loss: Any, places: tuple[int, ...]) -> Any:
    compiled = torch.compile(torch.compiler.wrap_numpy(Transplant().function(loss)), fullgraph=True)

    def both(*inputs: Any) -> tuple[Any, Any]:
        leaves, tree = jax.tree.flatten([inputs[place] for place in places])
        followed = [leaf.detach().requires_grad_() for leaf in leaves]
        moved = dict(zip(places, jax.tree.unflatten(tree, followed), strict=True))
        value = compiled(*(moved.get(place, taken) for place, taken in enumerate(inputs)))
        return value, jax.tree.unflatten(tree, torch.autograd.grad(value, followed))

    return both


def _give(value: Any) -> Any:
    return value.detach().numpy()[()] if isinstance(value, torch.Tensor) else value


GRADIENT = replace(LIBRARY, take=torch.as_tensor, give=_give, converts=True, slope=_slope)


def make(subject: Subject) -> Backend:
    """PyTorch takes NumPy's arrays and gives them back, converted within the call; its gradients need tensors."""
    return library_backend(subject, LIBRARY if subject.gradient is None else GRADIENT)
