"""Where arrays live: shardings and devices in words."""

from math import prod
from typing import Any

import numpy as np

from jaxlab.model.placement import Aval, MeshAxis, Placement, Shard


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
        mesh=_mesh(sharding),
        shards=_shards(sharding, aval) if aval is not None and len(devices) > 1 else (),
    )


def _mesh(sharding: Any) -> tuple[MeshAxis, ...]:
    shape = sharding.mesh.shape if hasattr(sharding, "spec") else {}
    return tuple(MeshAxis(name=str(name), size=size) for name, size in shape.items())


def _shards(sharding: Any, aval: Aval) -> tuple[Shard, ...]:
    """What each device holds; JAX gives the devices in the mesh's order."""
    try:
        indices = sharding.devices_indices_map(aval.shape)
    except ValueError:  # a sharding that does not fit the shape, as of an abstract key's
        return ()
    return tuple(
        Shard(device=device_name(device), index=tuple(s.indices(n)[:2] for s, n in zip(index, aval.shape, strict=True)))
        for device, index in indices.items()
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
