"""Tab completion of options, names and devices on a magic's line."""

import re
import sys
from collections.abc import Callable, Mapping
from importlib.metadata import entry_points
from types import BuiltinFunctionType, FunctionType, ModuleType, SimpleNamespace
from typing import Any

from IPython.core import completer
from IPython.core.error import TryNext
from IPython.core.interactiveshell import InteractiveShell

from jaxlab.magics.commands import BACKENDS, COMMANDS, Command, Kind, Option

_HOOK = "complete_command"
_WORDS: dict[str, tuple[str, ...]] = {"devices": ("--live",), "jaxlab": ("diff", "help", "report", "version")}
"""Magics that take a word."""
_NAMES = frozenset({"placement"})
"""Magics that take the name of an array."""
_OPTIONS = "options"
_EXPRESSION = "expression"


class Completion:
    """Completes the lines of the jaxlab magics in one shell."""

    def __init__(self, shell: InteractiveShell) -> None:
        self._shell = shell
        self._before: dict[str, Any] = {}
        self._matcher: Callable[..., Any] | None = None

    def install(self) -> None:
        """Answers for both forms of each magic."""
        if hasattr(completer, "context_matcher"):  # IPython 8.6
            self._matcher = _matcher(self._shell)
            self._shell.Completer.custom_matchers.append(self._matcher)
        dispatch = self._shell.strdispatchers[_HOOK]
        for command in COMMANDS.values():
            for key in (f"%{command.name}", f"%%{command.name}"):
                self._before[key] = dispatch.strs.pop(key, None)
                self._shell.set_hook(_HOOK, _completer(command), str_key=key)

    def uninstall(self) -> None:
        """Takes the answers out, and puts back what was there."""
        if self._matcher is not None:
            self._shell.Completer.custom_matchers.remove(self._matcher)
            self._matcher = None
        dispatch = self._shell.strdispatchers[_HOOK]
        for key, chain in self._before.items():
            dispatch.strs.pop(key, None)
            if chain is not None:
                dispatch.strs[key] = chain
        self._before = {}


def _matcher(shell: InteractiveShell) -> Callable[..., Any]:
    """Answers alone where an option or its value stands: Jedi takes `--` for two signs and offers all of Python."""

    @completer.context_matcher()
    def complete_magic_line(context: Any) -> dict[str, Any]:
        text = context.text_until_cursor
        magic = re.match(r"%%?(\w+)\s", text) if context.cursor_line == 0 else None
        found = _on_line_of(magic[1], text, _user_names(shell)) if magic else []
        completions = [completer.SimpleCompletion(text=entry, type="magic") for entry in found]
        return {"completions": completions, "matched_fragment": _word(text), "ordered": True, "suppress": True}

    return complete_magic_line


def _on_line_of(magic: str, text: str, namespace: Mapping[str, Any]) -> list[str]:
    word = _word(text)
    if magic in COMMANDS:
        command = COMMANDS[magic]
        return candidates(command, text, namespace) if _is_of_options(command, text) else []
    offers = _data_names(namespace) if magic in _NAMES else _WORDS.get(magic, ())
    return sorted(offer for offer in offers if offer.startswith(word))


def _user_names(shell: InteractiveShell) -> dict[str, Any]:
    return {name: value for name, value in shell.user_ns.items() if name not in shell.user_ns_hidden}


def _completer(command: Command) -> Callable[[InteractiveShell, SimpleNamespace], list[str]]:
    def complete(shell: InteractiveShell, event: SimpleNamespace) -> list[str]:
        found = candidates(command, event.text_until_cursor, _user_names(shell))
        if not found:
            raise TryNext
        # IPython replaces `event.symbol` alone, which starts after the last colon or bracket.
        typed = _word(event.text_until_cursor).removesuffix(event.symbol)
        return [entry.removeprefix(typed) for entry in found]

    return complete


def candidates(command: Command, text: str, namespace: Mapping[str, Any]) -> list[str]:
    """What the last word of `text`, a magic's line up to the cursor, can become."""
    word = _word(text)
    if not _is_of_options(command, text):
        return [] if text.startswith("%%") else _in_expression(word, namespace)
    place = _place(command, text.removesuffix(word))
    offers = _flags(command) if place is _OPTIONS else _values(place, namespace)
    return sorted(offer for offer in offers if offer.startswith(word))


def _is_of_options(command: Command, text: str) -> bool:
    """Whether the last word of `text` is an option or the value of one, and no code."""
    word = _word(text)
    place = _place(command, text.removesuffix(word))
    return place is not _EXPRESSION and not (place is _OPTIONS and word and not word.startswith("-"))


def _place(command: Command, before: str) -> Any:
    """The option whose value comes next, or `_OPTIONS` where one can stand, or `_EXPRESSION` where they are over."""
    owner: Any = _OPTIONS
    for token in filter(None, re.split(r"[\s=]+", re.sub(r"\s*,\s*", ",", before))[1:]):
        if owner is not _OPTIONS:
            owner = owner if token.endswith(",") else _OPTIONS
            continue
        option = command.option(token)
        if option is None:
            return _EXPRESSION
        owner = _OPTIONS if option.kind is Kind.SWITCH else option
    return owner


def _word(text: str) -> str:
    return re.split(r"[\s,=]", text)[-1]


def _flags(command: Command) -> list[str]:
    return [option.flag for option in command.options]


def _values(option: Option, namespace: Mapping[str, Any]) -> list[str]:
    if option.kind is Kind.DEVICE:
        return _devices()
    if option.kind is Kind.BACKENDS:
        return _backends()
    return _data_names(namespace) if option.names_data else []


def _in_expression(word: str, namespace: Mapping[str, Any]) -> list[str]:
    # Attributes are left to IPython, which knows how; a bare name behind options it does not see as Python.
    start = re.search(r"(?<![\w.])[^\W\d]\w*$", word)
    if start is None:
        return []
    return sorted(word[: start.start()] + name for name in namespace if name.startswith(start[0]))


def _data_names(namespace: Mapping[str, Any]) -> list[str]:
    code = (BuiltinFunctionType, FunctionType, ModuleType, type)
    return [name for name, value in namespace.items() if not name.startswith("_") and not isinstance(value, code)]


def _devices() -> list[str]:
    if "jax" not in sys.modules:  # a Tab must not wait for JAX to start
        return []
    from jaxlab.magics.devices import device_names

    return device_names()


def _backends() -> list[str]:
    return [*BACKENDS, "jit-x32", *(entry.name for entry in entry_points(group="jaxlab.backends"))]
