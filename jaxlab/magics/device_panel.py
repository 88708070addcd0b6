"""`%devices --live`: devices, memory and the largest arrays, kept up to date beside whatever the kernel is doing."""

from collections.abc import Callable, Mapping
from threading import Event, Thread
from typing import Any

import ipywidgets

from jaxlab.magics.device_view import device_panel
from jaxlab.magics.devices import survey

REFRESH_S = 1.0


class DevicePanel:
    """A widget and the thread that feeds it. Reading asks JAX for what it knows; nothing is run or waited for.

    The thread ends when the widget is closed, or with Pause.
    """

    def __init__(self, namespace: Mapping[str, Any], *, read: Callable[[], str] | None = None) -> None:
        self._read = read or (lambda: device_panel(survey(namespace)))
        self._page = ipywidgets.HTML()
        self._pause = ipywidgets.ToggleButton(description="Pause", layout=ipywidgets.Layout(width="80px"))
        self._stopped = Event()
        self.widget = ipywidgets.VBox([self._page, self._pause])
        self._pause.observe(self._toggled, names="value")
        self.refresh()
        self._start()

    def refresh(self) -> None:
        """Shows what is there now; sends nothing where nothing changed."""
        page = str(self._read())
        if page != self._page.value:
            self._page.value = page

    def stop(self) -> None:
        """Ends the thread."""
        self._stopped.set()

    def _start(self) -> None:
        self._stopped = Event()
        Thread(target=self._run, args=(self._stopped,), name="jaxlab-devices", daemon=True).start()

    def _run(self, stopped: Event) -> None:
        while not stopped.wait(REFRESH_S) and self.widget.comm is not None:
            self.refresh()

    def _toggled(self, change: Mapping[str, Any]) -> None:
        if change["new"]:
            self.stop()
        else:
            self._start()
