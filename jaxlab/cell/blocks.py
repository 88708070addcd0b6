"""Loops and branches of a cell taken apart, so that what is inside can be run piece by piece."""

import ast
from dataclasses import dataclass
from functools import cached_property
from types import CodeType

from jaxlab.cell.jumps import jumps
from jaxlab.cell.parse import Statement

ITEM = "__jaxlab_item__"
"""The name under which the assignment of a loop's target finds the element."""

REST = "__jaxlab_rest__"
"""The name under which the rest of a loop finds the function that gives its remaining elements."""


@dataclass(frozen=True)
class Block:
    """Statements that run one after another.

    Attributes:
      path: Where the block stands in the cell: position of a statement, name of its part, and so on inwards.
      statements: The statements.
    """

    path: tuple[int | str, ...]
    statements: tuple[Statement, ...]

    def inner(self, position: int, part: str) -> "Block":
        """The block that is `part` ("body" or "orelse") of the statement at `position`."""
        outer = self.statements[position]
        statements = tuple(Statement(node, outer.file) for node in getattr(outer.node, part))
        return Block((*self.path, position, part), statements)

    def until_boundary(self, position: int) -> tuple[Statement, ...]:
        """The statements from `position` on that can be traced together: up to a definition or a jump."""
        for count, statement in enumerate(self.statements[position:]):
            if statement.is_definition or jumps(statement.node):
                return self.statements[position : position + count]
        return self.statements[position:]


@dataclass(frozen=True)
class Compound:
    """The parts of a loop or a branch that are not statements.

    Attributes:
      statement: The loop or the branch.
    """

    statement: Statement

    @cached_property
    def head(self) -> CodeType:
        """The test of a `while` or an `if`, the iterable of a `for`."""
        node = self.statement.node
        assert isinstance(node, (ast.For, ast.While, ast.If))
        expression = node.iter if isinstance(node, ast.For) else node.test
        return compile(ast.Expression(expression), self.statement.file, "eval")

    @cached_property
    def assignment(self) -> CodeType:
        """Assigns what `ITEM` names to the loop's target."""
        node = self.statement.node
        assert isinstance(node, ast.For)
        return self._compiled(ast.Assign([node.target], ast.Name(ITEM, ast.Load())))

    @cached_property
    def rest(self) -> CodeType:
        """The loop over what the function named `REST` gives, as plain code."""
        node = self.statement.node
        assert isinstance(node, ast.For)
        remaining = ast.Call(ast.Name(REST, ast.Load()), [], [])
        return self._compiled(ast.For(node.target, remaining, node.body, node.orelse))

    def _compiled(self, node: ast.stmt) -> CodeType:
        located = ast.fix_missing_locations(ast.copy_location(node, self.statement.node))
        return compile(ast.Module([located], []), self.statement.file, "exec")


def can_be_taken_apart(node: ast.stmt) -> bool:
    """Whether `node` is a loop or a branch whose jumps all stand in loops and branches like it."""
    if not isinstance(node, (ast.For, ast.While, ast.If)):
        return False
    return all(_jumps_plainly(child) for child in (*node.body, *node.orelse))


def _jumps_plainly(node: ast.stmt) -> bool:
    if isinstance(node, (ast.Break, ast.Continue)) or not jumps(node):
        return True
    return isinstance(node, (ast.For, ast.While, ast.If)) and can_be_taken_apart(node)
