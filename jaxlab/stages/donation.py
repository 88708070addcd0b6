"""A program that computes its large outputs into memory it is given: one donated argument more for each of them."""

from collections.abc import Callable
from typing import Any

import jax
import numpy as np
from jax.extend.core import Var, jaxpr_as_fun

from jaxlab.stages.devices import default_device
from jaxlab.stages.spares import KEPT_BYTES, LARGE_BYTES, MOST_KEPT_BYTES

Avals = tuple[jax.ShapeDtypeStruct, ...]


def outputs_to_place(closed_jaxpr: Any, args: tuple[Any, ...]) -> Avals:
    """The outputs that are computed and whose memory is worth keeping, each variable once.

    None but on one CPU device: the others keep freed memory by themselves.

    Args:
      closed_jaxpr: The program, a `jax.extend.core.ClosedJaxpr`.
      args: Pytrees of arrays or `jax.ShapeDtypeStruct`s: what it was traced with.
    """
    if not _is_for_one_cpu(args):
        return ()
    jaxpr = closed_jaxpr.jaxpr
    given = {id(variable) for variable in (*jaxpr.invars, *jaxpr.constvars)}
    computed: dict[int, Any] = {
        id(atom): atom.aval for atom in jaxpr.outvars if isinstance(atom, Var) and id(atom) not in given
    }
    avals = tuple(jax.ShapeDtypeStruct(aval.shape, aval.dtype) for aval in computed.values() if _can_be_kept(aval))
    return avals if sum(map(nbytes, avals)) >= LARGE_BYTES else ()


def nbytes(aval: Any) -> int:
    """Bytes of an array with this shape and dtype."""
    return aval.size * aval.dtype.itemsize


def placing(traced: Any, avals: Avals) -> Callable[..., Any]:
    """The traced program as a function of its arguments and then one for each of `avals`, which it does not read.

    Args:
      traced: A `jax.stages.Traced`; tracing what this gives runs no code of the user's.
      avals: The memory that outputs are computed into.
    """
    call, structure = jaxpr_as_fun(traced.jaxpr), jax.tree.structure(traced.out_info)

    def function(*args: Any) -> Any:
        own = args[: len(args) - len(avals)]
        return jax.tree.unflatten(structure, call(*jax.tree.leaves(own)))

    return function


def _can_be_kept(aval: Any) -> bool:
    return isinstance(aval.dtype, np.dtype) and KEPT_BYTES <= nbytes(aval) <= MOST_KEPT_BYTES


def _is_for_one_cpu(args: tuple[Any, ...]) -> bool:
    arrays = [leaf for leaf in jax.tree.leaves(args) if isinstance(leaf, jax.Array)]
    devices = {device for array in arrays for device in array.devices()} or {default_device()}
    return len(devices) == 1 and next(iter(devices)).platform == "cpu"
