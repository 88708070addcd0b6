"""How tracing stops: signals that the pipeline catches, never errors that a person sees as such."""

COMPILES_TOO_LONG = "Raise the limit with `%config JaxLab.compile_budget_s`, or write the loop with array operations"
"""What to type where compiling would take longer than is allowed."""


class Untraceable(Exception):
    """The code asks for something that cannot be traced; the statement runs as plain Python instead.

    Attributes:
      reason: Why, in one sentence without a full stop.
      remedy: What to type so that it compiles; empty if nothing can be done.
    """

    def __init__(self, reason: str, remedy: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.remedy = remedy


class Restart(Exception):
    """Tracing has learnt something of the notebook's values, and starts again with it."""


class NeedsConstant(Restart):
    """A traced number is needed as a plain Python value, and depends on scalar inputs alone.

    Attributes:
      reads: Indices in the read log of those scalars; tracing starts again with them as guarded constants.
    """

    def __init__(self, reads: frozenset[int]) -> None:
        super().__init__(f"a plain number is needed of reads {sorted(reads)}")
        self.reads = reads


class SharesMemory(Restart):
    """An array of the notebook is written that another one shares memory with.

    Attributes:
      reads: Indices in the read log of the arrays; tracing starts again with them as parts of one buffer.
    """

    def __init__(self, *reads: int) -> None:
        super().__init__(f"reads {sorted(reads)} share memory")
        self.reads = frozenset(reads)
