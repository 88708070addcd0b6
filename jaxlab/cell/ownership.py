"""Whose code a file, a module or a class is: the user's, which is traced line by line, or a library's."""

import os
import site
import sys
import sysconfig
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
"""Where jaxlab itself lies."""

LIBRARIES = tuple(
    dict.fromkeys(
        path.rstrip(os.sep) + os.sep
        for path in (
            *(sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")),
            *site.getsitepackages(),
            site.getusersitepackages(),
        )
    )
)
"""Where Python and installed packages lie."""

_INSTALLED = tuple(f"{os.sep}{name}{os.sep}" for name in ("site-packages", "dist-packages"))
_FROM_TEXT = "<string>"
_GENERATED = ("<frozen ", _FROM_TEXT, "<__array_function__ ")


@cache
def is_user_file(file: str) -> bool:
    """Whether code compiled under the name `file` is the user's: a cell or a module, no library, not jaxlab."""
    if file.startswith((PACKAGE, *LIBRARIES, *_GENERATED)):
        return False
    return not any(part in file for part in _INSTALLED)


def is_user_module(module: ModuleType) -> bool:
    """Whether a module is the user's own."""
    if module.__name__ == "__main__":
        return True
    file = getattr(module, "__file__", None)
    return file is not None and is_user_file(file)


def is_user_function(function: Any) -> bool:
    """Whether `function` is a Python function whose body stands in the user's code."""
    return isinstance(function, FunctionType) and is_user_file(function.__code__.co_filename)


def is_generated(function: Any) -> bool:
    """Whether `function` was compiled from a text that has no place, as the methods are that `dataclass` writes."""
    return isinstance(function, FunctionType) and function.__code__.co_filename == _FROM_TEXT


def is_ours(function: FunctionType) -> bool:
    """Whether the code of `function` stands in jaxlab itself."""
    return function.__code__.co_filename.startswith(PACKAGE)


def is_user_class(cls: type) -> bool:
    """Whether a class is defined in the user's code."""
    module = sys.modules.get(cls.__module__)
    if module is None:
        return cls.__module__ not in sys.stdlib_module_names
    return is_user_module(module)


def library_of(thing: Any) -> str:
    """The top-level package that a callable or an object comes from; empty if it does not say."""
    name = getattr(thing, "__module__", None) or type(thing).__module__ or ""
    return name.partition(".")[0]
