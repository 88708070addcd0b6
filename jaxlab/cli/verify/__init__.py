"""`jaxlab verify`: runs a notebook with and without its magic lines and compares every name after each cell."""

from argparse import Namespace
from pathlib import Path

from jaxlab.cli.verify.differences import Tolerance
from jaxlab.cli.verify.lockstep import Verdict
from jaxlab.cli.verify.lockstep import run as run_in_lockstep
from jaxlab.cli.verify.plain import NoPlainFormError
from jaxlab.model.diagnostic import Diagnostic
from jaxlab.model.errors import UsageProblem

CELL_TIMEOUT_S = 600.0


def add_to(commands) -> None:
    """Adds the command to the command line's parser."""
    parser = commands.add_parser(
        "verify", help="check that a notebook means the same without its magics", description=__doc__
    )
    parser.add_argument("notebook", type=Path, help="a Jupyter notebook; it is run, and not written to")
    parser.add_argument(
        "--tolerance",
        metavar="EPSILONS",
        type=float,
        default=Tolerance().epsilons,
        help="how far apart floats may be, in machine epsilons of their dtype (default: %(default)g)",
    )
    parser.add_argument(
        "--timeout", metavar="SECONDS", type=float, default=CELL_TIMEOUT_S, help="for one cell (default: %(default)g)"
    )
    parser.set_defaults(command=run)


def run(arguments: Namespace) -> int:
    """Prints the differences as they are found, then a sentence; returns 1 if there is one, else 0.

    Raises:
      EnvironmentProblem: A kernel died, or a cell took too long (JL534); a namespace cannot be read (JL535); no kernel
        starts (JL538).
      UsageProblem: The file is not a notebook (JL536), or a cell has no plain form (JL537).
    """
    verdicts: list[Verdict] = []
    tolerance = Tolerance(epsilons=arguments.tolerance)
    try:
        for verdict in run_in_lockstep(arguments.notebook, tolerance, arguments.timeout):
            verdicts.append(verdict)
            print("".join(f"In [{verdict.cell.number}]  {text}\n" for text in verdict.differences), end="", flush=True)
    except NoPlainFormError as error:
        message = f"A cell under {error} means a loop over examples, which its text does not show."
        raise UsageProblem(Diagnostic(code="JL537", message=message)) from error
    print(conclusion(verdicts))
    return int(any(verdict.differences for verdict in verdicts))


def conclusion(verdicts: list[Verdict]) -> str:
    """The last sentence."""
    count = sum(len(verdict.differences) for verdict in verdicts)
    names = max((verdict.names for verdict in verdicts), default=0)
    ran = f"{_counted(len(verdicts), 'cell')} ran with and without magic lines"
    found = f"{_counted(count, 'difference')} found" if count else f"no difference, in up to {_counted(names, 'name')}"
    stops = (f" Both runs stop at In [{v.cell.number}], which raises." for v in verdicts if v.stopped)
    return f"{ran}: {found}.{''.join(stops)}"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
