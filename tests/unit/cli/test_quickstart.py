"""`jaxlab quickstart`: what it copies and what it starts, without starting it."""

import json
import os
from pathlib import Path

import pytest

from jaxlab.cli import notebooks, quickstart
from jaxlab.cli.main import main


@pytest.fixture
def jupyterlab(monkeypatch):
    """JupyterLab as good as installed."""
    monkeypatch.setattr(quickstart.importlib.util, "find_spec", lambda name: name)


class FakeLab:
    """A JupyterLab that is interrupted once before it ends."""

    started: "FakeLab"

    def __init__(self, command: list[str], env: dict[str, str]) -> None:
        FakeLab.started = self
        self.command, self.environment = command, env
        self.interrupts = [KeyboardInterrupt]

    def __enter__(self) -> "FakeLab":
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def wait(self) -> int:
        while self.interrupts:
            raise self.interrupts.pop()
        return 0


def test_copies_the_notebooks(tmp_path):
    copied = notebooks.copy_into(tmp_path / "new" / "folder")
    assert tmp_path / "new" / "folder" / "quickstart.ipynb" in copied


def test_never_writes_over_work(tmp_path):
    (tmp_path / "quickstart.ipynb").write_text("mine")
    assert tmp_path / "quickstart.ipynb" not in notebooks.copy_into(tmp_path)
    assert (tmp_path / "quickstart.ipynb").read_text() == "mine"


def test_a_file_in_the_way(jupyterlab, tmp_path, capsys):
    (tmp_path / "taken").write_text("")
    assert main(["quickstart", str(tmp_path / "taken")]) == 2
    assert capsys.readouterr().err == (
        f"jaxlab: JL532  The notebooks cannot be copied to {tmp_path / 'taken'}: File exists.\n\n"
        "Name another folder: `jaxlab quickstart FOLDER`.\n"
    )


def test_opens_the_quickstart(jupyterlab, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(quickstart.subprocess, "Popen", FakeLab)
    assert main(["quickstart", str(tmp_path)]) == 0
    assert str(tmp_path / "quickstart.ipynb") in FakeLab.started.command
    assert FakeLab.started.environment["JUPYTER_CONFIG_PATH"].split(os.pathsep)[0] == str(
        quickstart.CONFIG_WITHOUT_NEWS
    )
    assert capsys.readouterr().out.startswith(f"Copied to {tmp_path}: quickstart.ipynb")


def test_without_jupyterlab(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(quickstart.importlib.util, "find_spec", lambda name: None)
    assert main(["quickstart", str(tmp_path)]) == 2
    assert 'Type `pip install "jaxlab[lab]"`.' in capsys.readouterr().err


def test_the_notebook_is_stored_without_outputs():
    stored = json.loads((notebooks.folder() / "quickstart.ipynb").read_text())
    assert all(cell.get("outputs", []) == [] for cell in stored["cells"])


@pytest.mark.parametrize("arguments", [[], ["nonsense"]])
def test_an_unknown_command_is_refused(arguments, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert "usage: jaxlab" in capsys.readouterr().err


def test_a_package_without_its_notebooks(jupyterlab, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(notebooks.jaxlab, "__file__", str(tmp_path / "jaxlab" / "__init__.py"))
    assert main(["quickstart", str(tmp_path / "copies")]) == 2
    assert f"JL531  The notebooks of jaxlab are missing beside {tmp_path / 'jaxlab'}." in capsys.readouterr().err
    assert not list(Path(tmp_path, "copies").glob("*"))
