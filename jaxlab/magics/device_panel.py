"""`%devices --live`: devices, memory and the largest arrays, kept up to date beside whatever the kernel is doing."""

import atexit
from collections.abc import Callable, Mapping
from threading import Event, Thread
from typing import Any
from weakref import WeakSet

import ipywidgets

from jaxlab.magics.device_view import device_panel
from jaxlab.magics.devices import survey
from jaxlab.views.markup import element

REFRESH_S = 1.0
_open: "WeakSet[DevicePanel]" = WeakSet()


class DevicePanel:
    """A widget and the thread that feeds it. Reading asks JAX for what it knows; nothing is run or waited for.

    The thread ends with Pause, when the widget is closed, when no page shows it any more, when the extension is
    unloaded, and before the kernel goes. It begins again when Pause is taken back or a page shows the widget again.
    """

    def __init__(self, namespace: Mapping[str, Any], *, read: Callable[[], str] | None = None) -> None:
        self._read = read or (lambda: device_panel(survey(namespace)))
        self._page = ipywidgets.HTML()
        self._pause = ipywidgets.ToggleButton(description="Pause", layout=ipywidgets.Layout(width="80px"))
        self._stopped = Event()
        self._thread: Thread | None = None
        self.widget = ipywidgets.VBox([self._page, self._pause])
        self.widget._view_count = 0  # a figure, and no longer None, asks the page to tell
        self.widget.observe(self._seen, names="_view_count")
        self._pause.observe(self._toggled, names="value")
        self.refresh()
        self._start()
        _open.add(self)

    @property
    def is_running(self) -> bool:
        """Whether the thread is there."""
        return self._thread is not None and self._thread.is_alive()

    def refresh(self) -> None:
        """Shows what is there now, or why that can't be told; sends nothing where nothing changed."""
        try:
            page = str(self._read())
        except Exception as problem:  # a device was lost, or its backend is being replaced
            page = str(element("p", f"{type(problem).__name__}: {problem}"))
        if page != self._page.value:
            self._page.value = page

    def stop(self) -> None:
        """Ends the thread; waits until it has ended, which takes no longer than one look at the devices."""
        self._stopped.set()
        if self._thread is not None:
            self._thread.join()

    def _start(self) -> None:
        if self.is_running and not self._stopped.is_set():
            return
        self._stopped = Event()
        self._thread = Thread(target=self._run, args=(self._stopped,), name="jaxlab-devices", daemon=True)
        self._thread.start()

    def _run(self, stopped: Event) -> None:
        while not stopped.wait(REFRESH_S) and self.widget.comm is not None:
            self.refresh()

    def _toggled(self, change: Mapping[str, Any]) -> None:
        if change["new"]:
            self.stop()
        else:
            self._start()

    def _seen(self, change: Mapping[str, Any]) -> None:
        """No page shows it any more, or one does again; before the first one told, it runs as it may be about to."""
        if not change["new"]:
            self.stop()
        elif not self._pause.value:
            self._start()


@atexit.register
def stop_all() -> None:
    """Ends the threads of all panels: on unloading, and before the process goes, when JAX can't be asked any more."""
    for panel in list(_open):
        panel.stop()
        _open.discard(panel)
