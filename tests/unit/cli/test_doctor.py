"""`jaxlab doctor`: findings from given versions and devices."""

import sys

import pytest
from packaging.requirements import Requirement

from jaxlab.cli.doctor import Finding, Probe, examine, examine_devices, lines, probe
from jaxlab.cli.main import main


def finding(requirement: str, version: str | None) -> Finding:
    found = examine((Requirement(requirement),), {Requirement(requirement).name: version}.get)
    return next(entry for entry in found if entry.subject == Requirement(requirement).name)


def test_a_package_that_will_do():
    assert finding("jax>=0.7.2", "0.10.2") == Finding(subject="jax", state="0.10.2")


def test_a_package_that_is_too_old():
    expected = Finding(subject="jax", state="0.6.0, needs >=0.7.2", remedy='pip install "jax>=0.7.2"')
    assert finding("jax>=0.7.2", "0.6.0") == expected


def test_a_package_that_is_missing():
    expected = Finding(subject="jax", state="not installed", remedy='pip install "jax>=0.7.2"')
    assert finding("jax>=0.7.2", None) == expected


def test_devices():
    found = examine_devices(Probe(devices=(("cpu:0", "cpu"), ("cpu:1", "cpu"))))
    assert found == (Finding(subject="cpu:0", state="cpu"), Finding(subject="cpu:1", state="cpu"))


def test_jax_that_does_not_start():
    (found,) = examine_devices(Probe(error="ImportError: no jaxlib"))
    assert found.state == "JAX does not start: ImportError: no jaxlib"
    assert found.remedy.startswith("Reinstall JAX")


def test_a_remedy_stands_below_the_table():
    table = lines((Finding(subject="python", state="3.11"), Finding(subject="jax", state="gone", remedy="get it")))
    assert table == ["  python  3.11", "! jax     gone", "", "jax: get it"]


def test_jax_in_a_process_of_its_own():
    assert [name for name, kind in probe().devices] == ["cpu:0"]


def test_a_python_without_jax(tmp_path):
    # -S hides site-packages.
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nunset PYTHONPATH\nexec "{sys.executable}" -S "$@"\n')
    python.chmod(0o755)
    assert probe(str(python)).error == "ModuleNotFoundError: No module named 'jax'"


@pytest.mark.parametrize("remedy", ["", "pip install it"])
def test_exit_status(monkeypatch, capsys, remedy):
    from jaxlab.cli import doctor

    monkeypatch.setattr(doctor, "examine", lambda *_: (Finding(subject="jax", state="x", remedy=remedy),))
    monkeypatch.setattr(doctor, "probe", Probe)
    assert main(["doctor"]) == int(bool(remedy))
