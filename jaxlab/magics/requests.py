"""One use of a magic, parsed: the code, what to do with it, and what to do with the report."""

from dataclasses import dataclass, field, replace
from keyword import iskeyword
from typing import Any

from IPython.core.error import UsageError

from jaxlab.magics import values
from jaxlab.magics.arguments import Arguments
from jaxlab.magics.cells import Code
from jaxlab.magics.commands import COMPARE, Command
from jaxlab.magics.config import JaxLab
from jaxlab.magics.gradients import DEFAULT_TARGET, GradientNames
from jaxlab.magics.stacked import Lines
from jaxlab.model.measuring import Measuring, Sizes
from jaxlab.model.options import Gradient, Options


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What a person asked for.

    Attributes:
      code: The code and its place.
      options: For the run.
      measuring: How to measure, under `%%compare`.
      is_live: Whether a panel is asked for.
      report_name: Name to bind the report to; None for none.
      quiet: Whether no summary shows.
      hides_value: Whether a `;` hides the value.
    """

    code: Code
    options: Options
    measuring: Measuring = field(default_factory=Measuring)
    is_live: bool = False
    report_name: str | None = None
    quiet: bool = False
    hides_value: bool = False


def options_for(command: Command, read: Lines, settings: JaxLab, made: GradientNames) -> Options:
    """The options of a run: what was given, then what the settings say.

    Raises:
      UsageProblem: JL104, the gradient would overwrite a name of the user's.
    """
    arguments = read.arguments
    options = Options(
        magic=command.name,
        strict=arguments.is_given("--strict") or (settings.strict and command.option("--strict") is not None),
        static=arguments.names("--static"),
        traced=arguments.names("--traced"),
        x32=arguments.is_given("--x32"),
        device=arguments.name("--device"),
        check=arguments.is_given("--check"),
        xla=tuple(found for word in arguments.names("--xla") if (found := values.flag(word))),
        passes=arguments.is_given("--passes"),
        code=arguments.is_given("--code"),
        profile=arguments.is_given("--profile"),
        compile_budget_s=settings.compile_budget_s,
    )
    return replace(options, gradient=_gradient(arguments, made)) if read.differentiates else options


def measuring_for(command: Command, arguments: Arguments) -> Measuring:
    """How a comparison is to measure.

    Raises:
      UsageError: There is no such backend, the sizes of a sweep are none, a setup has no sweep, or threads can't be
        bound to cores here.
    """
    if command is not COMPARE:
        return Measuring()
    if arguments.is_given("--setup") and not arguments.is_given("--sweep"):
        raise UsageError(
            "`--setup` makes the inputs of each size of a sweep, and no sweep is asked for. "
            "Add `--sweep n=1e2:1e6`, or make the inputs in a cell above."
        )
    given: dict[str, Any] = {
        "backends": _backends(arguments.names("--with")),
        "budget_s": values.seconds(arguments.name("--budget") or ""),
        "loops": values.count(arguments.name("-n") or ""),
        "repeats": values.count(arguments.name("-r") or ""),
        "threads": _threads(arguments.name("--threads")),
        "sizes": _sizes(arguments.name("--sweep")),
        "setup": arguments.name("--setup"),
    }
    return Measuring(**{name: value for name, value in given.items() if value})


def _backends(names: tuple[str, ...]) -> tuple[str, ...]:
    if not names:
        return ()
    from jaxlab.measure.backends import registry

    for name in names:
        if registry.choice(name) is None:
            valid = ", ".join(f"`{known}`" for known in registry.names())
            raise UsageError(f"There is no backend `{name}`. There are {valid}; also `jit-x32` and `jit@cpu:0`.")
    return names


def _sizes(text: str | None) -> Sizes | None:
    if text is None or (found := values.sizes(text)) is None:
        return None
    name, _, given = text.partition("=")
    if iskeyword(name):
        raise UsageError(f"`{name}` is a word of Python's own: no name can be swept. Write `--sweep n={given}`.")
    low_high, listed = given.split(":")[:2], given.split(",")
    for size in low_high if ":" in given else listed:
        if float(size) % 1:
            raise UsageError(f"`{size}` is no whole number, as a size is. Write `--sweep {name}=64,128,256`.")
    if len(found.values) < 2:
        more = f"{found.values[0]},{2 * found.values[0]}"
        raise UsageError(f"`{text}` is one size: a sweep needs two at least. Write `--sweep {name}={more}`.")
    if ":" in given:
        _check_number(name, given, found)
    elif len(found.values) < len(listed):
        once = ",".join(map(str, found.values))
        raise UsageError(f"`{text}` has a size twice. Write each once: `--sweep {name}={once}`.")
    return found


def _check_number(name: str, given: str, found: Sizes) -> None:
    """That the range has as many sizes as it says."""
    low, high, *number = given.split(":")
    if number and int(number[0]) != len(found.values):
        raise UsageError(
            f"From {low} to {high} there are {len(found.values)} sizes in log steps, not {number[0]}: "
            f"{', '.join(map(str, found.values))}. Write `--sweep {name}={low}:{high}:{len(found.values)}`."
        )


def _threads(text: str | None) -> int | None:
    if text is None:
        return None
    from jaxlab.measure.machine import can_bind

    if not can_bind():
        raise UsageError("`--threads` needs Linux: this system does not let a process choose its cores.")
    return values.count(text)


def _gradient(arguments: Arguments, made: GradientNames) -> Gradient:
    into = arguments.name("--into")
    if into is None:
        made.require_free(DEFAULT_TARGET)
    # Whether it may be bound is settled here; were it not the same at every run, a run would compile again.
    return Gradient(wrt=arguments.names("--wrt"), of=arguments.name("--of"), into=into or DEFAULT_TARGET)
