"""The cell's value, its names and its summary, as a person sees them."""

import numpy as np
import pytest


def test_the_last_expression_is_the_cells_value(cell, shell):
    cell("a = np.ones(3)")
    shown = cell("%%jit\nb = a + 1\nb.sum()")
    assert shown.value == 6.0
    assert type(shown.value) is np.float64
    assert shell.user_ns["Out"][shown.result.execution_count] == 6.0
    assert shell.user_ns["_"] == 6.0
    np.testing.assert_array_equal(shell.user_ns["b"], [2.0, 2.0, 2.0])


@pytest.mark.parametrize("ending", [";", " ;  ", ";  # quiet", ";\n# and a comment below\n\n"])
def test_a_semicolon_hides_the_value_as_in_a_plain_cell(cell, shell, ending):
    cell("a = np.ones(3)")
    shown = cell(f"%%jit\na.sum(){ending}")
    assert shown.value is None
    assert shown.result.execution_count not in shell.user_ns["Out"]


def test_a_semicolon_in_a_comment_or_a_string_hides_nothing(cell):
    assert cell("%%jit\n'a;'  # b;").value == "a;"


def test_a_cell_that_ends_in_a_statement_shows_no_value(cell):
    shown = cell("a = np.ones(3)\n")
    shown = cell("%%jit\na.sum()\nb = a * 2")
    assert shown.value is None


def test_the_summary_is_one_line_in_text_and_html_above_the_value(cell):
    cell("a = np.ones(3)")
    shown = cell("%%jit\na.sum()")
    (bundle,) = shown.bundles
    assert set(bundle) == {"text/plain", "text/html"}
    assert bundle["text/plain"].startswith("jit ")
    assert "\n" not in bundle["text/plain"]


def test_quiet_hides_the_summary_and_not_the_value(cell):
    cell("a = np.ones(3)")
    shown = cell("%%jit -q\na.sum()")
    assert shown.bundles == ()
    assert shown.value == 3.0


def test_the_report_is_bound_to_the_name_asked_for(cell, shell):
    import jaxlab

    cell("a = np.ones(3)")
    cell("%%jit -o report\na.sum()")
    report = shell.user_ns["report"]
    assert report.magic == "jit"
    assert report.source.text.splitlines() == ["%%jit -o report", "a.sum()"]
    assert jaxlab.last_report() is report


@pytest.mark.parametrize("source", ["%%jit -o report\na.sum()", "report = None\n%jit -o report a.sum()"])
def test_a_cell_that_runs_again_is_not_compiled_again(cell, shell, source):
    cell("a = np.ones(3)")
    cell(source)
    assert not shell.user_ns["report"].reused
    cell(source)
    assert shell.user_ns["report"].reused


@pytest.mark.parametrize("outer", ["%%time", "%%capture", "%%capture\n%%time"])
def test_the_lines_of_magics_above_count(cell, shell, outer):
    cell("a = np.ones(3)")
    source = f"{outer}\n%%jit -o report\nb = a + 1\nb.sum()"
    cell(source)
    assert shell.user_ns["report"].source.text.rstrip() == source


def test_the_line_form_takes_its_expression_verbatim(cell):
    cell("x = np.ones(2)")
    assert cell("%jit 'a  b'").value == "a  b"
    np.testing.assert_array_equal(cell("%jit -x + 1").value, [0.0, 0.0])
    np.testing.assert_array_equal(cell("%jit -q -x + 1").value, [0.0, 0.0])
    assert cell("%jit f'{1 + 1}$HOME'").value == "2$HOME"


def test_the_line_form_gives_its_value_to_a_name(cell, shell):
    cell("x = np.ones(2)\ny = %jit x.sum();\nz = %jit -q x.sum() + 1")
    assert shell.user_ns["y"] == 2.0
    assert shell.user_ns["z"] == 3.0
    assert cell("%jit x.sum();").value is None


def test_a_name_of_the_users_own_goes_before_the_magic(cell):
    cell("import jax\njit = jax.jit\ngrad = jax.grad")
    assert cell("jit(lambda x: x + 1)(2)").value == 3
    assert cell("grad(lambda x: x * x)(2.0)").value == 4.0
    assert cell("%%jit\n1 + 1").value == 2


def test_explore_runs_nothing_and_shows_the_report_opened(cell, shell):
    cell("a = np.ones(3)\nhits = []")
    shown = cell("%%explore -o report\nb = a * 2\nb.sum()")
    assert shown.value is None
    assert "b" not in shell.user_ns
    assert shell.user_ns["report"].run_s is None
    assert "b.sum()" in shown.bundles[0]["text/plain"]


def test_compare_runs_the_cell_once_for_its_results(cell, shell):
    cell("a = np.ones(3)\nn = 0")
    shown = cell("%%compare -o report\nn = n + 1\n(a * 2).sum()")
    assert shown.value == 6.0
    assert shell.user_ns["n"] == 1
    assert [row.backend for row in shell.user_ns["report"].comparison.rows] == ["numpy", "jit"]


@pytest.mark.parametrize("magic", ["jit", "grad", "explore", "compare -r 5 --budget 50ms"])
def test_jax_takes_arrays_of_the_notebook_afterwards_as_it_did_before(cell, shell, magic):
    cell("import jax.numpy as jnp\nx = np.arange(6.0)\ni = np.arange(3)\nm = np.ones((2, 3)).T")
    cell(f"%%{magic}\n(x * 2).sum() + m.sum() * i[0]")
    shown = cell("[str(jnp.asarray(one).dtype) for one in (x, i, m)], jnp.sin(x).dtype == 'float32'")
    assert shown.error is None
    assert shown.value == (["float32", "int32", "float32"], True)


def test_a_helper_compiles_that_stands_below_the_import_it_uses(cell):
    import jaxlab

    cell(
        "import numpy as np\nimport jax.numpy as jnp\ndef smooth(x):\n    return jnp.sum(np.tanh(x) * 2)\nx = np.ones(3)"
    )
    cell("%%jit\ny = smooth(x)")
    assert jaxlab.last_report().breaks == ()
