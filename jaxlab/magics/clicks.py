"""Buttons of panels: what is clicked while the kernel is busy counts once, not as often as it was clicked."""

import time
from collections.abc import Callable
from typing import Any

import ipywidgets

QUEUED_S = 0.05
"""A click that comes so soon after the end of what the one before began was waiting for it; no hand is that fast."""


def act_once(button: ipywidgets.Button, act: Callable[[], None], clock: Callable[[], float] = time.monotonic) -> None:
    """Calls `act` at a click, the button being off meanwhile.

    Args:
      button: The button.
      act: What it is for.
      clock: Seconds, monotonic.
    """
    ended = -QUEUED_S

    def clicked(_: Any) -> None:
        nonlocal ended
        if 0 <= clock() - ended < QUEUED_S:
            return
        button.disabled = True
        try:
            act()
        finally:
            button.disabled = False
            ended = clock()

    button.on_click(clicked)
