"""Where JAX's versions differ and where its public interface ends, for the stages."""

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import ModuleType
from typing import Any

from jax._src import config as _config
from jax._src import core as _core
from jax._src import source_info_util as _source_info
from jax._src.interpreters import partial_eval as _partial_eval
from jax.errors import JaxRuntimeError
from jax.experimental.compilation_cache import compilation_cache

from jaxlab.cell.ownership import LIBRARIES, PACKAGE, is_user_file
from jaxlab.stages.frames import STAGE_FILE, Frame

_LOCATION_FRAMES = 100
"""Frames of a location that lowering keeps: JAX 0.10's default, and ten times that of 0.7."""

RECORDS_CALLERS = not hasattr(_partial_eval, "TracebackScope")
"""Whether the trace of a function holds the stack of whoever called it first, and keeps it when it is used again."""

CALL_MARK = re.compile(r"\bjaxlab_call_\d+\b")
"""A part of an operation's name that `mark_calls` has put there."""

_TENSORFLOW = tuple(f"tensorflow{rest}" for rest in ("", ".python", ".python.profiler", ".python.profiler.trace"))
_UNKNOWN_OPTION = "No such compile option"
_TRACE_ENTRIES = frozenset({"trace_to_jaxpr", "trace_to_jaxpr_dynamic", "trace_to_jaxpr_dynamic2"})
_TRACER_FILE = _partial_eval.__file__
_EVERY_CONFIG = tuple(entry for entry in vars(_config).values() if isinstance(entry, _config.config_ext.Config))
_UNSET = _config.config_ext.unset


@contextmanager
def user_locations() -> Iterator[None]:
    """In this scope, locations that JAX lowers hold frames of user code alone, and of the call of the stage.

    JAX 0.7 keeps ten frames of a location. Those of a library between the cell and the operation would use them up, so
    they are hidden, and more are kept. JAX's own settings hold again afterwards.
    """
    hidden = (PACKAGE, *LIBRARIES)
    _source_info._exclude_paths.extend(hidden)
    _source_info._include_paths.append(STAGE_FILE)
    _forget_decisions()
    try:
        with _config.traceback_in_locations_limit(_LOCATION_FRAMES):
            yield
    finally:
        for path in hidden:
            _source_info._exclude_paths.remove(path)
        _source_info._include_paths.remove(STAGE_FILE)
        _forget_decisions()


def frames_in_program(source_info: Any) -> Iterator[Frame]:
    """The user's frames of an equation, innermost first, as far as the program that the equation stands in reaches.

    JAX 0.10 records no more. JAX 0.7 goes on through whatever called the trace, which for a function that was traced
    before, such as `jnp.where`, is a line of some other cell.
    """
    return _frames(source_info.traceback, until_trace=True)


def frames_recorded(source_info: Any) -> Iterator[Frame]:
    """All of the user's frames that JAX has recorded for an equation, innermost first: what lowering writes down."""
    return _frames(source_info.traceback, until_trace=False)


def mark_calls(closed_jaxpr: Any) -> None:
    """Gives each outermost call of a nested jaxpr a name that the operations inside it carry into HLO.

    Where JAX records the first caller of a trace that is used again (`frames_recorded`), two calls of `jnp.where` could
    not be told apart in HLO otherwise. Newer versions need no marks and get none.
    """
    if not RECORDS_CALLERS:
        return
    equations = closed_jaxpr.jaxpr.eqns
    for index, equation in enumerate(equations):
        if call_mark(equation.source_info) or not any(_core.jaxprs_in_params(equation.params)):
            continue
        name_stack = equation.source_info.name_stack.extend(f"jaxlab_call_{index}")
        equations[index] = equation.replace(source_info=equation.source_info.replace(name_stack=name_stack))


def call_mark(source_info: Any) -> str:
    """The name that `mark_calls` gave an equation; empty if none."""
    found = CALL_MARK.search(str(source_info.name_stack))
    return found[0] if found else ""


def thread_config() -> list[tuple[Any, Any]]:
    """JAX's settings that hold in this thread alone, such as those of `x64` and `jax.default_device`."""
    return [(entry, value) for entry in _EVERY_CONFIG if (value := entry.get_local()) is not _UNSET]


def applied(settings: list[tuple[Any, Any]]) -> ExitStack:
    """A scope in which the settings that `thread_config` found in another thread hold in this one."""
    scope = ExitStack()
    for entry, value in settings:
        if isinstance(entry, _config.State):  # its context manager tells the C++ side as well
            scope.enter_context(entry(value))
        else:
            scope.callback(entry.set_local, entry.swap_local(value))
    return scope


def _forget_decisions() -> None:
    _source_info._exclude_path_regex.cache_clear()
    _source_info._include_path_regex.cache_clear()
    _source_info.is_user_filename.cache_clear()


def _frames(traceback: Any, until_trace: bool) -> Iterator[Frame]:
    codes, instructions = traceback.raw_frames() if traceback is not None else ((), ())
    for code, instruction in zip(codes, instructions, strict=True):
        if until_trace and code.co_name in _TRACE_ENTRIES and code.co_filename == _TRACER_FILE:
            return
        if is_user_file(code.co_filename) or code.co_filename == STAGE_FILE:
            found = _source_info.raw_frame_to_frame(code, instruction)
            yield Frame(
                found.file_name,
                found.function_name,
                found.start_line,
                found.start_column,
                found.end_line,
                found.end_column,
            )


@contextmanager
def without_compilation_cache() -> Iterator[None]:
    """In this scope JAX compiles anew: what it finds in its persistent cache leaves no dumps."""
    compilation_cache.reset_cache()  # whether there is a cache, JAX decides once
    try:
        with _config.enable_compilation_cache(False):
            yield
    finally:
        compilation_cache.reset_cache()


@contextmanager
def without_tensorflow() -> Iterator[None]:
    """In this scope a profile does not import TensorFlow: that of JAX 0.7 does, for seconds, to set a flag in it."""
    if not RECORDS_CALLERS or _TENSORFLOW[0] in sys.modules:
        yield
        return
    sys.modules.update({name: ModuleType(name) for name in _TENSORFLOW})
    try:
        yield
    finally:
        for name in _TENSORFLOW:
            sys.modules.pop(name, None)


def knows_options(compile_with_them: Callable[[], Any]) -> bool:
    """Compiles with certain options; gives False where this version of XLA has not all of them."""
    try:
        compile_with_them()
    except JaxRuntimeError as error:
        if _UNKNOWN_OPTION in str(error):
            return False
        raise
    return True


def hlo_proto(compiled: Any) -> bytes | None:
    """The serialised `HloModuleProto` of a `jax.stages.Compiled`; None where the backend does not give it."""
    try:
        return compiled.runtime_executable().hlo_modules()[0].as_serialized_hlo_module_proto()
    except Exception:  # runtimes raise what they like for "not implemented"
        return None
