"""Other libraries as rivals: what each makes of a cell, and what is said of those that are not there."""

from importlib.metadata import EntryPoint

import numpy as np
import pytest

from jaxlab import pipeline
from jaxlab.measure.backends import Choice, registry
from jaxlab.measure.backends.transplant import Transplant
from jaxlab.model.measuring import Measuring
from jaxlab.model.timing import ComparisonRow
from tests.unit.measure.notebook import notebook

SETUP = """
from numpy import exp
x = np.linspace(0.0, 1.0, 50)
k = 3
def wave(a):
    return np.sin(a) * exp(-a)
def twice(a):
    return wave(a) + wave(a)
"""
PLUG_IN = """
from jaxlab.measure.backends.libraries import Library, library_backend

def make(subject):
    return library_backend(subject, Library(build=lambda function: function, compiles=False, converts=False))
"""
CELLS = {
    "functions of the notebook": "y = twice(x) * k\ny.sum()",
    "a loop": "total = 0.0\nfor i in range(k):\n    total += (x * i).sum()",
    "a name that a loop binds and reads": "for i in range(k):\n    part = x * i\ntotal = np.sum(part)",
    "a definition": "def half(a):\n    return a / 2\ny = half(x)",
}


def compare(text: str, backend: str, setup: str = SETUP) -> tuple[ComparisonRow, dict]:
    namespace = notebook(setup)
    outcome = pipeline.compare(text, namespace, measuring=Measuring(backends=(backend,), repeats=2))
    return outcome.report.comparison.rows[1], namespace


@pytest.mark.parametrize("text", CELLS.values(), ids=CELLS)
@pytest.mark.parametrize("backend", ["jax", "autograd", "numba", "torch", "tensorflow"])
def test_a_library_runs_the_cell_unmodified(backend, text):
    if backend != "jax":
        pytest.importorskip(backend)
    if backend == "tensorflow":  # its arrays have no `sum` method
        text = text.replace("y.sum()", "np.sum(y)").replace("(x * i).sum()", "np.sum(x * i)")
    row, _ = compare(text, backend)
    assert row.agrees, row.note
    assert row.max_abs_error < 1e-12
    assert row.samples_s


def test_changes_in_place_are_compared():
    pytest.importorskip("numba")
    row, namespace = compare("x[1:] *= 2", "numba")
    assert row.agrees
    np.testing.assert_array_equal(namespace["x"][1:], 2 * np.linspace(0.0, 1.0, 50)[1:])


def test_what_a_library_can_not_do_is_its_row():
    row, _ = compare("x[0] = 5.0", "jax")
    assert row.note.startswith("it raised TypeError: JAX arrays are immutable")
    assert row.samples_s == ()


def test_what_numba_can_not_compile_it_says_itself():
    pytest.importorskip("numba")
    note = compare("y = np.gradient(x)", "numba")[0].note
    assert (
        note
        == "Numba can't compile it: Use of unsupported NumPy function 'numpy.gradient' or unsupported use of the function"
    )


def test_a_cell_that_is_no_function():
    assert compare("y = x + 1\ndel k", "jax")[0].note == "the cell deletes `k`, which a function can't"


def test_a_library_that_is_not_installed(monkeypatch):
    monkeypatch.setitem(registry.OWN, "cupy", "no_such_library.backend:make")
    assert compare("y = x + 1", "cupy")[0].note == ("no_such_library is not installed: `%pip install no_such_library`")


def test_backends_of_other_packages_are_found(monkeypatch):
    entry = EntryPoint("mine", "jaxlab.measure.backends.op_by_op:make", registry.GROUP)
    broken = EntryPoint("broken", "jaxlab.measure.backends.op_by_op:nothing", registry.GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: (entry, broken))
    assert registry.names()[-2:] == ("mine", "broken")
    assert compare("y = x + 1", "mine")[0].agrees
    assert compare("y = x + 1", "broken")[0].note.startswith("its package does not load: AttributeError: ")


def test_an_installed_package_adds_a_backend(tmp_path, monkeypatch):
    (tmp_path / "slowly").mkdir()
    (tmp_path / "slowly" / "__init__.py").write_text(PLUG_IN)
    (tmp_path / "slowly-1.0.dist-info").mkdir()
    (tmp_path / "slowly-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: slowly\nVersion: 1.0\n")
    (tmp_path / "slowly-1.0.dist-info" / "entry_points.txt").write_text("[jaxlab.backends]\nslowly = slowly:make\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert registry.choice("slowly") == Choice(base="slowly")
    row, namespace = compare("y = x + 1\ny.sum()", "slowly")
    assert (row.backend, row.agrees, row.first_call_s) == ("slowly", True, None)
    assert row.samples_s
    assert namespace["y"][0] == 1.0


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("numpy", Choice(base="numpy")),
        ("jit-x32", Choice(base="jit", bits=32)),
        ("jit@gpu:0", Choice(base="jit", device="gpu:0")),
        ("jit-x32@cpu", Choice(base="jit", bits=32, device="cpu")),
        ("jit-x64", None),
        ("numba@gpu:0", None),
        ("jax-x32", None),
        ("jti", None),
    ],
)
def test_names_of_backends(text, choice):
    assert registry.choice(text) == choice
    assert choice is None or choice.name == text


def test_a_device_is_a_row_of_its_own():
    assert compare("y = x + 1", "jit@cpu:0")[0].agrees
    assert compare("y = x + 1", "jit@tpu:7")[0].note.startswith("there is no device")


def test_the_notebooks_functions_stay_what_they_are():
    namespace = notebook(SETUP)
    original = namespace["twice"]
    copied = Transplant("jax.numpy").function(original)
    assert type(copied(namespace["x"])).__module__.startswith("jax")
    assert type(original(namespace["x"])) is np.ndarray


def test_a_function_that_calls_itself_is_copied_once():
    namespace = notebook("def down(n):\n    return n if n < 1 else down(n - 1)")
    copied = Transplant("jax.numpy").function(namespace["down"])
    assert copied.__globals__["down"] is copied
    assert copied(3) == 0
