"""One trace of a piece of a cell: what it has read, what it will write, and what must hold for it to be right."""

from collections.abc import Hashable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from jaxlab.tracing.log.guards import Guard
from jaxlab.tracing.log.reads import Read, Step
from jaxlab.tracing.namespace import Namespace
from jaxlab.tracing.untraceable import COMPILES_TOO_LONG, NeedsConstant, Untraceable

_KERNEL = 30
_KERNEL_AGAIN = 3
"""Operations that a kernel of its own counts as, by the time that XLA takes to compile it."""

PathKey = tuple[Hashable, ...]
"""Names the way to a value across traces."""


@dataclass(frozen=True, slots=True)
class ScalarPolicy:
    """Which scalars are constants of the program and which are its inputs.

    Attributes:
      static: Labels that the person made constants (`--static`).
      traced: Labels that the person made inputs (`--traced`).
      pinned: Numbers that were needed as plain Python values.
      loosened: Numbers whose change caused a compilation: inputs from then on.
      shared: Arrays that are written while others share their memory: parts of one input.
    """

    static: frozenset[str] = frozenset()
    traced: frozenset[str] = frozenset()
    pinned: frozenset[PathKey] = frozenset()
    loosened: frozenset[PathKey] = frozenset()
    shared: frozenset[PathKey] = frozenset()

    def is_input(self, key: PathKey, label: str, *, by_default: bool) -> bool:
        """Whether the scalar at `key` becomes an input."""
        if label in self.static or key in self.pinned:
            return False
        return by_default or label in self.traced or key in self.loosened


@dataclass(slots=True)
class AttributeWrite:
    """An attribute that the code bound on an object of the notebook; held until commit."""

    read: int
    owner: Any
    name: str
    value: Any
    deleted: bool = False


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable of a function around one that is traced: the cell that holds it, and the one that stands for it.

    Attributes:
      cell: The notebook's cell.
      made: The cell that the traced functions share.
      before: What that one held at first.
    """

    cell: Any
    made: Any
    before: Any


@dataclass(slots=True)
class Mirror:
    """A copy of a container of the notebook that the code sees in its place; changes are committed to the original."""

    read: int
    copy: Any
    before: Any


@dataclass(eq=False)
class Trace:
    """State of one trace.

    Attributes:
      arguments: The program's arguments, by the way to the value; a value that is not among them is noted in
        `supplied` too, and tracing starts again with it as an argument.
      policy: Which scalars are inputs.
      user_x64: JAX's 64-bit flag as the user has it; JAX's own functions run under it.
      deadline: `monotonic` seconds after which tracing gives up.
      is_narrow: Whether NumPy's floats have 32 bits (`--x32`).
      most_operations: Operations beyond which compiling would take longer than allowed.
      reads: The log.
      keys: For each entry of the log its way across traces.
      observed: For each entry of the log the value in the notebook.
      supplied: Log indices of the values that are used as inputs, in order.
      sources: Random generators: stand-in, the real one, where it comes from.
      draws: Calls of generators, in order.
      drawn: What they gave, by the key of the program's argument for it.
      acts: What is to be shown at every run, in order.
      made: Objects of the user's classes that the code made itself, by identity.
      trees: Copies of registered objects, each with its leaves as they were.
      forks: Ways through functions that are tried, the innermost last.
      mappings: Functions that are traced once for all elements, the innermost last: they must not write.
      kernels: What each operation that XLA does not fuse was, so far.
      loops: Loops that are being unrolled, from the outermost inwards.
      cells: Variables of enclosing functions, by the identity of the notebook's cell.
      requirements: Traced booleans; where one is false at run time, the results are void and plain Python decides.
      can_warn: Whether NumPy would warn of floating-point errors in what was traced, if there were any.
      has_warned: Whether it would warn of some whatever the inputs: there were some in what is known while tracing.
    """

    arguments: Mapping[PathKey, Any]
    policy: ScalarPolicy
    user_x64: bool
    deadline: float
    most_operations: int = 3000
    is_narrow: bool = False
    operations: int = 0
    reads: list[Read] = field(default_factory=list)
    keys: list[PathKey] = field(default_factory=list)
    observed: list[Any] = field(default_factory=list)
    supplied: list[int] = field(default_factory=list)
    requirements: list[Any] = field(default_factory=list)
    can_warn: bool = False
    has_warned: bool = False
    namespaces: dict[int, Namespace] = field(default_factory=dict)
    attribute_writes: dict[tuple[int, str], AttributeWrite] = field(default_factory=dict)
    cells: dict[int, Variable] = field(default_factory=dict)
    mirrors: list[Mirror] = field(default_factory=list)
    appended: list[Any] = field(default_factory=list)
    memo: dict[PathKey, Any] = field(default_factory=dict)
    lifted: dict[int, tuple[Any, Any, int]] = field(default_factory=dict)
    origins: dict[int, tuple[Any, int]] = field(default_factory=dict)
    made: dict[int, Any] = field(default_factory=dict)
    trees: list[tuple[Any, list[Any]]] = field(default_factory=list)
    sources: list[tuple[Any, Any, Any]] = field(default_factory=list)
    draws: list[Any] = field(default_factory=list)
    drawn: dict[PathKey, Any] = field(default_factory=dict)
    acts: list[Any] = field(default_factory=list)
    converted: dict[int, tuple[Any, Any]] = field(default_factory=dict)
    forks: list[Any] = field(default_factory=list)
    mappings: list[Any] = field(default_factory=list)
    kernels: set[Hashable] = field(default_factory=set)
    loops: list[Any] = field(default_factory=list)
    transform_depth: int = 0

    def read_of(self, buffer: Any) -> int:
        """The entry of the log of the notebook's array that is the whole of an input's buffer."""
        arrays = ((lifted, index) for _, lifted, index in self.lifted.values() if hasattr(lifted, "buffer"))
        return next(index for array, index in arrays if array.buffer is buffer and array.shadow is buffer.shadow)

    def log(self, parent: int | None, step: Step, guard: Guard, value: Any) -> int:
        """Notes a read; gives its index."""
        label = step.label("" if parent is None else self.reads[parent].label)
        self.reads.append(Read(parent, step, guard, label))
        self.keys.append(self.key(parent, step))
        self.observed.append(value)
        return len(self.reads) - 1

    def key(self, parent: int | None, step: Step) -> PathKey:
        """The way to a value, as one hashable."""
        return ((() if parent is None else self.keys[parent]), step.kind, step.key)

    def label(self, parent: int | None, step: Step) -> str:
        """The way to a value, as a person writes it."""
        return step.label("" if parent is None else self.reads[parent].label)

    def remember(self, thing: Any, index: int) -> Any:
        """Notes that `thing` comes from the notebook, by entry `index` of the log."""
        self.origins.setdefault(id(thing), (thing, index))
        return thing

    def remember_lifted(self, value: Any, lifted: Any, index: int) -> Any:
        """Notes that `lifted` is what the code sees of the notebook's `value`, entry `index` of the log; gives it."""
        self.lifted[id(value)] = (value, lifted, index)
        return self.remember(lifted, index)

    def origin(self, thing: Any) -> int | None:
        """The entry of the log that `thing` came by; None if the code made it itself."""
        found = self.origins.get(id(thing))
        return None if found is None else found[1]

    def require(self, condition: Any) -> None:
        """Makes the results void at run time unless the traced boolean `condition` holds.

        Raises:
          Untraceable: Inside a function that JAX transforms, where no condition can leave it.
        """
        if self.transform_depth:
            raise Untraceable("a check of values inside a function that JAX transforms")
        self.requirements.append(condition)

    def tick(self, operations: int = 1) -> None:
        """Counts operations; stops a trace that has grown beyond what compiles in the time allowed."""
        self.operations += operations
        if self.operations > self.most_operations or monotonic() > self.deadline:
            raise _too_long()

    def tick_kernel(self, kernel: Hashable) -> None:
        """Counts an operation that XLA makes a kernel of its own; one like an earlier one is compiled once."""
        self.tick(_KERNEL_AGAIN if kernel in self.kernels else _KERNEL)
        self.kernels.add(kernel)

    def check_length(self, more: int) -> None:
        """Stops a trace that `more` operations to come would make too long."""
        if self.operations + more > self.most_operations:
            raise _too_long()

    def number_needed(self, reads: frozenset[int] | None, what: str, remedy: str = "") -> Exception:
        """The signal to raise where a traced number is needed as a plain one."""
        return NeedsConstant(reads) if reads else Untraceable(what, remedy)


def _too_long() -> Untraceable:
    return Untraceable("unrolled, it is too long to compile in the time allowed", COMPILES_TOO_LONG)


_traces: list[Trace] = []


def current() -> Trace:
    """The trace that is going on.

    Raises:
      Untraceable: There is none: a stand-in outlived its trace.
    """
    if not _traces:
        raise Untraceable("an array of a trace is used after it has ended")
    return _traces[-1]


def is_tracing() -> bool:
    """Whether a trace is going on."""
    return bool(_traces)


@contextmanager
def tracing(trace: Trace):
    """Makes `trace` the current one."""
    _traces.append(trace)
    try:
        yield trace
    finally:
        _traces.pop()
