"""Runs that nobody is to notice: what they print, warn and log does not show."""

import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO


@contextmanager
def silence() -> Iterator[StringIO]:
    """In this scope, prints go into what it gives, nothing is logged, and warnings do not show, nor count as shown."""
    printed, level = StringIO(), logging.root.manager.disable
    with redirect_stdout(printed), redirect_stderr(StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        logging.disable(logging.CRITICAL)
        try:
            yield printed
        finally:
            logging.disable(level)
