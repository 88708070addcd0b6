"""One use of a magic, parsed: the code, what to do with it, and what to do with the report."""

from dataclasses import dataclass, replace

from jaxlab.magics.arguments import Arguments
from jaxlab.magics.cells import Code
from jaxlab.magics.commands import GRAD, Command
from jaxlab.magics.config import JaxLab
from jaxlab.magics.gradients import DEFAULT_TARGET, GradientNames
from jaxlab.model.options import Gradient, Options


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What a person asked for.

    Attributes:
      code: The code and its place.
      options: For the run.
      report_name: Name to bind the report to; None for none.
      quiet: Whether no summary shows.
      hides_value: Whether a `;` hides the value.
    """

    code: Code
    options: Options
    report_name: str | None = None
    quiet: bool = False
    hides_value: bool = False


def options_for(command: Command, arguments: Arguments, settings: JaxLab, made: GradientNames) -> Options:
    """The options of a run: what was given, then what the settings say.

    Raises:
      UsageProblem: JL104, the gradient would overwrite a name of the user's.
    """
    options = Options(
        magic=command.name,
        strict=arguments.is_given("--strict") or (settings.strict and command.option("--strict") is not None),
        static=arguments.names("--static"),
        traced=arguments.names("--traced"),
        x32=arguments.is_given("--x32"),
        device=arguments.name("--device"),
        check=arguments.is_given("--check"),
        compile_budget_s=settings.compile_budget_s,
    )
    return replace(options, gradient=_gradient(arguments, made)) if command is GRAD else options


def _gradient(arguments: Arguments, made: GradientNames) -> Gradient:
    into = arguments.name("--into")
    if into is None:
        made.require_free(DEFAULT_TARGET)
    # Whether it may be bound is settled here; were it not the same at every run, a run would compile again.
    return Gradient(
        wrt=arguments.names("--wrt"), of=arguments.name("--of"), into=into or DEFAULT_TARGET, may_overwrite=True
    )
