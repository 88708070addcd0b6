"""Tab completion of options, names and devices on a magic's line."""

import re
import sys
from collections.abc import Callable, Iterable
from inspect import ismodule
from types import SimpleNamespace
from typing import Any

from IPython.core.error import TryNext
from IPython.core.interactiveshell import InteractiveShell

from jaxlab.magics.commands import COMMANDS, Command, Kind

_HOOK = "complete_command"


class Completion:
    """Completes the lines of the jaxlab magics in one shell."""

    def __init__(self, shell: InteractiveShell) -> None:
        self._shell = shell
        self._before: dict[str, Any] = {}

    def install(self) -> None:
        """Answers for both forms of each magic."""
        dispatch = self._shell.strdispatchers[_HOOK]
        for command in COMMANDS.values():
            for key in (f"%{command.name}", f"%%{command.name}"):
                self._before[key] = dispatch.strs.pop(key, None)
                self._shell.set_hook(_HOOK, _completer(command), str_key=key)

    def uninstall(self) -> None:
        """Takes the answers out, and puts back what was there."""
        dispatch = self._shell.strdispatchers[_HOOK]
        for key, chain in self._before.items():
            dispatch.strs.pop(key, None)
            if chain is not None:
                dispatch.strs[key] = chain
        self._before = {}


def _completer(command: Command) -> Callable[[InteractiveShell, SimpleNamespace], list[str]]:
    def complete(shell: InteractiveShell, event: SimpleNamespace) -> list[str]:
        found = candidates(command, event.text_until_cursor, shell.user_ns)
        if not found:
            raise TryNext
        word = _word(event.text_until_cursor)
        # IPython replaces `event.symbol` alone, which starts after the last colon.
        typed = len(word) - len(event.symbol)
        return [entry[typed:] for entry in found]

    return complete


def candidates(command: Command, text: str, namespace: dict[str, Any]) -> list[str]:
    """What can stand at the end of `text`, the magic's line up to the cursor."""
    word = _word(text)
    before = text.removesuffix(word)
    if _is_in_expression(command, before):
        return []
    return sorted(entry for entry in _offers(command, word, before, namespace) if entry.startswith(word))


def _offers(command: Command, word: str, before: str, namespace: dict[str, Any]) -> Iterable[str]:
    owner = re.search(r"(-\S*?)(?:=|\s+)(?:[\w,]*,\s*)?$", before)
    option = command.option(owner[1]) if owner else None
    if option is None or option.kind is Kind.SWITCH:
        return [option.flag for option in command.options] if word.startswith("-") or not word else []
    if option.kind is Kind.DEVICE:
        return _devices()
    return [] if option.kind is Kind.NAME and option.flag != "--of" else _names(namespace)


def _word(text: str) -> str:
    return re.split(r"[\s,=]", text)[-1]


def _is_in_expression(command: Command, before: str) -> bool:
    """Whether the options are over: a word before the cursor is neither an option nor a value of one."""
    takes_value = False
    for word in re.sub(r"\s*,\s*", ",", before).split()[1:]:
        if word == "--":
            return True
        option = command.option(word.partition("=")[0])
        if option is None and not takes_value:
            return True
        takes_value = option is not None and option.kind is not Kind.SWITCH and "=" not in word
    return False


def _names(namespace: dict[str, Any]) -> list[str]:
    hidden = {"In", "Out", "exit", "quit", "get_ipython", "open"}
    return [
        name
        for name, value in namespace.items()
        if not name.startswith("_") and name not in hidden and not callable(value) and not ismodule(value)
    ]


def _devices() -> list[str]:
    if "jax" not in sys.modules:  # a Tab must not wait for JAX to start
        return []
    from jaxlab.magics.devices import device_names

    return device_names()
