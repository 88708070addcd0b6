"""`%%grad`: the traced piece as a function of its inputs, differentiated by JAX in reverse mode."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxlab.model.diagnostic import Diagnostic
from jaxlab.model.errors import UsageProblem
from jaxlab.model.options import Gradient
from jaxlab.stages.unfit import Unfit
from jaxlab.tracing.arrays.order import memory_order
from jaxlab.tracing.code import foreign_objects
from jaxlab.tracing.effects import templates
from jaxlab.tracing.effects.writes import Effects, NameWrite, Slot
from jaxlab.tracing.log.guards import Alias, ArrayLike, JaxArrayLike, NumberOf, Structure
from jaxlab.tracing.trace import PathKey, Trace

_ADD_UP = "End the cell in one of them, or in their sum."


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a gradient is taken by.

    Attributes:
      names: The names that the person sees, each with its entry in the log of reads.
      keys: The program's inputs that belong to them.
    """

    names: dict[str, int]
    keys: tuple[PathKey, ...]


def choose(trace: Trace, gradient: Gradient) -> Chosen:
    """The inputs to differentiate by: the names asked for, or every floating-point array that the cell reads.

    Raises:
      UsageProblem: A name is not read, or holds no floating-point number.
    """
    roots = {read.label: index for index, read in enumerate(trace.reads) if read.parent is None}
    names = {name: roots[name] for name in gradient.wrt if name in roots}
    for name in gradient.wrt:
        if name not in names or not _leaves(trace, names[name]):
            raise _not_an_input(name, trace, roots)
    if not gradient.wrt:
        names = {name: index for name, index in roots.items() if _leaves(trace, index, arrays_only=True)}
    if not names:
        raise _problem("JL207", "The cell reads no floating-point array.", "Name a number with `--wrt NAME`.")
    leaves = dict.fromkeys(leaf for index in names.values() for leaf in _leaves(trace, index, not gradient.wrt))
    keys = tuple(trace.keys[leaf] for leaf in leaves if leaf in trace.supplied)
    if not keys:
        raise no_loss()
    return Chosen(names, keys)


def differentiated(
    function: Callable[..., list[Any]], picked: tuple[int, ...], loss_of: Callable[[list[Any]], Any]
) -> Callable[..., tuple[list[Any], list[Any]]]:
    """`function` with the gradients of its loss by the arguments at `picked`: gives (outputs, gradients)."""

    def with_gradients(*arguments: Any) -> tuple[list[Any], list[Any]]:
        def loss(*chosen: Any) -> tuple[Any, list[Any]]:
            merged = list(arguments)
            for place, value in zip(picked, chosen, strict=True):
                merged[place] = value
            outputs = function(*merged)
            return loss_of(outputs), outputs

        gradients, outputs = jax.grad(loss, argnums=tuple(range(len(picked))), has_aux=True)(
            *(arguments[place] for place in picked)
        )
        return outputs, list(gradients)

    return with_gradients


def loss_template(effects: Effects, gradient: Gradient) -> templates.Template | None:
    """How the value to differentiate is built; None if the piece does not give it."""
    return effects.value if gradient.of is None else effects.named_templates.get(gradient.of)


def loss_in(effects: Effects, outputs: list[Any], gradient: Gradient) -> Any:
    """The scalar to differentiate, among the outputs.

    Raises:
      UsageProblem: The cell has none.
    """
    template = loss_template(effects, gradient)
    if template is None:
        what = "The cell ends in no expression" if gradient.of is None else f"The cell binds no `{gradient.of}`"
        raise _problem(
            "JL205", f"{what}, so there is nothing to differentiate.", "End it in the loss, or pass `--of NAME`."
        )
    if isinstance(template, templates.Container):
        raise _problem("JL206", "A gradient is taken of one number, and the result holds several.", _ADD_UP)
    slot = getattr(template, "slot", None)
    if slot is None:
        raise no_loss()
    value = outputs[slot]
    if value.shape or not jnp.issubdtype(value.dtype, jnp.floating):
        raise _no_number(value)
    return value


def _no_number(value: Any) -> UsageProblem:
    if value.shape:
        found, hint = (
            f"{value.dtype}[{','.join(map(str, value.shape))}]",
            "Reduce it first, as `.sum()` or `.mean()` do.",
        )
    elif jnp.issubdtype(value.dtype, jnp.complexfloating):
        found, hint = f"one {value.dtype}", "Make it real first, as `abs` or `.real` do."
    else:
        found, hint = f"one {value.dtype}", "End the cell in a float: what counts or compares has no gradient."
    return _problem("JL206", f"A gradient is taken of one floating-point number, and the result is {found}.", hint)


def with_gradient(effects: Effects, trace: Trace, chosen: Chosen, gradient: Gradient, first_slot: int) -> Effects:
    """The effects with the gradient bound too; its parts are the outputs from `first_slot` on."""
    places = {key: first_slot + place for place, key in enumerate(chosen.keys)}
    by_name = {name: _template(trace, index, places) for name, index in chosen.names.items()}
    if len(by_name) == 1:
        bound = next(iter(by_name.values()))
    else:
        fill = partial(_as_dict, tuple(by_name))
        bound = templates.Container("gradient", fill, tuple(by_name.values()))
    observed = {trace.keys[index]: trace.observed[index] for index in trace.supplied}
    slots = tuple(_slot(observed[key]) for key in chosen.keys)
    root = next(iter(trace.namespaces.values())).real
    write = NameWrite(root, {gradient.into: bound}, ())
    return replace(effects, names=(*effects.names, write), slots=(*effects.slots, *slots))


def _slot(value: Any) -> Slot:
    """What becomes of the gradient by `value`: it lies in memory as that does."""
    if isinstance(value, jax.Array):
        return Slot(as_jax=True)
    return Slot(order=memory_order(value) if type(value) is np.ndarray else None)


def _leaves(trace: Trace, index: int, arrays_only: bool = False) -> list[int]:
    """The floating-point inputs that entry `index` of the log holds."""
    index = _contents(trace, index)
    guard = trace.reads[index].guard
    if isinstance(guard, Alias):
        return _leaves(trace, guard.index, arrays_only)
    if isinstance(guard, (ArrayLike, JaxArrayLike)):
        return [index] if jnp.issubdtype(guard.dtype, jnp.inexact) else []
    if isinstance(guard, NumberOf):
        floating = issubclass(guard.type, (float, complex, np.inexact))
        return [index] if floating and not arrays_only else []
    return [leaf for child in _children(trace, index) for leaf in _leaves(trace, child, arrays_only)]


def _contents(trace: Trace, index: int) -> int:
    """The entry for the elements of a list, if entry `index` is a list whose elements were read."""
    for child, read in enumerate(trace.reads):
        if read.parent == index and read.step.kind == "contents":
            return child
    return index


def _children(trace: Trace, index: int) -> list[int]:
    if not isinstance(trace.reads[index].guard, (Structure, foreign_objects.SameStructure)):
        return []
    return [child for child, read in enumerate(trace.reads) if read.parent == index]


def _template(trace: Trace, index: int, slots: dict[PathKey, int]) -> templates.Template:
    """How the gradient by entry `index` of the log is built: in the shape of the value itself."""
    index = _contents(trace, index)
    guard, value = trace.reads[index].guard, trace.observed[index]
    if isinstance(guard, Alias):
        return _template(trace, guard.index, slots)
    slot = slots.get(trace.keys[index])
    if isinstance(guard, (Structure, foreign_objects.SameStructure)):
        parts = tuple(_template(trace, child, slots) for child in _children(trace, index))
        return templates.Container(("gradient", index), _fill_like(value), parts)
    if slot is None:
        return templates.Constant(None)
    if isinstance(guard, JaxArrayLike):
        return templates.JaxArray(slot)
    if isinstance(guard, ArrayLike):
        return templates.NumPyArray(slot)
    return templates.PythonNumber(slot, type(value)) if type(value) in (float, complex) else templates.NumPyScalar(slot)


def _fill_like(value: Any) -> Callable[[list[Any]], Any]:
    if isinstance(value, dict):
        return partial(_as_dict, tuple(value))
    if type(value) in (list, tuple):
        return type(value)
    return partial(jax.tree_util.tree_unflatten, jax.tree_util.tree_structure(value))


def _as_dict(names: tuple[Any, ...], values: list[Any]) -> dict[Any, Any]:
    return dict(zip(names, values, strict=True))


def needed_as_constant(label: str) -> UsageProblem:
    """The error for a number that is differentiated by and decides a branch, a size or an exponent."""
    return _problem(
        "JL211",
        f"`{label}` decides a branch, a size or an exponent, so the cell can't be differentiated by it yet.",
        "Choose between values with `np.where(condition, a, b)`.",
    )


def no_loss() -> UsageProblem:
    """The error for a cell whose value does not depend on its inputs."""
    return _problem("JL205", "What is to be differentiated does not depend on an array.", "End the cell in the loss.")


def not_in_one_piece(unfit: Unfit) -> UsageProblem:
    """The error for a cell whose loss comes after a statement that runs as plain Python."""
    hint = f"{unfit.remedy}." if unfit.remedy else "Move the line to a cell of its own."
    where = f"line {unfit.line} can't be traced: {unfit.reason}"
    return _problem("JL208", f"A gradient needs the cell in one compiled piece, and {where}.", hint)


def void_gradient() -> UsageProblem:
    """The error for values at which the compiled piece does not hold."""
    return _problem(
        "JL209",
        "A check of values failed in the compiled piece, so its gradient means nothing at these values.",
        "Run the cell without `%%grad` to see its value.",
    )


def _not_an_input(name: str, trace: Trace, roots: dict[str, int]) -> UsageProblem:
    value = trace.observed[roots[name]] if name in roots else None
    if type(value) is int:
        return _problem(
            "JL204", f"`{name}` is an int: gradients are taken by floating-point numbers.", "Write it as a float."
        )
    if isinstance(value, (np.ndarray, jax.Array)):
        hint = f"Make it one of floats: `{name} = {name}.astype(float)`."
        return _problem("JL204", f"`{name}` holds {value.dtype}: gradients are taken by floating-point numbers.", hint)
    if any(name in namespace.written() for namespace in trace.namespaces.values()):
        hint = "Make it in a cell above."
        return _problem("JL204", f"`{name}` is made in this cell: gradients are taken by what a cell reads.", hint)
    known = ", ".join(f"`{root}`" for root, index in roots.items() if _leaves(trace, index))
    hint = f"It reads {known}." if known else "It reads no floating-point number."
    return _problem("JL204", f"`{name}` is no floating-point input of this cell.", hint)


def _problem(code: str, message: str, hint: str) -> UsageProblem:
    return UsageProblem(Diagnostic(code=code, message=message, hint=hint))
