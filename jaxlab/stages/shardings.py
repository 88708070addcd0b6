"""Where arrays live: shardings and devices in words."""

from math import prod
from typing import Any

import numpy as np

from jaxlab.model.placement import Aval, Placement


def device_name(device: Any) -> str:
    """What a person calls the device: "cpu:0", "cuda:1"."""
    return f"{device.platform}:{device.id}"


def placement_of(held: Any, aval: Aval | None = None) -> Placement:
    """Where an array lives, or where a sharding puts one.

    Args:
      held: A `jax.Array` or a `jax.sharding.Sharding`.
      aval: Shape and dtype of what the sharding places; an array brings its own.
    """
    sharding = getattr(held, "sharding", held)
    if aval is None and sharding is not held:
        aval = Aval(dtype=held.dtype.name, shape=tuple(held.shape))
    devices = sorted(sharding.device_set, key=lambda device: (device.platform, device.id))
    return Placement(
        sharding=_described(sharding),
        devices=tuple(map(device_name, devices)),
        memory_kind=sharding.memory_kind,
        bytes_per_device=None if aval is None else _bytes_per_device(sharding, aval),
    )


def _described(sharding: Any) -> str:
    """As JAX writes it, without devices and memory kind, which a placement tells apart."""
    kind = type(sharding).__name__
    if not hasattr(sharding, "spec"):
        return kind
    mesh = ", ".join(f"{axis}={size}" for axis, size in sharding.mesh.shape.items())
    spec = ", ".join(map(repr, sharding.spec))
    return f"{kind}(P({spec}), mesh {mesh})"


def _bytes_per_device(sharding: Any, aval: Aval) -> int | None:
    try:
        return prod(sharding.shard_shape(aval.shape)) * np.dtype(aval.dtype).itemsize
    except TypeError:  # a dtype that NumPy does not know, such as a key's
        return None
