"""`jaxlab doctor`: what is installed, which devices answer, and what is missing."""

import json
import subprocess
import sys
from argparse import Namespace
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata

from packaging.requirements import Requirement
from packaging.version import Version

# Beside jaxlab's own requirements: what a question about a broken notebook needs to know.
ALSO_OF_INTEREST = ("jaxlib", "jupyterlab", "notebook", "nbconvert")
PROBE_TIMEOUT_S = 120
# In a process of its own: a backend that cannot start, or hangs, must not take the doctor with it.
PROBE = """
import json, jax
print(json.dumps([[f"{d.platform}:{d.id}", d.device_kind] for d in jax.devices()]))
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One line of the doctor's answer.

    Attributes:
      subject: The package or the thing looked at.
      state: What was found, such as a version.
      remedy: What to type; empty if all is well.
    """

    subject: str
    state: str
    remedy: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """What starting JAX in a process of its own gave.

    Attributes:
      devices: Name and kind of each device, such as ("cpu:0", "cpu").
      error: Why JAX did not start; empty if it did.
    """

    devices: tuple[tuple[str, str], ...] = ()
    error: str = ""


def add_to(commands) -> None:
    """Adds the command to the command line's parser."""
    parser = commands.add_parser("doctor", help="report versions, devices and what is missing", description=__doc__)
    parser.set_defaults(command=run)


def run(arguments: Namespace) -> int:
    """Prints the findings; returns 1 if one of them asks for a remedy, else 0."""
    findings = (*examine(_requirements(), _version), *examine_devices(probe()))
    print("\n".join(lines(findings)))
    return int(any(finding.remedy for finding in findings))


def examine(requirements: tuple[Requirement, ...], installed: Callable[[str], str | None]) -> tuple[Finding, ...]:
    """What is installed of what jaxlab needs.

    Args:
      requirements: What jaxlab's metadata ask for.
      installed: Gives a package's version by its name; None if it is not installed.
    """
    needed = {requirement.name: requirement for requirement in requirements}
    known = (_package(requirement, installed(name)) for name, requirement in needed.items())
    further = (Finding(subject=name, state=installed(name) or "not installed") for name in ALSO_OF_INTEREST)
    return (*_this(installed("jaxlab")), *known, *further)


def examine_devices(probe: Probe) -> tuple[Finding, ...]:
    """The devices that JAX sees, or why it sees none."""
    if probe.error:
        remedy = "Reinstall JAX for this machine: https://docs.jax.dev/en/latest/installation.html"
        return (Finding(subject="devices", state=f"JAX does not start: {probe.error}", remedy=remedy),)
    return tuple(Finding(subject=name, state=kind) for name, kind in probe.devices)


def lines(findings: tuple[Finding, ...]) -> list[str]:
    """The findings as a person reads them, remedies after the table."""
    width = max(len(finding.subject) for finding in findings)
    table = [f"{'!' if f.remedy else ' '} {f.subject:{width}}  {f.state}" for f in findings]
    remedies = [f"{f.subject}: {f.remedy}" for f in findings if f.remedy]
    return [*table, "", *(remedies or ["Nothing is missing."])]


def probe(python: str = sys.executable) -> Probe:
    """Starts JAX in a process of its own and asks for its devices."""
    try:
        answer = subprocess.run([python, "-c", PROBE], capture_output=True, text=True, timeout=PROBE_TIMEOUT_S)
    except subprocess.TimeoutExpired:
        return Probe(error=f"no answer within {PROBE_TIMEOUT_S} s")
    if answer.returncode != 0:
        return Probe(error=_last_line(answer.stderr) or f"exit status {answer.returncode}")
    return Probe(devices=tuple((name, kind) for name, kind in json.loads(_last_line(answer.stdout))))


def _this(version: str | None) -> tuple[Finding, ...]:
    python = Finding(subject="python", state=sys.version.split()[0])
    remedy = "" if version else "pip install ."
    return python, Finding(subject="jaxlab", state=version or "not installed", remedy=remedy)


def _package(requirement: Requirement, version: str | None) -> Finding:
    remedy = f'pip install "{requirement.name}{requirement.specifier}"'
    if version is None:
        return Finding(subject=requirement.name, state="not installed", remedy=remedy)
    if not requirement.specifier.contains(Version(version), prereleases=True):
        return Finding(subject=requirement.name, state=f"{version}, needs {requirement.specifier}", remedy=remedy)
    return Finding(subject=requirement.name, state=version)


def _requirements() -> tuple[Requirement, ...]:
    """What jaxlab asks for in this Python; nothing where it runs from a checkout and is not installed."""
    parsed = map(Requirement, metadata.requires("jaxlab") or ()) if _version("jaxlab") else ()
    return tuple(requirement for requirement in parsed if requirement.marker is None)


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _last_line(text: str) -> str:
    return text.strip().rsplit("\n", 1)[-1]
