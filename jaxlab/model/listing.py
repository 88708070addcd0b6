"""One intermediate representation as lines, each linked to the source it came from."""

from dataclasses import dataclass

from jaxlab.model.source import Span, Stack


@dataclass(frozen=True, slots=True, kw_only=True)
class ListingLine:
    """A line of a listing.

    Attributes:
      text: The line as XLA or JAX prints it, locations removed.
      stacks: Every call stack of user code that the line came from. Fusion merges lines, so there can be several;
        none for lines that stem from no user code (headers, braces, parameters).
      is_operation: Whether the line computes something, as against a header, a brace or a parameter.
    """

    text: str
    stacks: tuple[Stack, ...] = ()
    is_operation: bool = False

    @property
    def spans(self) -> tuple[Span, ...]:
        """All frames of all stacks, each once, innermost first."""
        return tuple(dict.fromkeys(span for stack in self.stacks for span in stack))


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """A program in one intermediate representation.

    Attributes:
      kind: "jaxpr", "stablehlo" or "hlo"; "llvm", "assembly" or "ptx" for the code that XLA made of it.
      lines: The program, in the order it is printed.
    """

    kind: str
    lines: tuple[ListingLine, ...]

    @property
    def text(self) -> str:
        """The whole program as one string."""
        return "\n".join(line.text for line in self.lines)

    def reached(self, file: str) -> frozenset[int]:
        """The lines of `file` that at least one of the listing's lines stems from."""
        # By identity first: lines share their stacks, and hashing one walks all its spans.
        stacks = {id(stack): stack for entry in self.lines for stack in entry.stacks}.values()
        spans = {span for stack in stacks for span in stack if span.file == file}
        return frozenset(line for span in spans for line in range(span.line, span.end_line + 1))

    def lines_from(self, file: str, line: int) -> tuple[int, ...]:
        """Indices of the listing's lines that stem from `line` of `file`."""
        return tuple(
            index for index, entry in enumerate(self.lines) if any(span.covers(file, line) for span in entry.spans)
        )
