"""The command `jaxlab`: quickstart, doctor, verify."""

from jaxlab.cli.main import main

__all__ = ["main"]
