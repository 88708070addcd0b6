"""`jaxlab verify` on real kernels: what it finds, what it says, how it exits."""

from jaxlab.cli import notebooks
from jaxlab.cli.main import main

LOAD = "%load_ext jaxlab\nimport numpy as np, random, sys"
# True only where the extension is loaded: a difference that no fix in jaxlab takes away.
PLANTED = "loaded = 'jaxlab.magics' in sys.modules"


def test_the_quickstart_means_the_same_without_its_magics(capsys):
    status = main(["verify", str(notebooks.folder() / "quickstart.ipynb")])
    said = capsys.readouterr().out
    assert status == 0, said
    assert "ran with and without magic lines: no difference, in up to " in said


def test_finds_a_planted_difference(notebook, capsys):
    assert main(["verify", str(notebook(LOAD, PLANTED))]) == 1
    assert capsys.readouterr().out == (
        "In [2]  `loaded`: True with the magic, False without\n"
        "2 cells ran with and without magic lines: 1 difference found.\n"
    )


KINDS = {
    "x = np.zeros(2, 'f4' if LOADED else 'f8')": "`x`: float32[2] with the magic, float64[2] without",
    "y = np.zeros(2); z = y if LOADED else y.copy()": "`z`: the same object as `y` with the magic, as `z` without",
    "b = np.zeros(4); v = b[1:] if LOADED else +b[1:]": "`v`: shares memory with `b` with the magic, with `v` without",
    "print('loaded' if LOADED else 'plain')": "the printed output: 'loaded\\n' with the magic, 'plain\\n' without",
    "if LOADED: random.random()": "`random's state`: ",
    "if LOADED: np.random.rand()": "`numpy.random's state`: ",
    "'loaded' if LOADED else 'plain'": "`Out[8]`: 'loaded' with the magic, 'plain' without",
    "if not LOADED: display('plain')": "a display: \"'plain'\" is not shown with the magic",
    "if LOADED: raise ValueError('loaded')": "the exception: ValueError: loaded with the magic, none without",
}


def test_finds_every_kind_of_difference(notebook, capsys):
    planted = [cell.replace("LOADED", "('jaxlab.magics' in sys.modules)") for cell in KINDS]
    assert main(["verify", str(notebook(LOAD, *planted))]) == 1
    said = capsys.readouterr().out
    for number, sentence in enumerate(KINDS.values(), start=2):
        assert f"In [{number}]  {sentence}" in said
    assert f"{len(KINDS)} differences found." in said


def test_a_notebook_that_stops_stops_in_both_runs(notebook, capsys):
    assert main(["verify", str(notebook("x = 1", "1 / 0", "y = 2"))]) == 0
    assert capsys.readouterr().out.endswith("Both runs stop at In [2], which raises.\n")


def test_a_cell_that_may_raise_does_not_stop(notebook, capsys):
    assert main(["verify", str(notebook("1 / 0", "y = 2", may_raise=True))]) == 0
    assert capsys.readouterr().out == "2 cells ran with and without magic lines: no difference, in up to 3 names.\n"


def test_unseeded_random_numbers_are_the_same_in_both_runs(notebook):
    assert main(["verify", str(notebook("import numpy as np, random", "np.random.rand(3), random.random()"))]) == 0


def test_a_gradient_can_be_used_by_later_cells(notebook):
    cells = (LOAD + "\nw = np.ones(3)", "%%grad --wrt w\n(w ** 2).sum()", "w = w - grads")
    assert main(["verify", str(notebook(*cells))]) == 0


def test_a_loop_over_examples_cannot_be_verified(notebook, capsys):
    assert main(["verify", str(notebook("%%vmap --over x\nx + 1"))]) == 2
    assert capsys.readouterr().err == (
        "jaxlab: JL537  A cell under %%vmap means a loop over examples, which its text does not show.\n"
    )


def test_a_cell_that_takes_too_long(notebook, capsys):
    assert main(["verify", str(notebook("import time\ntime.sleep(60)")), "--timeout", "2"]) == 2
    assert capsys.readouterr().err == (
        "jaxlab: JL534  A cell took longer than 2 s: import time\n\nGive it more: `--timeout`.\n"
    )


def test_a_kernel_that_dies(notebook, capsys):
    assert main(["verify", str(notebook("import os\nos._exit(1)")), "--timeout", "60"]) == 2
    assert "JL534  A cell killed the kernel: import os" in capsys.readouterr().err


def test_an_environment_whose_kernels_do_not_start(notebook, tmp_path, monkeypatch, capsys):
    (tmp_path / "ipykernel_launcher.py").write_text("raise SystemExit(1)")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert main(["verify", str(notebook("x = 1"))]) == 2
    said = capsys.readouterr().err
    assert said.startswith("jaxlab: JL538  No kernel starts in this environment: ")
    assert said.endswith("\n\nType `jaxlab doctor`.\n")


def test_a_file_that_is_no_notebook(tmp_path, capsys):
    (tmp_path / "x.ipynb").write_text("{}")
    assert main(["verify", str(tmp_path / "x.ipynb")]) == 2
    assert capsys.readouterr().err == (
        f"jaxlab: JL536  {tmp_path / 'x.ipynb'} cannot be read as a notebook: KeyError: 'cells'.\n\n"
        "Name a Jupyter notebook (`.ipynb`) of format 4.\n"
    )
