"""The doors of plain Python: `jaxlab.jit`, `jaxlab.compiled`, and `explore` and `compare` for functions."""

import functools
import gc
import linecache
import sys
import textwrap
import traceback
import weakref

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jaxlab
from jaxlab.api.calls import call_of
from jaxlab.model.errors import StrictError, UsageProblem

offset = np.zeros(3)


def scaled(x, factor=2.0):
    return x * factor + offset


class TestCallOf:
    """A call as text and names."""

    @pytest.mark.parametrize(
        ("args", "options", "source"),
        [
            ((1, 2), {}, "f(a, b)"),
            ((1,), {"b": 2}, "f(a, b)"),
            ((1,), {"c": 2}, "f(a, c=c)"),
            ((1, 2, 3, 4, 5), {"key": 6, "z": 7}, "f(a, b, c, *rest, key=key, **more)"),
        ],
    )
    def test_arguments(self, args, options, source):
        def f(a, b=0, c=0, *rest, key=None, **more):
            return a, b, c, rest, key, more

        call = call_of(f, args, options)
        assert call.source == source
        assert eval(call.source, dict(call.names)) == f(*args, **options)

    def test_a_parameter_that_is_called_like_the_function(self):
        def f(f, f_):
            return f - f_

        call = call_of(f, (5, 2), {})
        assert call.source == "f__(f, f_)"
        assert eval(call.source, dict(call.names)) == 3

    def test_what_has_no_name_and_what_tells_no_signature(self):
        assert call_of(functools.partial(scaled, factor=1), (2,), {}).source == "function(x)"
        call = call_of(max, (1, 2), {"key": abs})
        assert eval(call.source, dict(call.names)) == 2

    def test_arguments_that_do_not_fit(self):
        with pytest.raises(TypeError, match=r"^scaled\(\) missing 1 required positional argument: 'x'$"):
            call_of(scaled, (), {})
        with pytest.raises(TypeError, match=r"^scaled\(\) takes from 1 to 2 positional arguments but 3 were given$"):
            jaxlab.jit(scaled)(1, 2, 3)

    @pytest.mark.parametrize("door", ["jit", "explore", "compare"])
    def test_what_is_no_function(self, door):
        with pytest.raises(TypeError, match=rf"^`jaxlab\.{door}` takes a function, and this is an `int`\.$"):
            getattr(jaxlab, door)(3)

    @pytest.mark.parametrize("door", ["explore", "compare"])
    def test_a_text_without_its_names(self, door):
        with pytest.raises(TypeError) as caught:
            getattr(jaxlab, door)("x * 2")
        assert str(caught.value) == f"The text of a cell is followed by its names: `jaxlab.{door}(text, globals())`."


class TestJit:
    """`@jaxlab.jit`."""

    def test_a_call_gives_numpys_values_and_is_compiled(self):
        result = jaxlab.jit(scaled)(np.ones(3, "f4"), np.float32(3))
        assert (type(result), result.dtype, result.tolist()) == (np.ndarray, np.dtype("f8"), [3.0, 3.0, 3.0])
        assert jaxlab.last_report().breaks == ()
        assert {argument.name for argument in jaxlab.last_report().inputs} == {"x", "factor", "offset"}

    def test_jax_in_jax_out(self):
        result = jaxlab.jit(jnp.tanh)(jnp.ones(3))
        assert isinstance(result, jax.Array)

    def test_a_second_call_finds_the_program_again(self):
        f = jaxlab.jit(scaled)
        f(np.ones(3))
        f(np.full(3, 2.0), 5.0)
        f(np.ones(3), 7.0)
        assert jaxlab.last_report().reused

    def test_what_it_reads_from_outside_counts_at_every_call(self, monkeypatch):
        f = jaxlab.jit(scaled)
        assert f(np.ones(3)).tolist() == [2.0, 2.0, 2.0]
        monkeypatch.setitem(globals(), "offset", np.ones(3))
        assert f(np.ones(3)).tolist() == [3.0, 3.0, 3.0]

    def test_a_closure_and_a_default_count_at_every_call(self):
        weight = 2.0

        @jaxlab.jit
        def f(x, bias=np.zeros(2)):  # noqa: B008
            return x * weight + bias

        assert f(np.ones(2)).tolist() == [2.0, 2.0]
        weight = 3.0
        f.__wrapped__.__defaults__[0][:] = 1
        assert f(np.ones(2)).tolist() == [4.0, 4.0]

    def test_arrays_that_it_writes_to_are_written_to(self):
        @jaxlab.jit
        def fill(x, value):
            x[1:] = value
            x.T[0] += 1

        given = np.zeros(3)
        view = given[1:]
        assert fill(given, 5.0) is None
        assert given.tolist() == [1.0, 5.0, 5.0]
        assert view.tolist() == [5.0, 5.0]
        assert jaxlab.last_report().breaks == ()

    def test_options_in_parentheses(self):
        @jaxlab.jit(static="factor", device="cpu:0")
        def times(x, factor):
            return x * factor

        assert times(np.ones(2), 3.0).tolist() == [3.0, 3.0]
        assert [argument.name for argument in jaxlab.last_report().inputs] == ["x"]
        assert times(np.ones(2), 4.0).tolist() == [4.0, 4.0]

    def test_it_is_the_function_to_look_at(self):
        @jaxlab.jit
        def documented(x: int) -> int:
            """Says what it does."""
            return x

        assert (documented.__name__, documented.__doc__) == ("documented", "Says what it does.")

    def test_a_method(self):
        class Model:
            def __init__(self):
                self.weight = np.ones(2)

            @jaxlab.jit
            def step(self, x):
                self.weight = self.weight + x
                return self.weight.sum()

        model = Model()
        assert model.step(np.ones(2)) == 4.0
        assert model.weight.tolist() == [2.0, 2.0]

    def test_one_inside_another_is_part_of_its_program(self):
        inner = jaxlab.jit(scaled)

        @jaxlab.jit
        def outer(x):
            return inner(x).sum()

        assert outer(np.ones(3)) == 6.0
        report = jaxlab.last_report()
        assert (report.source.lines[-1], report.breaks, len(report.segments)) == ("outer(x)", (), 1)

    def test_it_is_part_of_a_cells_program(self):
        namespace = {"f": jaxlab.jit(scaled), "a": np.ones(3)}
        outcome = jaxlab.run("f(a).sum()", namespace)
        assert (outcome.value, outcome.report.breaks) == (6.0, ())

    def test_jax_transforms_it(self):
        f = jaxlab.jit(lambda x: (x**2).sum())
        assert jax.grad(f)(jnp.array([1.0, 2.0])).tolist() == [2.0, 4.0]

    def test_it_calls_itself(self):
        @jaxlab.jit
        def power(x, n):
            return x if n == 1 else x * power(x, n - 1)

        assert power(np.full(2, 3.0), 4).tolist() == [81.0, 81.0]

    def test_what_cannot_be_compiled_runs_as_plain_python(self, tmp_path):
        @jaxlab.jit
        def saved(x):
            np.save(tmp_path / "x.npy", x)
            return x + 1

        assert saved(np.zeros(2)).tolist() == [1.0, 1.0]
        assert np.load(tmp_path / "x.npy").tolist() == [0.0, 0.0]
        assert len(jaxlab.last_report().breaks) == 1

    def test_strict(self):
        with pytest.raises(StrictError, match="JL201"):
            jaxlab.jit(strict=True)(np.load)("nowhere")

    def test_an_exception_is_pythons_own_with_the_users_frames(self):
        @jaxlab.jit
        def beyond(x):
            return x[10]

        with pytest.raises(IndexError, match="index 10 is out of bounds for axis 0 with size 3") as caught:
            beyond(np.ones(3))
        frames = [entry.name for entry in traceback.extract_tb(caught.tb)]
        assert frames == ["test_an_exception_is_pythons_own_with_the_users_frames", "beyond"]

    def test_what_a_call_is_given_is_not_kept_alive(self):
        f = jaxlab.jit(scaled)
        f(np.ones(3))
        given = np.ones(3)
        f(given)
        gone = weakref.ref(given)
        del given
        gc.collect()
        assert gone() is None


class TestOfFunctions:
    """`jaxlab.explore` and `jaxlab.compare`."""

    def test_explore_compiles_and_runs_nothing(self):
        given = np.zeros(3)

        def fill(x):
            x[:] = 1
            return x.sum()

        report = jaxlab.explore(fill, given)
        assert given.tolist() == [0.0, 0.0, 0.0]
        assert report.source.text == "%%explore\nfill(x)"
        assert [helper.title for helper in report.helpers] == ["test_api.py"]
        assert set(report.segments[0].listings) == {"jaxpr", "stablehlo", "hlo"}

    def test_compare_checks_that_the_results_agree(self):
        report = jaxlab.compare(scaled, np.ones(3), factor=2.0)
        assert report.source.text == "%%compare\nscaled(x, factor)"
        assert [(row.backend, row.agrees) for row in report.comparison.rows] == [("numpy", True), ("jit", True)]

    def test_the_text_of_a_cell_still_does(self):
        assert jaxlab.explore("a + 1", {"a": np.ones(2)}).source.text == "%%explore\na + 1"
        assert jaxlab.compare("a.sum()", {"a": np.ones(2)}).value == 2.0


REFUSED = {
    "def f():\n    with jaxlab.compiled():\n        x = 1\nf()": (
        "JL105  `with jaxlab.compiled():` stands in `f`, whose names are local.\n\n"
        "Put it at the top level of a module or a cell, or write `@jaxlab.jit` above the function."
    ),
    "with jaxlab.compiled(): x = 1": (
        "JL105  The block shares a line or its `with` with something else.\n\n"
        "Give `with jaxlab.compiled():` a line of its own, and the block the lines below it."
    ),
    "with jaxlab.compiled(), open('nowhere'):\n    x = 1": (
        "JL105  The block shares a line or its `with` with something else.\n\n"
        "Give `with jaxlab.compiled():` a line of its own, and the block the lines below it."
    ),
    "for i in range(3):\n    with jaxlab.compiled():\n        break": (
        "JL105  The block leaves a loop around it.\n\nPut the whole loop under `with jaxlab.compiled():`."
    ),
}


@pytest.fixture
def module():
    """Runs the text of a module; gives its namespace. Tracebacks show its lines."""
    files = []

    def run(text, **names):
        text = textwrap.dedent(text).lstrip("\n")
        file = f"<module {len(files)}>"
        files.append(file)
        linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
        namespace = {"__name__": "__main__", "jaxlab": jaxlab, "np": np, **names}
        exec(compile(text, file, "exec"), namespace)
        return namespace

    yield run
    for file in files:
        linecache.cache.pop(file, None)


class TestCompiled:
    """`with jaxlab.compiled():`."""

    def test_the_block_runs_once_compiled(self, module, capsys):
        names = module(
            """
            a = np.zeros(3)
            with jaxlab.compiled() as report:
                a[0] += 1
                b = a * 2
                print("sum", b.sum())
            after = b + 1
            """
        )
        assert names["a"].tolist() == [1.0, 0.0, 0.0]
        assert names["after"].tolist() == [3.0, 1.0, 1.0]
        assert capsys.readouterr().out == "sum 2.0\n"
        report = names["report"]
        assert report is jaxlab.last_report()
        assert (report.breaks, [span.line for span in report.segments[0].spans]) == ((), [3, 4, 5])

    def test_in_a_loop_the_program_is_found_again(self, module):
        names = module(
            """
            reports, a = [], np.ones(3)
            for turn in range(3):
                with jaxlab.compiled() as report:
                    a = a * 2
                reports.append(report.reused)
            """
        )
        assert names["a"].tolist() == [8.0, 8.0, 8.0]
        assert names["reports"] == [False, True, True]

    def test_the_strings_of_the_block_keep_their_lines(self, module):
        names = module(
            '''
            with jaxlab.compiled():
                text = """one
              two"""
            '''
        )
        assert names["text"] == "one\n  two"

    def test_an_exception_is_the_blocks_own(self, module):
        text = """
            a = np.ones(3)
            with jaxlab.compiled():
                b = a + 1
                c = a[7]
            """
        with pytest.raises(IndexError, match="index 7 is out of bounds") as caught:
            module(text)
        assert [entry.lineno for entry in traceback.extract_tb(caught.tb) if entry.filename == "<module 0>"] == [2, 4]
        assert "jaxlab/" not in "".join(entry.filename for entry in traceback.extract_tb(caught.tb)[1:])
        assert caught.value.__context__ is None

    def test_a_trace_function_that_was_there_is_there_again(self, module):
        def watch(*event):
            return None

        before = sys.gettrace()
        sys.settrace(watch)
        try:
            module("with jaxlab.compiled():\n    x = np.ones(2) + 1\n")
            left = sys.gettrace()
        finally:
            sys.settrace(before)
        assert left is watch

    def test_options(self, module):
        with pytest.raises(StrictError, match="JL201"):
            module("with jaxlab.compiled(strict=True):\n    f = open('nowhere')\n")

    @pytest.mark.parametrize("text", REFUSED)
    def test_a_block_that_cannot_be_run_apart(self, module, text):
        with pytest.raises(UsageProblem) as caught:
            module(text)
        assert str(caught.value) == REFUSED[text]

    def test_a_block_without_source(self):
        code = compile("with jaxlab.compiled():\n    x = 1\n", "<nowhere>", "exec")
        with pytest.raises(UsageProblem) as caught:
            exec(code, {"jaxlab": jaxlab})
        assert str(caught.value) == "JL105  The source of the block is not at hand.\n\nWrite it in a file or a cell."
