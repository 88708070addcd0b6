"""What a person is told where XLA did not write down what was asked for, and where it does not know an option."""

from collections.abc import Iterable, Iterator

from jaxlab.model.diagnostic import Diagnostic
from jaxlab.model.errors import UsageProblem
from jaxlab.model.options import Options
from jaxlab.stages.dumps import MOST_TEXT
from jaxlab.stages.staging import Staged

_REFUSALS = ("No such compile option", "While setting option")


def dump_findings(programs: Iterable[Staged], options: Options) -> Iterator[Diagnostic]:
    """A finding for each thing that was asked for and is missing."""
    for staged in programs if options.passes or options.code else ():
        if staged.dump is None:
            yield Diagnostic(
                code="JL306",
                message=f"Over {MOST_TEXT // 1_000_000} MB of HLO are too much to show its passes or code.",
                hint="Explore a part of the cell.",
            )
            continue
        if options.passes and staged.dump.passes is None:
            message = "XLA wrote down no passes on this backend."
            yield Diagnostic(code="JL307", message=message, hint="`--device cpu:0` shows those of the CPU.")
        if options.code and not staged.dump.code:
            message = "XLA made no code of its own for this program."
            hint = "It calls library routines alone, or the backend does not give its code."
            yield Diagnostic(code="JL308", message=message, hint=hint)


def refused_option(error: BaseException | None, options: Options) -> UsageProblem | None:
    """The problem if XLA does not take an option that was given; None if the error is another."""
    text = str(error).partition(": ")[2] if options.xla else ""
    if not text.startswith(_REFUSALS):
        return None
    given = next((name for name, _ in options.xla if name in text), options.xla[0][0])
    hint = "XLA's options are those of its DebugOptions, without the dashes: `--xla xla_cpu_enable_fast_math=true`."
    return UsageProblem(Diagnostic(code="JL106", message=f"`--xla {given}`: {text.rstrip('.')}.", hint=hint))
