"""Runs that nobody is to notice: what they print, warn and log is dropped."""

import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO


@contextmanager
def silence() -> Iterator[None]:
    """In this scope, prints go nowhere, warnings are neither shown nor marked as shown, and nothing is logged."""
    level = logging.root.manager.disable
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        logging.disable(logging.CRITICAL)
        try:
            yield
        finally:
            logging.disable(level)
