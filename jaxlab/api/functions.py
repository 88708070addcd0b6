"""Functions through the doors of plain Python: `jit`, `explore`, `compare`."""

from collections.abc import Callable, Iterable
from functools import partial, wraps
from threading import RLock
from typing import Any, ParamSpec, TypeVar, overload

import jax

from jaxlab import pipeline
from jaxlab.api.calls import TITLE, call_of, checked_function, names
from jaxlab.api.tracebacks import UserTracebacks
from jaxlab.model.options import Options
from jaxlab.model.report import Report
from jaxlab.pipeline import Outcome
from jaxlab.tracing.trace import is_tracing

P = ParamSpec("P")
R = TypeVar("R")

# Names of a call stand in one namespace, which two threads must not fill at once.
_one_call = RLock()


@overload
def jit(function: Callable[P, R], /) -> Callable[P, R]: ...
@overload
def jit(
    *,
    strict: bool = False,
    static: Iterable[str] = (),
    traced: Iterable[str] = (),
    x32: bool = False,
    device: str | None = None,
    check: bool = False,
) -> Callable[[Callable[P, R]], Callable[P, R]]: ...
def jit(function=None, /, *, strict=False, static=(), traced=(), x32=False, device=None, check=False):
    """A function of NumPy or JAX code that runs compiled at every call, and means what it means without the decorator.

    What `np.` makes comes back as NumPy's; arrays that the function writes to are written to; what it reads from
    outside counts at every call. A call that cannot be compiled runs as plain Python, and `jaxlab.last_report()` says
    why. In code that is itself being traced, by jaxlab or by JAX, it is the function as written. A call synchronises.

    Args:
      function: Written for arrays of any shape; it is compiled once for each combination of shapes and dtypes.
      strict: Whether what cannot be compiled is an error.
      static: Names of parameters whose values are compile-time constants.
      traced: Names of parameters whose values are inputs although they would be constants.
      x32: Whether NumPy code computes in 32 bits.
      device: Where it runs, such as "cpu:0"; None for JAX's default device.
      check: Whether each call also runs plainly, on copies, and every result is compared.

    Raises:
      StrictError: At a call, under `strict`: it cannot be compiled.
    """
    options = Options(strict=strict, static=names(static), traced=names(traced), x32=x32, device=device, check=check)
    if function is None:
        return partial(_compiled, options)
    return _compiled(options, checked_function("jit", function))


def explore(code: str | Callable[..., Any], /, *args: Any, **options: Any) -> Report:
    """Compiles code without running it, and tells what became of each line.

    Args:
      code: A function, which is then followed by its arguments; or the text of a cell, which is then followed by its
        namespace and by what else `jaxlab.pipeline.explore` takes.
      args: As above. Of arrays, shapes and dtypes count.
      options: As above.

    Raises:
      SyntaxError: The text is no Python.
      TypeError: The function does not take these arguments.
    """
    if isinstance(code, str):
        return pipeline.explore(code, *_after_text("explore", args), **options)
    call = call_of(checked_function("explore", code), args, options)
    return pipeline.explore(call.source, _namespace(call.names), title=TITLE)


def compare(code: str | Callable[..., Any], /, *args: Any, **options: Any) -> Report | Outcome:
    """Times code as plain NumPy and compiled, many runs each, and checks that the results agree. Synchronises.

    Args:
      code: A function, which is then followed by its arguments; or the text of a cell, which is then followed by its
        namespace and by what else `jaxlab.pipeline.compare` takes.
      args: As above. A function that writes to its arguments finds them as one run leaves them.
      options: As above.

    Returns:
      Of a function its report, with `.comparison`; of a cell its outcome.

    Raises:
      Exception: Whatever the code raises.
    """
    if isinstance(code, str):
        return pipeline.compare(code, *_after_text("compare", args), **options)
    call = call_of(checked_function("compare", code), args, options)
    with UserTracebacks():
        return pipeline.compare(call.source, _namespace(call.names), title=TITLE).report


def _after_text(door: str, args: tuple[Any, ...]) -> tuple[Any, ...]:
    if len(args) != 1 or not isinstance(args[0], dict):
        raise TypeError(f"The text of a cell is followed by its names: `jaxlab.{door}(text, globals())`.")
    return args


def _compiled(options: Options, function: Callable[P, R]) -> Callable[P, R]:
    namespace: dict[str, Any] = {}

    @wraps(function)
    def run(*args, **keywords):
        if is_tracing() or any(isinstance(leaf, jax.core.Tracer) for leaf in jax.tree.leaves((args, keywords))):
            return function(*args, **keywords)
        call = call_of(function, args, keywords)
        with _one_call, UserTracebacks():
            # The same dict at every call: a compiled program is found by it.
            namespace.update(_namespace(call.names))
            try:
                return pipeline.run(call.source, namespace, options=options, title=TITLE).value
            finally:
                namespace.clear()

    return run


def _namespace(names: dict[str, Any]) -> dict[str, Any]:
    return {"__name__": "__main__", **names}
