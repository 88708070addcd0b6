"""The promise on whole notebooks, written as people write them: no cell differs when its magic line is deleted.

Two run with the usual tests, the rest with the long command.
"""

from pathlib import Path

import pytest

from jaxlab.cli.main import main

FOLDER = Path(__file__).parents[1] / "notebooks"
QUICK = {"image_filters", "option_pricing"}
NOTEBOOKS = [
    pytest.param(path, id=path.stem, marks=[] if path.stem in QUICK else [pytest.mark.long])
    for path in sorted(FOLDER.glob("*.ipynb"))
]


def test_the_notebooks_are_here():
    assert {path.stem for path in FOLDER.glob("*.ipynb")} > QUICK


@pytest.mark.parametrize("path", NOTEBOOKS)
def test_no_cell_differs(path, capsys):
    status = main(["verify", str(path)])
    said = capsys.readouterr().out
    assert status == 0, said
    assert said.startswith("15 cells ran with and without magic lines: no difference, in up to ")
    assert "stop" not in said
