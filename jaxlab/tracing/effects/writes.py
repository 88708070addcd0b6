"""What a run of a traced piece leaves in the notebook, as data: writes, in order, around templates."""

from dataclasses import dataclass, field
from typing import Any

from jaxlab.tracing.arrays.order import Order
from jaxlab.tracing.effects.acts import Act
from jaxlab.tracing.effects.templates import Template
from jaxlab.tracing.random import Randomness


@dataclass(frozen=True, slots=True)
class NameWrite:
    """Names that are bound and deleted in one namespace."""

    namespace: dict[str, Any]
    bound: dict[str, Template]
    deleted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ArrayWrite:
    """An array of the notebook that gets new contents in place."""

    read: int
    slot: int


@dataclass(frozen=True, slots=True)
class ContainerWrite:
    """A container of the notebook that gets new elements in place."""

    read: int
    contents: Template


@dataclass(frozen=True, slots=True)
class ListAppend:
    """A list of the notebook that is appended to."""

    read: int
    appended: Template


@dataclass(frozen=True, slots=True)
class ObjectWrite:
    """An attribute of an object of the notebook that is bound or deleted."""

    read: int
    name: str
    value: Template | None


@dataclass(frozen=True, slots=True)
class Slot:
    """What becomes of one output of the program.

    Attributes:
      as_jax: Whether it stays a JAX array.
      is_copied: Whether it is new contents of an array of the notebook, and no array itself.
      order: How the NumPy array lies in memory; the output has its axes in that order.
    """

    as_jax: bool = False
    is_copied: bool = False
    order: Order = None


@dataclass(frozen=True, slots=True)
class Effects:
    """Everything that a run of the piece leaves behind.

    Attributes:
      names, arrays, containers, appends, objects: The writes, each kind in order.
      acts: What is shown, in order.
      value: What the piece's last expression gives; None if it has none.
      randomness: What a run draws from NumPy's generators.
      slots: What becomes of each output.
    """

    names: tuple[NameWrite, ...]
    arrays: tuple[ArrayWrite, ...]
    containers: tuple[ContainerWrite, ...]
    appends: tuple[ListAppend, ...]
    objects: tuple[ObjectWrite, ...]
    value: Template | None
    acts: tuple[Act, ...]
    slots: tuple[Slot, ...]
    randomness: Randomness = field(default_factory=Randomness)

    @property
    def named_templates(self) -> dict[str, Template]:
        """Templates of the names bound, for the report."""
        return {name: template for write in self.names for name, template in write.bound.items()}
