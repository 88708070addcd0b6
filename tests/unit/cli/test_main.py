"""The command line itself."""

from importlib import metadata

import pytest

from jaxlab.cli.main import main


def test_the_version(capsys, monkeypatch):
    monkeypatch.setattr(metadata, "version", {"jaxlab": "1.2.3"}.get)

    with pytest.raises(SystemExit) as ended:
        main(["--version"])

    assert ended.value.code == 0
    assert capsys.readouterr().out == "jaxlab 1.2.3\n"


def test_without_a_command_it_names_them(capsys):
    with pytest.raises(SystemExit) as ended:
        main([])

    assert ended.value.code == 2
    assert "required: {quickstart,doctor,verify}" in capsys.readouterr().err
