"""What goes into a program and what comes out, by the names that the notebook has for it."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from jaxlab.model.placement import Argument, Aval
from jaxlab.stages.program import Program
from jaxlab.stages.shardings import placement_of
from jaxlab.tracing.effects import templates


def inputs_of(program: Program, values: list[Any]) -> Iterator[Argument]:
    """The arrays and numbers that a program takes, given the notebook's values for its reads; none without values."""
    shardings = _input_shardings(program)
    for position, (index, sharding) in enumerate(zip(program.inputs, shardings, strict=True)):
        if values:
            yield _argument(program.reads[index].label, values[index], sharding, position)


def _input_shardings(program: Program) -> list[Any]:
    assert program.staged is not None
    given = program.staged.compiled.input_shardings[0]
    return list(given)[: len(program.inputs)]


def _argument(name: str, value: Any, sharding: Any, position: int) -> Argument:
    dtype = getattr(value, "dtype", None) or np.asarray(value).dtype
    aval = Aval(dtype=str(dtype), shape=tuple(np.shape(value)))
    return Argument(
        name=name,
        aval=aval,
        bytes=getattr(value, "nbytes", np.asarray(value).nbytes if dtype.kind != "V" else 0),
        placement=placement_of(sharding, aval) if sharding is not None else None,
        python_type="Array" if hasattr(value, "addressable_shards") else type(value).__name__,
        position=position,
    )


def outputs_of(program: Program) -> Iterator[Argument]:
    """The arrays and numbers that a program leaves in the notebook."""
    assert program.staged is not None
    infos = list(program.staged.lowered.out_info)
    shardings = list(program.staged.compiled.output_shardings)
    for name, template in _named(program):
        for label, slot, kind in _leaves(name, template):
            info = infos[slot]
            aval = Aval(dtype=info.dtype.name, shape=tuple(info.shape))
            size = aval.size * getattr(info.dtype, "itemsize", 0)
            placement = placement_of(shardings[slot], aval)
            python_type = aval.dtype if kind == "scalar" else kind
            yield Argument(
                name=label, aval=aval, bytes=size, placement=placement, python_type=python_type, position=slot
            )


def _named(program: Program) -> Iterator[tuple[str, Any]]:
    yield from program.effects.named_templates.items()
    for write in program.effects.objects:
        yield f"{program.reads[write.read].label}.{write.name}", write.value
    for array in program.effects.arrays:
        yield program.reads[array.read].label, templates.NumPyArray(array.slot)
    for container in program.effects.containers:
        yield program.reads[container.read].label, container.contents
    for grown in program.effects.appends:
        yield program.reads[grown.read].label, grown.appended
    if program.effects.value is not None:
        yield "Out", program.effects.value


def _leaves(name: str, template: Any) -> Iterator[tuple[str, int, str]]:
    if isinstance(template, templates.NumPyArray):
        yield name, template.slot, "ndarray"
    elif isinstance(template, templates.JaxArray):
        yield name, template.slot, "Array"
    elif isinstance(template, templates.NumPyScalar):
        yield name, template.slot, "scalar"
    elif isinstance(template, templates.PythonNumber):
        yield name, template.slot, template.type.__name__
    elif isinstance(template, templates.View):
        yield from _leaves(name, template.base)
    elif isinstance(template, templates.Container):
        for index, element in enumerate(template.elements):
            label = template.labels[index] if template.labels else f"[{index}]"
            yield from _leaves(f"{name}{label}", element)
    elif isinstance(template, templates.Instance):
        for attribute, element in zip(template.names, template.attributes, strict=True):
            yield from _leaves(f"{name}.{attribute}", element)
