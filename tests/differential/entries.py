"""Entries of the catalogues, and short ways to write many."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """One public function or method.

    Attributes:
      name: As people write it.
      sources: Statements that leave their result in `r`.
      ulps: Largest error accepted, in units of the last place of the result's largest element.
    """

    name: str
    sources: tuple[str, ...]
    ulps: float = 0.0


def entries(table: dict[str, str], ulps: float = 0.0) -> list[Entry]:
    """Entries from lines; `…` stands for the name, and a line that assigns nothing is an expression."""
    made = []
    for name, lines in table.items():
        sources = [line.strip().replace("…", name) for line in lines.split("\n") if line.strip()]
        made.append(Entry(name, tuple(map(statement, sources)), ulps))
    return made


def statement(source: str) -> str:
    if ";" in source:
        return "\n".join(part.strip() for part in source.split(";"))
    return source if source.startswith(("r =", "x", "np.add.at")) and " = " in source[:20] else f"r = {source}"


def unary(names: str, operand: str, ulps: float) -> list[Entry]:
    return [
        Entry(f"np.{name}", tuple(f"r = np.{name}({text})" for text in (operand, f"{operand}[..., :2]", "s")), ulps)
        for name in names.split()
    ]


def binary(names: str, other: str, ulps: float, module: str = "np") -> list[Entry]:
    forms = f"x, {other}", f"x, {other}[..., :1]", "x, 2", f"3, {other}", "x, s", "x, np.float32(1.5)", "x, np.int32(2)"
    return [
        Entry(f"{module}.{name}", tuple(f"r = {module}.{name}({form})" for form in forms), ulps)
        for name in names.split()
    ]


def reductions(names: str, ulps: float) -> list[Entry]:
    forms = (
        "x", "x, axis=0", "x, axis=-1", "x, axis=(0, 1)", "x, axis=1, keepdims=True", "x, keepdims=True", "x.T, axis=0",
        "x, 0", "x[..., ::2]", "x > 0", "[1.5, 2.0]", "x, axis=2",
    )  # fmt: skip
    return [Entry(f"np.{name}", tuple(f"r = np.{name}({form})" for form in forms), ulps) for name in names.split()]
