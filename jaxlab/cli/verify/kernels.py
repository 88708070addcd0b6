"""A real kernel, driven cell by cell."""

import os
import pickle
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty
from subprocess import DEVNULL
from time import monotonic
from types import TracebackType
from typing import Any

from jaxlab.cli.verify.snapshot import Leaf, Snapshot
from jaxlab.model.diagnostic import Diagnostic
from jaxlab.model.errors import EnvironmentProblem

SNAPSHOT_MODULE = "__import__('jaxlab.cli.verify.snapshot', fromlist=['snapshot'])"
# For what we do in the kernel ourselves: start it, import JAX, describe the namespace.
OWN_TIMEOUT_S = 120.0
ALIVE_EVERY_S = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class CellRun:
    """What running one cell did.

    Attributes:
      printed: What it wrote to the standard output.
      displays: The plain text of everything it displayed, in order, its result apart.
      error: Type and message of the exception it raised; None if it raised none.
      snapshot: The namespace after it.
    """

    printed: str = ""
    displays: tuple[str, ...] = ()
    error: tuple[str, str] | None = None
    snapshot: Snapshot = field(default_factory=dict)


class Kernel:
    """An IPython kernel of this environment, with seeded random streams.

    A context manager: the kernel lives inside the `with`.
    """

    def __init__(self, folder: Path, timeout_s: float) -> None:
        """Prepares a kernel that starts in `folder` and has `timeout_s` seconds for a cell."""
        from jupyter_client.kernelspec import KernelSpecManager
        from jupyter_client.manager import KernelManager

        # No folder of kernel specs: another "python3" on this machine could be another environment.
        self._manager = KernelManager(kernel_spec_manager=KernelSpecManager(kernel_dirs=[]))
        self._folder = folder
        self._timeout_s = timeout_s
        self._scratch = tempfile.TemporaryDirectory(prefix="jaxlab-")

    def __enter__(self) -> "Kernel":
        # One hash seed: sets print in one order in both kernels.
        environment = os.environ | {"PYTHONHASHSEED": "0"}
        # What the kernel's process itself writes is start-up chatter; what cells write comes as messages.
        self._manager.start_kernel(cwd=str(self._folder), env=environment, stdout=DEVNULL, stderr=DEVNULL)
        self._client: Any = self._manager.client()
        self._client.start_channels()
        try:
            self._client.wait_for_ready(timeout=OWN_TIMEOUT_S)
            self._call("seed()")
        except RuntimeError as error:
            self.close()
            message = f"No kernel starts in this environment: {error}."
            raise EnvironmentProblem(Diagnostic(code="JL538", message=message, hint="Type `jaxlab doctor`.")) from error
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Ends the kernel."""
        self._client.stop_channels()
        self._manager.shutdown_kernel(now=True)
        self._scratch.cleanup()

    def run(self, source: str) -> CellRun:
        """Runs a cell and takes a snapshot of the namespace after it.

        Raises:
          EnvironmentProblem: It took longer than the kernel's timeout, or the kernel died (JL534).
        """
        messages: list[dict[str, Any]] = []
        self._execute(source, messages, self._timeout_s)
        streams = [m["content"] for m in messages if m["msg_type"] == "stream"]
        errors = [m["content"] for m in messages if m["msg_type"] == "error"]
        shown = [m["content"]["data"] for m in messages if m["msg_type"] == "display_data"]
        return CellRun(
            printed="".join(stream["text"] for stream in streams if stream["name"] == "stdout"),
            displays=tuple(data.get("text/plain", "") for data in shown),
            error=(errors[-1]["ename"], errors[-1]["evalue"]) if errors else None,
            snapshot=self._snapshot(),
        )

    def hand_over(self, names: Iterable[str], other: "Kernel") -> None:
        """Binds `names` of this kernel in the other, as copies.

        Raises:
          EnvironmentProblem: One of them cannot be copied (JL535).
        """
        path = self._file("names")
        self._call(f"hand_over(get_ipython(), {list(names)!r}, {path!r})")
        other._call(f"receive(get_ipython(), {path!r})")

    def _snapshot(self) -> dict[str, Leaf]:
        path = self._file("snapshot")
        self._call(f"take(get_ipython(), {path!r})")
        with open(path, "rb") as file:
            return pickle.load(file)

    def _call(self, call: str) -> None:
        """Calls a function of the snapshot module, leaving no trace in the namespace or the history."""
        reply = self._execute(
            "", [], OWN_TIMEOUT_S, silent=True, user_expressions={"call": f"{SNAPSHOT_MODULE}.{call}"}
        )
        outcome = reply["content"]["user_expressions"]["call"]
        if outcome["status"] != "ok":
            message = f"The namespace cannot be read: {outcome['ename']}: {outcome['evalue']}"
            raise EnvironmentProblem(Diagnostic(code="JL535", message=message))

    def _execute(self, source: str, messages: list[dict[str, Any]], timeout_s: float, **how: Any) -> dict[str, Any]:
        """Runs `source`, appends what it sends to `messages`, and returns the kernel's reply."""
        request = self._client.execute(source, allow_stdin=False, **how)
        deadline = monotonic() + timeout_s
        while True:
            message = self._next(self._client.get_iopub_msg, request, source, deadline)
            if message["content"].get("execution_state") == "idle":
                return self._next(self._client.get_shell_msg, request, source, deadline)
            messages.append(message)

    def _next(self, get: Callable[..., dict[str, Any]], request: str, source: str, deadline: float) -> dict[str, Any]:
        """The next message that answers `request`."""
        while monotonic() < deadline:
            try:
                message = get(timeout=ALIVE_EVERY_S)
            except Empty:
                if not self._manager.is_alive():
                    raise EnvironmentProblem(_stopped("killed the kernel", source)) from None
                continue
            if message["parent_header"].get("msg_id") == request:
                return message
        raise EnvironmentProblem(
            _stopped(f"took longer than {self._timeout_s:g} s", source, "Give it more: `--timeout`.")
        )

    def _file(self, name: str) -> str:
        return str(Path(self._scratch.name) / name)


def _stopped(what: str, source: str, hint: str = "") -> Diagnostic:
    first_line = source.strip().split("\n", 1)[0]
    return Diagnostic(code="JL534", message=f"A cell {what}: {first_line}", hint=hint)
