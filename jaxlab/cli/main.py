"""Parses the command line and calls the command."""

import argparse
import sys
from collections.abc import Sequence
from importlib import metadata
from typing import Any

from jaxlab.cli import doctor, quickstart, verify
from jaxlab.model.errors import JaxlabError

COMMANDS = (quickstart, doctor, verify)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command.

    Args:
      arguments: What follows `jaxlab` on the command line; by default the process's own.

    Returns:
      The exit status: 0 when all is well, 1 when the command found something wrong, 2 when it cannot be run like this,
      130 when it was interrupted.
    """
    parsed = parser().parse_args(arguments)
    try:
        return parsed.command(parsed)
    except JaxlabError as error:
        print(f"jaxlab: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line; each command adds its own."""
    top = argparse.ArgumentParser(
        prog="jaxlab",
        description="A Jupyter extension and profiler for JAX. (Not jaxlib, which is JAX's compiled half.)",
    )
    top.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    commands = top.add_subparsers(required=True)
    for command in COMMANDS:
        command.add_to(commands)
    return top


class _Version(argparse.Action):
    """Shows the version. Read when asked for: from a checkout that is not installed there is none."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        print(f"jaxlab {metadata.version('jaxlab')}")
        parser.exit()
