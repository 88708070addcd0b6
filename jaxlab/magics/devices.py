"""What JAX's devices hold, as `%devices` asks."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from jaxlab.magics.array_names import array_names
from jaxlab.model.placement import Aval

KEPT = "(memory for the next run)"


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveArray:
    """An array that a device holds, or its part of one.

    Attributes:
      aval: Dtype and shape of the part.
      bytes: Its size in bytes.
      name: What the notebook calls it, such as `params['w']`; empty where no name leads to it.
    """

    aval: Aval
    bytes: int
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceUse:
    """A device and what is on it.

    Attributes:
      name: Such as "cpu:0".
      kind: What its maker calls it.
      bytes_in_use: Memory in use; None where the backend does not say.
      peak_bytes: Most memory in use since the start; None where the backend does not say.
      limit_bytes: Memory that JAX may use; None where the backend does not say.
      arrays: Live arrays, largest first.
    """

    name: str
    kind: str
    bytes_in_use: int | None = None
    peak_bytes: int | None = None
    limit_bytes: int | None = None
    arrays: tuple[LiveArray, ...] = ()


def survey(namespace: Mapping[str, Any] | None = None) -> tuple[DeviceUse, ...]:
    """Asks JAX for its devices; starts its backend, runs nothing, and waits for nothing.

    Args:
      namespace: The notebook's, where arrays have their names.
    """
    from jaxlab.jax_import import jax
    from jaxlab.stages.spares import SPARES

    names = array_names(namespace or {}, lambda value: isinstance(value, jax.Array))
    names |= {id(memory): KEPT for memory in SPARES}
    held = _arrays_by_device(_one_for_each_memory(jax.live_arrays(), names), names)
    return tuple(_use(device, held[device]) for device in jax.devices())


def device_names() -> list[str]:
    """Names of the devices, as `--device` takes them."""
    from jaxlab.jax_import import jax

    return [_name(device) for device in jax.devices()]


def _use(device: Any, arrays: Iterable[LiveArray]) -> DeviceUse:
    memory = device.memory_stats() or {}
    return DeviceUse(
        name=_name(device),
        kind=device.device_kind,
        bytes_in_use=memory.get("bytes_in_use"),
        peak_bytes=memory.get("peak_bytes_in_use"),
        limit_bytes=memory.get("bytes_limit"),
        arrays=tuple(sorted(arrays, key=lambda array: -array.bytes)),
    )


def _name(device: Any) -> str:
    return f"{device.platform}:{device.id}"


def _one_for_each_memory(arrays: Iterable[Any], names: Mapping[int, str]) -> Iterable[Any]:
    """The arrays; of several in one memory a named one. JAX 0.7 has what was donated beside what took its memory."""
    found: dict[Any, Any] = {}
    for array in sorted(arrays, key=lambda array: id(array) not in names):
        found.setdefault(_memory_of(array), array)
    return found.values()


def _memory_of(array: Any) -> Any:
    is_whole = len(array.devices()) == 1 and array.size and not array.is_deleted()
    return (next(iter(array.devices())), array.unsafe_buffer_pointer()) if is_whole else id(array)


def _arrays_by_device(arrays: Iterable[Any], names: Mapping[int, str]) -> defaultdict[Any, list[LiveArray]]:
    held: defaultdict[Any, list[LiveArray]] = defaultdict(list)
    for array in arrays:
        shape = array.sharding.shard_shape(array.shape)
        aval = Aval(dtype=str(array.dtype), shape=shape)
        for device in array.sharding.addressable_devices:
            size = aval.size * array.dtype.itemsize
            held[device].append(LiveArray(aval=aval, bytes=size, name=names.get(id(array), "")))
    return held
