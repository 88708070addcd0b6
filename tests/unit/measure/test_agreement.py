"""Whether two runs left the same, and what is said where they did not."""

import pytest

from jaxlab.measure.agreement import After, Agreement, Difference, agreement
from jaxlab.measure.checkpoint import Checkpoint
from jaxlab.measure.reach import reach
from jaxlab.measure.rules import STRICT, Rules
from tests.unit.measure.notebook import cell, notebook, run

SETUP = "x = np.arange(4.0)\nitems = [1]\nparams = {'w': np.ones(2)}\nk = 0"
DECIMAL = "import decimal; y = decimal.Decimal"
DATE = "import datetime; y = datetime.date(2024, 1"


def compared(baseline: str, other: str, setup: str = SETUP, rules: Rules = STRICT) -> Agreement:
    """What two cells left that ran from the same state."""
    namespace = notebook(setup)
    held = {}
    for text in (baseline, other):
        held |= {(id(one.owner), type(one.holder)): one for one in reach(cell(text), namespace).held}
    before = Checkpoint.take(tuple(held.values()))
    left = []
    for text in (baseline, other):
        before.restore()
        value = run(cell(text), namespace)
        left.append(After(Checkpoint.take(before.held), value))
    return agreement(before, *left, rules, cell(baseline))


def said(baseline: str, other: str, setup: str = SETUP) -> list[str]:
    return [f"{difference.label} {difference.reason}" for difference in compared(baseline, other, setup).differences]


def test_equal_runs_agree_exactly():
    found = compared("y = x + 1\nx[0] = 5\nitems.append(y)\ny", "y = x + 1\nx[0] = 5\nitems.append(y)\ny")
    assert found.agrees
    assert found.max_abs_error == 0.0
    assert found.compared == 4  # `y`, `x`, `items` and the cell's value
    assert found.tolerance == 1e-6


@pytest.mark.parametrize(
    ("baseline", "other", "reason"),
    [
        ("y = x * 2", "y = x * 2.001", "y differs by up to 3.0e-03 in 3 of 4 places"),
        ("y = x.sum()", "y = x.sum() + 1", "y is 7.0, not 6.0"),
        ("y = 1.5", "y = 1.25", "y is 1.25, not 1.5"),
        ("y = x", "y = x.copy()", "y is another object"),
        ("y = x + 1", "y = (x + 1).astype('f4')", "y is float32[4], not float64[4]"),
        ("y = x + 1", "y = (x + 1)[1:]", "y is float64[3], not float64[4]"),
        ("y = x.sum()", "y = float(x.sum())", "y is a float, not a float64"),
        ("y = np.arange(3)", "y = np.arange(3) + (np.arange(3) > 1)", "y has other values in 1 of 3 places"),
        ("y = 3", "y = 4", "y is 4, not 3"),
        ("y = 1", "y = True", "y is a bool, not an int"),
        ("y = [1, 2]", "y = [1]", "y has 1 elements, not 2"),
        ("y = [x + 1, 0]", "y = [x + 2, 0]", "y[0] differs by up to 1.0e+00 in 4 of 4 places"),
        ("y = {'a': 1, 'b': 2}", "y = {'b': 2, 'a': 1}", "y has its keys in another order"),
        ("y = {1}", "y = {2}", "y has other elements"),
        ("y = 1", "z = 1", "y is missing"),
        ("x[1] = 7", "x[2] = 7", "x differs by up to 6.0e+00 in 2 of 4 places"),
        ("params['w'][:] = 0", "params['w'] = np.zeros(2)", "params['w'] is another object"),
        ("items.append(2)", "items", "items has 1 elements, not 2"),
        ("np.random.rand()", "0.0", "numpy.random's state is at another place"),
        ("x.sum()", "x.mean()", "its value is 1.5, not 6.0"),
        (f"{DECIMAL}(1) / 2", f"{DECIMAL}(1) / 4", "y is 0.25, not 0.5"),
        (f"{DATE}, 1)", f"{DATE}, 2)", "y is 2024-01-02, not 2024-01-01"),
        (
            "y = np.ma.array(x, mask=x > 1)",
            "y = np.ma.array(x, mask=x > 2)",
            "y.mask has other values in 1 of 4 places",
        ),
        (
            "y = np.ma.array(x, mask=x > 1)",
            "y = np.ma.array(x + 1, mask=x > 1)",
            "y differs by up to 1.0e+00 in 2 of 4 places",
        ),
        (
            "y = items.append",
            "y = items.pop",
            "y is <built-in method pop of list object a..., not <built-in method append of list objec...",
        ),
        ("y = (lambda a: lambda: a)(1)", "y = (lambda a: lambda: a)(2)", "y: a is 2, not 1"),
        ("y = lambda a=1: a", "y = lambda a=2: a", "y's defaults[0] is 2, not 1"),
        ("y = np.array([np.nan, 1])", "y = np.array([1, np.nan])", "y is NaN or infinite in other places: 2 of 2"),
    ],
)
def test_a_difference_is_named(baseline, other, reason):
    assert said(baseline, other)[0] == reason


@pytest.mark.parametrize(
    ("baseline", "other"),
    [
        ("y = x", "y = x"),
        ("y = x / 3", "y = x * (1 / 3)"),
        ("y = np.array([np.nan, np.inf])", "y = np.array([np.nan, np.inf])"),
        ("v = x[1:]\nv[:] = 0", "x[1:] = 0\nv = x[1:]"),
        ("y = x.astype('f4') * 1", "y = x.astype('f4') * np.float32(1.00001)"),
        ("y = x - x", "y = x - x + 1e-14"),
        ("def f(a):\n    return a", "def f(a):\n    return a"),
        ("class C:\n    pass\ny = C()\ny.a = 1", "class C:\n    pass\ny = C()\ny.a = 1"),
        ("y = []\ny.append(y)", "y = []\ny.append(y)"),
        (f"{DECIMAL}(1) / 3", f"{DECIMAL}(1) / 3"),
        ("y = lambda a: a + k", "y = lambda a: a + k"),
        ("y = items.append", "y = items.append"),
        ("y = np.ma.array(x, mask=x > 1)", "y = np.ma.array(np.where(x > 1, 9, x), mask=x > 1)"),
    ],
)
def test_results_within_rounding_agree(baseline, other):
    assert compared(baseline, other).differences == ()


def test_the_error_is_the_largest_difference_of_all_numbers():
    found = compared("y = x * 1.0\nz = x * 1.0", "y = x * (1 + 1e-9)\nz = x * (1 - 2e-9)")
    assert found.agrees
    assert found.max_abs_error == pytest.approx(6e-9)


def test_a_small_number_is_not_taken_for_zero_where_all_are_small():
    assert not compared("y = x * 2", "y = x * 3", "x = np.full(3, 6.6e-34)").agrees


@pytest.mark.parametrize(
    ("baseline", "other", "setup"),
    [
        ("y = x * 2", "y = x * 3", "x = np.ones(3)\nsecret = np.full(3, 1e20)"),
        ("big = np.full(3, 1e20); y = np.array([1.0, 2.0])", "big = np.full(3, 1e20); y = np.array([5.0, 9.0])", ""),
        ("y = x * 2; x = np.full(3, 1e20)", "y = x * 3; x = np.full(3, 1e20)", SETUP),
        ("y, big = x * 2, np.full(3, 1e20)", "y, big = x * 3, np.full(3, 1e20)", SETUP),
        (
            "with np.errstate():\n    big = np.full(3, 1e20)\n    y = x * 2",
            "with np.errstate():\n    big = np.full(3, 1e20)\n    y = x * 3",
            SETUP,
        ),
        ("y = x * 2; print(big, y)", "y = x * 3; print(big, y)", SETUP + "\nbig = 1e20"),
    ],
)
def test_numbers_that_a_result_was_not_computed_from_excuse_no_error(baseline, other, setup, capsys):
    assert said(baseline, other, setup)[0].startswith("y differs by up to ")


@pytest.mark.parametrize(
    ("baseline", "other"),
    [
        ("y = (x - x.mean()).sum()", "y = (x - x.mean()).sum() + 1e-8"),
        ("z = x * 2\ny = z - z", "z = x * 2\ny = z - z + 1e-8"),
        ("for k in range(2):\n    y = f(0.0) - f(0.0)", "for k in range(2):\n    y = f(0.0) - f(0.0) + 1e-8"),
        ("y = params['w'] - 1e6", "y = params['w'] - 1e6 + 1e-8"),
        ("items.append(x[0] - 1e6)", "items.append(x[0] - 1e6 + 1e-8)"),
        ("x -= 1e6", "x -= 1e6; x += 1e-8"),
        ("x[0] - 1e6", "x[0] - 1e6 + 1e-8"),
        ("y = np.zeros(3)\nr = np.subtract(x, x, out=y)", "y = np.zeros(3)\nr = y\ny += 1e-8"),
        ("if k == 0:\n    y = 0.0\nelse:\n    y = x.sum()", "y = 1e-8"),
    ],
)
def test_what_is_left_of_large_numbers_may_differ_by_their_rounding(baseline, other):
    setup = "x = np.full(3, 1e6)\nparams = {'w': x.copy()}\nitems = []\nk = 0\ndef f(a):\n    return x + a"
    assert said(baseline, other, setup) == []


def test_of_a_module_only_what_the_cell_mentions_counts():
    module = "import types\nmine = types.ModuleType('__main__')\nmine.x = np.full(3, {})\nmine.huge = np.full(3, 1e20)"
    assert said("y = mine.x - 1e6", "y = mine.x - 1e6 + 1e-8", module.format("1e6")) == []
    assert said("y = mine.x * 2", "y = mine.x * 3", module.format("1.0")) != []


def test_32_bit_results_are_compared_by_their_own_tolerance():
    assert compared("y = x.astype('f4')", "y = x.astype('f4')").tolerance == 1e-4


def test_no_error_is_given_where_shapes_differ():
    assert compared("y = x", "y = x[:1]").max_abs_error is None


def test_jax_arrays_are_compared_by_value():
    jax_cell = "import jax.numpy as jnp\ny = jnp.asarray(x) + {}"
    assert compared(jax_cell.format(1), jax_cell.format(1)).agrees
    assert compared(jax_cell.format(1), jax_cell.format(2)).max_abs_error == 1.0


def test_the_compared_state_may_hold_nothing():
    held = Checkpoint((), ())
    assert agreement(held, After(held, None), After(held, None)) == Agreement(
        differences=(), compared=0, max_abs_error=0.0, tolerance=1e-6
    )


@pytest.mark.parametrize(
    "other", ["y = (x / 3).astype('f4')\nz = np.float32(x.sum() / 3)", "y = x / 3 + 1e-7\nz = np.float64(2.0)"]
)
def test_fewer_bits_are_the_same_within_theirs(other):
    baseline = "y = x / 3\nz = x.sum() / 3"
    assert not compared(baseline, "y = (x / 3).astype('f4')\nz = np.float32(2.0)").agrees
    found = compared(baseline, other, rules=Rules(bits=32))
    assert found.differences == ()
    assert 0 < found.max_abs_error < 1e-6
    assert found.tolerance == 1e-4


def test_fewer_bits_do_not_excuse_an_error():
    assert not compared("y = x / 3", "y = (x / 3.01).astype('f4')", rules=Rules(bits=32)).agrees
    assert not compared("y = x / 3", "y = (x / 3).astype('f2')", rules=Rules(bits=32)).agrees


def test_a_library_may_give_pythons_numbers():
    rules = Rules(has_own_types=True)
    assert compared("y = x.sum()\nk = 3", "y = float(x.sum())\nk = np.int64(3)", rules=rules).agrees
    assert compared("k = 3", "k = np.int32(3)", rules=rules).agrees
    assert not compared("k = 3", "k = np.int32(4)", rules=rules).agrees
    assert not compared("y = x.sum()", "y = int(x.sum())", rules=rules).agrees


@pytest.mark.parametrize(
    ("baseline", "other", "what"),
    [
        ("y = lambda a: a + 1", "y = lambda a: a + 2", "two functions"),
        ("y = object()", "y = object()", "two values of type `object`"),
        ("y = iter(items)", "y = iter(items)", "two values of type `list_iterator`"),
    ],
)
def test_what_nothing_tells_the_sameness_of_is_not_compared(baseline, other, what):
    found = compared(baseline, other)
    assert found.agrees
    assert found.uncompared == (Difference(label="y", reason=what),)


@pytest.mark.parametrize("baseline", ["__warningregistry__ = {}\ny = 1", "y: int = 1"])
def test_what_python_writes_into_a_namespace_is_no_result(baseline):
    found = compared(baseline, "y = 1")
    assert (found.differences, found.compared) == ((), 1)


def test_only_some_names_are_compared():
    assert compared("y = 1\nz = 2", "y = 1\nt = 3", rules=Rules(names=frozenset("y"))).agrees
    assert not compared("y = 1", "y = 2", rules=Rules(names=frozenset("y"))).agrees
