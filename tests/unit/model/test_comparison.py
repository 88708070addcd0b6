"""What is derived from samples: intervals, ratios, break-even, data for other programs."""

import csv
import json
from dataclasses import replace
from io import StringIO
from random import Random

import pytest

from jaxlab.model.comparison import Comparison
from jaxlab.model.statistics import Interval, median_interval, ratio_interval
from jaxlab.model.sweep import Crossing, Sweep, SweepPoint
from jaxlab.model.timing import ComparisonRow
from tests.views.samples import MATMUL


def row(backend: str, *samples_s: float, **more) -> ComparisonRow:
    return ComparisonRow(backend=backend, samples_s=samples_s, agrees=True, **more)


def test_intervals_hold_the_true_median_as_often_as_they_say():
    draw = Random(1)
    held = sum(10.0 in median_interval(tuple(draw.gauss(10, 1) for _ in range(25))) for _ in range(200))
    assert 0.90 <= held / 200 <= 1.0


def test_intervals_of_a_ratio_hold_the_true_one():
    draw = Random(2)
    pairs = [[tuple(draw.gauss(mean, 1) for _ in range(25)) for mean in (30, 10)] for _ in range(200)]
    assert 0.90 <= sum(3.0 in ratio_interval(*pair) for pair in pairs) / 200 <= 1.0


@pytest.mark.parametrize("number", [6, 7, 10, 30])
def test_intervals_of_few_samples_hold_the_true_median_too(number):
    draw = Random(4)
    held = sum(0.0 in median_interval(tuple(draw.gauss(0, 1) for _ in range(number))) for _ in range(400))
    assert held / 400 >= 0.93


@pytest.mark.parametrize("number", range(6))
def test_too_few_samples_have_no_interval(number):
    few, many = (1.0, 1.1, 1.2, 1.3, 1.4)[:number], (1.0, 1.1, 1.2, 1.3, 1.4, 1.5)
    assert median_interval(few) is None
    assert ratio_interval(few, many) is None
    assert ratio_interval(many, few) is None
    assert median_interval(many) == Interval(1.0, 1.5)


def test_the_same_samples_give_the_same_interval():
    samples = tuple(Random(3).random() for _ in range(9))
    first = median_interval(samples)
    median_interval.cache_clear()
    assert median_interval(samples) == first


def test_break_even_counts_the_first_call():
    jit = row("jit", 0.1, first_call_s=2.1)
    comparison = Comparison(rows=(row("numpy", 0.5), jit), tolerance=1e-6)
    assert comparison.break_even(jit) == 5  # 2.1 + 4 * 0.1 = 2.5 = 5 * 0.5


@pytest.mark.parametrize("jit", [row("jit", 0.6, first_call_s=1.0), ComparisonRow(backend="jit", agrees=True)])
def test_there_is_no_break_even_without_a_gain(jit):
    assert Comparison(rows=(row("numpy", 0.5), jit), tolerance=1e-6).break_even(jit) is None


@pytest.mark.parametrize("more", [{"agrees": False}, {"is_ranked": False}, {"samples_s": ()}])
def test_what_is_not_ranked_has_no_ratio(more):
    given = ComparisonRow(**{"backend": "jit", "samples_s": (0.1, 0.1), "agrees": True, **more})
    comparison = Comparison(rows=(row("numpy", 0.5, 0.5), given), tolerance=1e-6)
    assert comparison.speedup(given) is None
    assert comparison.speedup_interval(given) is None
    assert comparison.is_different(given) is None


def test_noise_is_a_wide_interval():
    assert row("numpy", *(0.1, 0.2, 0.3) * 5).is_noisy
    assert not row("numpy", *(0.1, 0.101, 0.102) * 5).is_noisy
    assert not row("numpy", 0.1).is_noisy


def test_records_go_to_csv_and_json():
    comparison = Comparison(rows=(row("numpy", 0.5), row("jit", 0.25, first_call_s=1.0)), tolerance=1e-6)
    (numpy, jit) = csv.DictReader(StringIO(comparison.to_csv()))
    assert (numpy["median_s"], numpy["first_call_s"], jit["speedup"], jit["break_even_calls"]) == (
        "0.5",
        "",
        "2.0",
        "3",
    )
    assert json.loads(comparison.to_json())[1]["median_s"] == 0.25


def test_a_baseline_has_no_interval_against_itself():
    comparison = Comparison(
        rows=(row("numpy", *(0.5, 0.6, 0.7) * 3), row("jit", *(0.2, 0.25, 0.3) * 3)), tolerance=1e-6
    )
    numpy, jit = comparison.to_records()
    assert (numpy["speedup"], numpy["speedup_low"]) == (1.0, None)
    assert jit["speedup_low"] < jit["speedup"] < jit["speedup_high"]


def test_records_go_to_a_data_frame():
    pandas = pytest.importorskip("pandas")
    frame = Comparison(rows=(row("numpy", 0.5), row("jit", 0.25)), tolerance=1e-6).to_dataframe()
    assert isinstance(frame, pandas.DataFrame)
    assert frame.set_index("backend")["speedup"]["jit"] == 2.0


def test_a_report_gives_the_figures_of_its_comparison():
    comparison = Comparison(rows=(row("numpy", 0.5), row("jit", 0.25)), tolerance=1e-6)
    report = replace(MATMUL, comparison=comparison)
    assert report.to_csv() == comparison.to_csv()
    with pytest.raises(ValueError, match="This report of `jit` has no figures to compare"):
        MATMUL.to_csv()


def sweep(numpy, jit) -> Sweep:
    sizes = (10, 100, 1000, 10_000)
    points = [SweepPoint(size=size, rows=(certain("numpy", numpy(size)), certain("jit", jit(size)))) for size in sizes]
    return Sweep(name="n", points=tuple(points))


def certain(backend: str, median_s: float) -> ComparisonRow:
    return row(backend, *(median_s * (1 + step / 1000) for step in range(-3, 4)))


def measured(*medians: tuple[float, float]) -> Sweep:
    """A sweep over 10, 100, ... with these medians of numpy and jit."""
    rows = [(certain("numpy", numpy), certain("jit", jit)) for numpy, jit in medians]
    return Sweep(name="n", points=tuple(SweepPoint(size=10 ** (1 + at), rows=two) for at, two in enumerate(rows)))


def test_the_lead_changes_where_the_curves_cross():
    found = sweep(lambda n: 1e-6 * n, lambda n: 1e-4)
    assert found.crossing("jit") == Crossing(pytest.approx(100, rel=1e-9), is_faster=True)
    assert found.order("numpy") == pytest.approx(1.0)
    assert found.order("jit") == pytest.approx(0.0, abs=1e-9)


def test_no_crossing_where_one_always_leads():
    assert sweep(lambda n: 2e-6 * n, lambda n: 1e-6 * n).crossing("jit") is None
    assert sweep(lambda n: 1e-6 * n, lambda n: 2e-6 * n).crossing("jit") is None


def test_a_crossing_lies_between_two_sizes():
    found = sweep(lambda n: 1e-6 * n, lambda n: 3e-5 + 1e-7 * n)
    assert 10 < found.crossing("jit").size < 100


@pytest.mark.parametrize(
    ("medians", "found"),
    [
        (((1, 2), (2, 1), (1, 2)), Crossing(pytest.approx(316.2, rel=1e-3), is_faster=False)),
        (((2, 1), (1, 2)), Crossing(pytest.approx(31.62, rel=1e-3), is_faster=False)),
        (((1, 2), (2, 1), (1, 2), (2, 1)), Crossing(pytest.approx(3162, rel=1e-3), is_faster=True)),
        (((1, 2), (2, 1.999)), None),
        (((1, 1.0001), (1, 0.9999)), None),
        (((1, 1), (2, 1)), Crossing(pytest.approx(10), is_faster=True)),
        (((1.0001, 1), (2, 1)), Crossing(100, is_faster=True)),
        ((), None),
    ],
)
def test_what_is_said_of_the_lead_holds_for_all_larger_sizes(medians, found):
    assert measured(*medians).crossing("jit") == found


def test_too_few_samples_at_the_largest_size_tell_no_lead():
    points = (
        SweepPoint(size=10, rows=(certain("numpy", 1), certain("jit", 2))),
        SweepPoint(size=100, rows=(row("numpy", 2.0), row("jit", 1.0))),
    )
    assert Sweep(name="n", points=points).crossing("jit") is None
    assert Sweep(name="n", points=points).has_too_few_samples("jit")
    assert not Sweep(name="n", points=points[:1]).has_too_few_samples("jit")


def test_sizes_that_are_all_the_same_show_no_growth():
    points = tuple(SweepPoint(size=3, rows=(certain("numpy", 1),)) for _ in range(3))
    assert Sweep(name="n", points=points).order("numpy") is None


def test_no_time_at_all_has_no_ratio():
    comparison = Comparison(rows=(row("numpy", 1.0), row("jit", 0.0)), tolerance=1e-6)
    assert comparison.speedup(comparison.rows[1]) is None
    assert measured((1, 0), (1, 0)).crossing("jit") is None


def test_cubic_growth_is_found():
    assert sweep(lambda n: 1e-9 * n**3, lambda n: 1.0).order("numpy") == pytest.approx(3.0)


def test_records_of_a_sweep_are_by_size():
    found = Comparison(rows=(row("numpy", 0.5),), tolerance=1e-6, sweep=sweep(lambda n: 1e-6 * n, lambda n: 1e-4))
    lines = found.to_records()
    assert [(line["n"], line["backend"]) for line in lines[:3]] == [(10, "numpy"), (10, "jit"), (100, "numpy")]
    assert lines[-1]["speedup"] == pytest.approx(100.0)
