"""Which device a cell runs on."""

from contextlib import AbstractContextManager, nullcontext
from typing import Any

import jax

from jaxlab.model.diagnostic import Diagnostic
from jaxlab.model.errors import UsageProblem
from jaxlab.stages.shardings import device_name


def chosen_device(name: str | None) -> Any:
    """The device called `name`, such as "cpu:0" or "gpu"; None for JAX's default.

    Raises:
      UsageProblem: There is no such device.
    """
    if name is None:
        return None
    devices = _all_devices()
    wanted = name if ":" in name else f"{name}:0"
    for device in devices:
        if wanted in (device_name(device), f"{device.device_kind}:{device.id}") or _is_gpu(wanted, device):
            return device
    known = ", ".join(map(device_name, devices))
    raise UsageProblem(
        Diagnostic(code="JL502", message=f"There is no device `{name}`.", hint=f"This machine has: {known}.")
    )


def on_device(device: Any) -> AbstractContextManager[Any]:
    """In this scope, JAX works on `device`."""
    return nullcontext() if device is None else jax.default_device(device)


def used_device(device: Any) -> str:
    """The name of the device that a cell ran on."""
    return device_name(device if device is not None else default_device())


def default_device() -> Any:
    """Where JAX puts what is not put anywhere else."""
    default = getattr(jax.config, "jax_default_device", None)
    return default if hasattr(default, "platform") and hasattr(default, "id") else jax.devices()[0]


def _is_gpu(wanted: str, device: Any) -> bool:
    return device.platform in ("cuda", "rocm") and wanted == f"gpu:{device.id}"


def _all_devices() -> list[Any]:
    found = list(jax.devices())
    if not any(device.platform == "cpu" for device in found):
        found += jax.devices("cpu")
    return found
