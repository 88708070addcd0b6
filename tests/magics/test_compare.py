"""`%%compare` in a real shell: its options, what shows, what an interrupt leaves."""

import pytest
from IPython.core.error import UsageError
from IPython.utils.capture import capture_output

from jaxlab.magics import values
from jaxlab.magics.arguments import parse_cell
from jaxlab.magics.commands import COMMANDS, COMPARE
from jaxlab.magics.compare_panel import ComparePanel
from jaxlab.magics.help import docstring
from jaxlab.magics.requests import measuring_for
from jaxlab.measure import steady
from jaxlab.model.comparison import Comparison
from jaxlab.model.measuring import Measuring, Progress, Sizes
from jaxlab.model.timing import ComparisonRow

SETUP = "x = np.linspace(0.0, 1.0, 1000)"
QUICK = "--budget 100ms -r 5"


def test_options_become_a_plan():
    line = "--with numpy,jit,jit-x32 --budget 5s -n 10 -r 7 --sweep n=10,1e3 --setup 'x = np.ones(n)'"
    assert measuring_for(COMPARE, parse_cell(COMPARE, line)) == Measuring(
        backends=("numpy", "jit", "jit-x32"),
        budget_s=5.0,
        loops=10,
        repeats=7,
        sizes=Sizes(name="n", values=(10, 1000)),
        setup="x = np.ones(n)",
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("n=1e2:1e4", (100, 316, 1000, 3162, 10000)),
        ("n=10:1000:3", (10, 100, 1000)),
        ("n=128,64,64", (64, 128)),
        ("n=1e3:1e2", None),
        ("n=0,1", None),
        ("1e2:1e3", None),
        ("n=", None),
    ],
)
def test_sizes(text, found):
    assert values.sizes(text) == (None if found is None else Sizes(name="n", values=found))


@pytest.mark.parametrize(("text", "found"), [("5s", 5.0), ("0.5", 0.5), ("200ms", 0.2), ("2min", 120.0), ("0", None)])
def test_times(text, found):
    assert values.seconds(text) == found


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("-n 0", "`0` is not a whole number from 1 on. Write `-n NUMBER`."),
        ("--budget soon", "`soon` is not a time. Write `--budget 5s`."),
        ("--sweep n", "`n` is not a range or a list of sizes. Write `--sweep n=1e2:1e6`."),
        (
            "--with numpy,nunba",
            "There is no backend `nunba`. There are `numpy`, `jit`, `jax`, `autograd`, `numba`, `torch`, `tensorflow`, "
            "`cupy`; also `jit-x32` and `jit@cpu:0`.",
        ),
        (
            "--setup 'x = 1'",
            "`--setup` makes the inputs of each size of a sweep, and no sweep is asked for. "
            "Add `--sweep n=1e2:1e6`, or make the inputs in a cell above.",
        ),
        (
            "--sweep class=1:10",
            "`class` is a word of Python's own: no name can be swept. Write `--sweep n=1:10`.",
        ),
        ("--sweep n=1.5,2.5", "`1.5` is no whole number, as a size is. Write `--sweep n=64,128,256`."),
        ("--sweep n=1.5:20", "`1.5` is no whole number, as a size is. Write `--sweep n=64,128,256`."),
        (
            "--sweep n=1:2:3",
            "From 1 to 2 there are 2 sizes in log steps, not 3: 1, 2. Write `--sweep n=1:2:2`.",
        ),
        (
            "--sweep n=1:100:1",
            "From 1 to 100 there are 2 sizes in log steps, not 1: 1, 100. Write `--sweep n=1:100:2`.",
        ),
        ("--sweep n=3,3,3", "`n=3,3,3` is one size: a sweep needs two at least. Write `--sweep n=3,6`."),
        ("--sweep n=3,4,3", "`n=3,4,3` has a size twice. Write each once: `--sweep n=3,4`."),
        ("--sweep n=3", "`n=3` is one size: a sweep needs two at least. Write `--sweep n=3,6`."),
        ("--with", "`--with` needs backends. Write `%%compare --with BACKEND[,BACKEND]`."),
    ],
)
def test_what_is_wrong_and_what_to_type(line, message):
    with pytest.raises(UsageError) as caught:
        measuring_for(COMPARE, parse_cell(COMPARE, line))
    assert str(caught.value) == message


def test_the_report_and_its_comparison_are_data(cell, shell):
    cell(SETUP)
    shown = cell(f"%%compare {QUICK} -n 2 -o r\ny = np.sin(x) + x\ny.sum()")
    assert shown.error is None
    comparison = shell.user_ns["r"].comparison
    assert [row.backend for row in comparison.rows] == ["numpy", "jit"]
    assert [len(row.samples_s) for row in comparison.rows] == [5, 5]
    assert comparison.rows[0].loops == 2
    assert shown.value == pytest.approx(shell.user_ns["y"].sum())


def test_an_interrupt_shows_what_there_is_and_stops_run_all(cell, shell, monkeypatch):
    taken = []

    def interrupting(race):
        for share in rounds(race):
            taken.append(share)
            if len(taken) == 3:
                raise KeyboardInterrupt
            yield share

    rounds = steady.Race.rounds
    monkeypatch.setattr(steady.Race, "rounds", interrupting)
    cell(SETUP)
    shown = cell("%%compare -r 50\ny = np.sin(x) + x")
    assert isinstance(shown.error, KeyboardInterrupt)
    assert "interrupted, so this rests on what had been measured by then" in str(shown.bundles)
    assert shell.user_ns["y"].shape == (1000,)


def test_progress_shows_while_it_runs(cell):
    cell(SETUP)
    assert "First call of jit" in cell(f"%%compare {QUICK}\ny = np.sin(x) + x").text


def test_charts_show_below_the_summary(cell):
    cell(SETUP)
    summary, charts = [bundle for bundle in cell(f"%%compare {QUICK}\ny = np.sin(x) + x").bundles if len(bundle) > 1][
        -2:
    ]
    assert summary["text/plain"].startswith("compare  x float64[1000] -> y float64[1000]")
    assert charts["text/html"].startswith('<div class="jaxlab-charts"')
    assert len(charts["application/vnd.plotly.v1+json"]["data"]) >= 2
    assert charts["text/plain"].startswith("Steady state")


def test_quiet_shows_nothing(cell):
    cell(SETUP)
    assert not [bundle for bundle in cell(f"%%compare -q {QUICK}\ny = np.sin(x) + x").bundles if len(bundle) > 1]


def test_a_sweep_finds_what_made_its_inputs(cell, shell):
    cell("n = 100")
    cell("x = np.linspace(0.0, 1.0, n)")
    shown = cell("%%compare -r 2 --budget 20s --sweep n=10,1000 -o r\ny = np.sin(x) + x")
    assert shown.error is None
    found = shell.user_ns["r"].comparison.sweep
    assert [point.size for point in found.points] == [10, 1000]
    assert found.rebuilt == ("x",)
    assert shell.user_ns["x"].shape == (100,)
    assert "By n" in str(shown.bundles)


@pytest.mark.parametrize("command", COMMANDS.values(), ids=lambda command: command.name)
def test_what_help_says_of_an_option_stands_in_one_column(command):
    lines = docstring(command).split("Options:\n\n")[1].splitlines()
    columns = {line.index(option.help) for line, option in zip(lines, command.options, strict=True)}
    assert len(columns) == 1
    assert all(line[min(columns) - 2 : min(columns)] == "  " for line in lines)


def panel(*, backends=("numpy", "jit"), outcome=None, **measuring):
    asked = []

    def again(plan, tell):
        asked.append(plan)
        tell(Progress(doing="timing", share=0.5, remaining_s=2.0))
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    made = ComparePanel(Measuring(backends=backends, **measuring), ("numpy", "jit", "jax", "numba"), again)
    return made, asked


def controls(made) -> dict:
    boxes, run, said = made.widget.children
    named = dict(zip(("sizes", "budget", "button", "bar"), run.children, strict=True))
    return {"boxes": {box.description: box for box in boxes.children}, **named, "said": said}


def test_the_panel_asks_for_what_is_chosen():
    made, asked = panel(sizes=Sizes(name="n", values=(10, 20)), repeats=7)
    found = controls(made)
    assert {name: box.value for name, box in found["boxes"].items()} == {"jit": True, "jax": False, "numba": False}
    assert (found["sizes"].value, found["budget"].value) == ("n=10,20", 20.0)
    found["boxes"]["jax"].value = True
    found["boxes"]["jit"].value = False
    found["sizes"].value = "n = 1e2:1e3:2"
    found["budget"].value = 1.0
    found["button"].click()
    plan = Measuring(backends=("numpy", "jax"), sizes=Sizes(name="n", values=(100, 1000)), budget_s=1.0, repeats=7)
    assert asked == [plan]
    assert not found["button"].disabled


def test_the_panel_says_what_came_of_it():
    rows = (ComparisonRow(backend="numpy", samples_s=(1.0,), agrees=True), ComparisonRow(backend="<jax>", note="no"))
    made, _ = panel(outcome=Comparison(rows=rows, tolerance=1e-6))
    made.compare()
    assert (
        controls(made)["said"].value
        == "<span>&lt;jax&gt; could not run: no; numpy takes 1 s a call (1 sample of 1 call)</span>"
    )
    assert controls(made)["bar"].value == 1.0


@pytest.mark.parametrize(
    ("sizes", "outcome", "said"),
    [
        ("n=", None, "`n=` is not a range or a list of sizes. Write `n=1e2:1e6`, or `n=64,128,256`."),
        ("", ZeroDivisionError("division by zero"), "ZeroDivisionError: division by zero"),
        ("", None, "The cell could not be compared: see above."),
    ],
)
def test_the_panel_survives_what_goes_wrong(sizes, outcome, said):
    made, _ = panel(outcome=outcome)
    controls(made)["sizes"].value = sizes
    controls(made)["button"].click()
    assert controls(made)["said"].value == f"<span>{said}</span>"
    assert not controls(made)["button"].disabled


def test_a_live_comparison_shows_results_that_change_in_their_place(cell, shell, monkeypatch):
    shown = []
    monkeypatch.setattr("IPython.display.display", lambda *things, **_: shown.extend(things))
    cell(SETUP)
    first = cell(f"%%compare --live {QUICK} -o r\ny = np.sin(x) + x")
    assert first.error is None
    report, charts = first.bundles[-2:]
    assert report["text/plain"].startswith("compare  x float64[1000]")
    assert list(charts) == ["text/html", "text/plain"]  # what Plotly drew would not change in its place
    before, button = shell.user_ns["r"], shown[0].children[1].children[2]
    with capture_output() as captured:
        button.click()
    assert shell.user_ns["r"] is not before
    assert len(captured.outputs) == 2
