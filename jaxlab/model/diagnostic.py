"""What jaxlab has to tell about a cell: findings with codes, and the lines that ran as plain Python."""

from dataclasses import dataclass

from jaxlab.model.source import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """A finding about a cell.

    Attributes:
      code: "JL" and three digits. JL1 capture, JL2 tracing, JL3 lowering and compiling, JL4 measuring, JL5 viewing and
        environment.
      message: One sentence: what happened, where.
      hint: What to type instead; empty if nothing can be done.
      span: The place it speaks of, if there is one.
    """

    code: str
    message: str
    hint: str = ""
    span: Span | None = None

    def __str__(self) -> str:
        """Code and message in one line."""
        return f"{self.code}  {self.message}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Break:
    """A statement that ran as plain Python between compiled segments.

    Attributes:
      span: The statement.
      line: The line that could not be traced, as the notebook shows it; it can lie inside the statement.
      reason: Why, in one sentence.
      remedy: What to type so that it compiles; empty if nothing can be done.
      array_work: Whether the statement computes with arrays. A `plt.plot(x)` does not: it is no loss.
    """

    span: Span
    line: int
    reason: str
    remedy: str = ""
    array_work: bool = True
