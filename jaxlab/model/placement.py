"""Shapes and dtypes of values, and which device holds them."""

from dataclasses import dataclass
from math import prod


@dataclass(frozen=True, slots=True, kw_only=True)
class Aval:
    """An abstract value: what is known of an array before it has values.

    Attributes:
      dtype: NumPy's name of the element type, such as "float64".
      shape: Length of each axis; empty for a scalar.
    """

    dtype: str
    shape: tuple[int, ...]

    def __str__(self) -> str:
        """As JAX writes it: `float64[500,500]`."""
        return f"{self.dtype}[{','.join(map(str, self.shape))}]"

    @property
    def size(self) -> int:
        """Number of elements."""
        return prod(self.shape)


@dataclass(frozen=True, slots=True, kw_only=True)
class MeshAxis:
    """An axis of the mesh that devices are arranged in.

    Attributes:
      name: Its name, such as "data".
      size: Devices along it.
    """

    name: str
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Shard:
    """The part of an array that one device holds.

    Attributes:
      device: Such as "cpu:0".
      index: Start and stop on each axis of the array; empty for a scalar.
    """

    device: str
    index: tuple[tuple[int, int], ...]

    @property
    def size(self) -> int:
        """Number of elements."""
        return prod(stop - start for start, stop in self.index)


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """Where one array lives while the compiled program runs.

    Attributes:
      sharding: JAX's description of the sharding.
      devices: Names of the devices that hold a part, such as "cpu:0".
      memory_kind: The device's memory that is used, such as "device"; None where unknown.
      bytes_per_device: What each of the devices holds, in bytes; None where unknown.
      mesh: Axes of the mesh, outermost first; empty where there is none.
      shards: One a device, in the mesh's order; empty where one device holds the whole array.
    """

    sharding: str
    devices: tuple[str, ...]
    memory_kind: str | None = None
    bytes_per_device: int | None = None
    mesh: tuple[MeshAxis, ...] = ()
    shards: tuple[Shard, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """An input or an output of a compiled program.

    Attributes:
      name: What the cell calls it, such as `x` or `params['w']`; the cell's result is `Out`.
      aval: Its dtype and shape.
      bytes: Its size in bytes, all devices together, each part counted once.
      placement: Where it lives; None where the value never reached a device.
      python_type: What the notebook holds: "ndarray", "float64", "float", "Array" (JAX), ...
      position: Its place among the program's parameters or results, from 0; None where it is neither.
    """

    name: str
    aval: Aval
    bytes: int
    placement: Placement | None = None
    python_type: str = "ndarray"
    position: int | None = None

    @property
    def sharding(self) -> str | None:
        """JAX's description of its sharding."""
        return self.placement.sharding if self.placement else None
