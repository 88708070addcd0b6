"""Charts of a comparison: what they hold as data, and what each way of drawing them shows."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from jaxlab.model.comparison import Comparison
from jaxlab.model.sweep import Sweep, SweepPoint
from jaxlab.model.timing import ComparisonRow
from jaxlab.views.comparison_names import shortened
from jaxlab.views.figures.bundle import images
from jaxlab.views.figures.chart import Axis, Style
from jaxlab.views.figures.charts import break_even, charts, samples, steady, swept
from jaxlab.views.figures.plotly import plotly_figure
from jaxlab.views.figures.svg import svg
from jaxlab.views.figures.text import render_chart
from jaxlab.views.figures.ticks import Scale


def row(backend: str, middle_s: float, **more) -> ComparisonRow:
    samples_s = tuple(middle_s * factor for factor in (0.99, 1.0, 1.01)) * 5
    return ComparisonRow(backend=backend, samples_s=samples_s, **{"agrees": True, **more})


NUMPY, JIT = row("numpy", 0.010), row("jit", 0.002, first_call_s=0.162)
PLAIN = Comparison(rows=(NUMPY, JIT, ComparisonRow(backend="numba", note="not installed")), tolerance=1e-6)
POINTS = tuple(
    SweepPoint(size=size, rows=(row("numpy", 1e-6 * size), row("jit", 1e-4))) for size in (10, 100, 1000, 10_000)
)
SWEPT = replace(PLAIN, sweep=Sweep(name="n", points=POINTS))


def test_bars_show_what_ran():
    chart = steady(PLAIN)
    assert chart.y.names == ("numpy", "jit")
    assert [series.style for series in chart.series] == [Style.BARS, Style.BARS]
    assert [series.points[0].text for series in chart.series] == ["10 ms", "2 ms, 5× faster"]
    assert chart.series[1].points[0].low < 0.002 < chart.series[1].points[0].high


def test_times_that_are_far_apart_are_dots_on_a_log_axis():
    chart = steady(Comparison(rows=(NUMPY, row("jit", 1e-5)), tolerance=1e-6))
    assert chart.x.is_log
    assert chart.series[0].style is Style.DOTS


@pytest.mark.parametrize(
    ("other", "text"),
    [
        (row("jit", 0.030), "30 ms, 3× slower"),
        (row("jit", 0.010), "10 ms, no difference seen"),
        (row("jit", 0.002, agrees=False), "2 ms, other results"),
        (row("jit", 0.002, is_ranked=False), "2 ms"),
    ],
)
def test_a_bar_says_no_more_than_is_known(other, text):
    assert steady(Comparison(rows=(NUMPY, other), tolerance=1e-6)).series[1].points[0].text == text


def test_break_even_lies_where_the_curves_cross():
    chart = break_even(PLAIN)
    assert [(rule.x, rule.text) for rule in chart.rules] == [(20, "jit: 20 calls")]
    numpy, jit = ({point.x: point.y for point in series.points} for series in chart.series)
    assert jit[1] == pytest.approx(0.162)
    assert (numpy[1] < jit[1], numpy[200] > jit[200]) == (True, True)


def test_there_is_no_break_even_for_what_is_slower():
    slower = Comparison(rows=(NUMPY, row("jit", 0.030, first_call_s=1.0)), tolerance=1e-6)
    assert [chart.title for chart in charts(slower)] == ["Steady state", "Samples"]


def test_a_sweep_names_its_crossover_and_its_growth():
    chart = swept(SWEPT.sweep)
    assert [rule.text for rule in chart.rules] == ["jit leads from n = 100"]
    assert [series.name for series in chart.series] == ["numpy, grows as n^1.0", "jit, grows as n^0.0"]
    assert (chart.x.is_log, chart.y.is_log) == (True, True)


def test_all_charts_of_a_sweep():
    titles = ["Steady state", "By n", "Total time, first call included", "Samples"]
    assert [chart.title for chart in charts(SWEPT)] == titles
    assert charts(Comparison(rows=(ComparisonRow(backend="numpy"),), tolerance=1e-6)) == ()


def test_every_sample_is_a_dot():
    chart = samples(PLAIN)
    assert [len(series.points) for series in chart.series] == [15, 15]
    assert all(abs(point.y - 1) < 0.5 for point in chart.series[1].points)


@pytest.mark.parametrize("chart", charts(SWEPT), ids=lambda chart: chart.title)
def test_svg_is_well_formed_and_within_its_frame(chart):
    tree = ElementTree.fromstring(svg(chart))
    width, height = (float(tree.get(side)) for side in ("width", "height"))
    for mark in tree.iter():
        for name, most in {"x": width, "cx": width, "x1": width, "y": height, "cy": height, "y1": height}.items():
            assert 0 <= float(mark.get(name, 0)) <= most


LONG = "a loop over all of the rows of a matrix, one after the other, as it was written at first " + "x" * 7
NAMED = replace(SWEPT, rows=(replace(NUMPY, variant=LONG), replace(JIT, variant=f"{LONG} again")))


def test_long_names_are_shortened_in_the_middle():
    assert shortened("numpy") == "numpy"
    assert shortened(f"{LONG} (numpy)") == "a loop over…xxxx (numpy)"
    assert len(shortened(LONG)) == 24


@pytest.mark.parametrize("chart", [steady(NAMED), samples(NAMED)], ids=lambda chart: chart.title)
def test_long_names_leave_room_and_show_whole_on_demand(chart):
    tree = ElementTree.fromstring(svg(chart))
    assert max(float(mark.get("x")) for mark in tree.iter() if mark.get("text-anchor") == "end") < 190
    titles = [title.text for title in tree.iter("{http://www.w3.org/2000/svg}title")]
    assert f"{LONG} (numpy)" in titles
    drawn = plotly_figure((chart,))
    assert drawn.layout.yaxis.ticktext[0] == "a loop over…xxxx (numpy)"
    assert drawn.data[0].hovertext[0].startswith(f"{LONG} (numpy): ")


def test_long_names_do_not_fill_legends_and_rules():
    (rule,) = break_even(NAMED).rules
    assert rule.text == "a loop over… again (jit): 20 calls"
    assert max(len(trace.name) for trace in plotly_figure((break_even(NAMED),)).data) == 60
    assert f"<title>{LONG} (numpy)</title>" in svg(break_even(NAMED))


def test_names_of_the_users_are_escaped():
    mine = replace(JIT, variant="<b>&mine")
    assert "<b>&mine" not in svg(steady(replace(PLAIN, rows=(NUMPY, mine))))


def test_images_need_no_network():
    html = images(SWEPT)
    assert html.count('<img src="data:image/svg+xml;base64,') == 4
    assert "http" not in html.replace("http://www.w3.org/2000/svg", "")
    assert 'alt="Steady state. jit is 5× faster than numpy' in html


def test_plotly_takes_the_figure():
    drawn = plotly_figure(charts(SWEPT))
    assert [trace.type for trace in drawn.data] == ["bar", "scatter"] * 2 + ["scatter"] * 6
    assert render_chart(break_even(PLAIN)) == "Total time, first call included: jit has paid after 20 calls"


@pytest.mark.parametrize(
    ("scale", "texts"),
    [
        (Scale(Axis(is_time=True), 0.0, 0.023), ["0 s", "10 ms", "20 ms"]),
        (Scale(Axis(is_time=True, is_log=True), 8e-7, 2e-3), ["1 µs", "10 µs", "100 µs", "1 ms"]),
        (Scale(Axis(is_log=True), 80, 1.2e7), ["100", "1 k", "10 k", "100 k", "1 M", "10 M"]),
        (Scale(Axis(is_time=True, is_log=True), 2.1e-3, 6e-3), ["5 ms"]),
        (Scale(Axis(names=("a", "b")), -0.5, 1.5), ["a", "b"]),
    ],
)
def test_ticks_are_round(scale, texts):
    assert [text for _, text in scale.ticks()] == texts


def test_places_on_a_scale():
    assert Scale(Axis(is_log=True), 1.0, 100.0).place(10.0) == pytest.approx(0.5)
    assert Scale(Axis(), 0.0, 4.0).place(1.0) == 0.25
    assert Scale(Axis(), 0.0, 4.0).place(9.0) == 1.0
