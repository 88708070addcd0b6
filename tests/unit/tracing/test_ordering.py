"""Python's own `sorted`, `max`, `min` and `round` on traced numbers."""

import math

import numpy as np
import pytest

from jaxlab.pipeline import run

_NUMBERS = np.array([0.125, 2.675, -2.675, 1.005, 0.5, 1.5, -0.0, 1e15 + 0.3, 0.045, 5e-324, 123456.789, -0.015])


@pytest.mark.parametrize("digits", [0, 1, 2, 3, 5])
def test_floats_are_rounded_by_their_exact_value(digits):
    random = np.random.default_rng(digits)
    numbers = np.concatenate([_NUMBERS, random.integers(-(10**6), 10**6, 60) / 10**digits / 2, random.normal(size=60)])
    namespace = {"x": numbers, "digits": digits}
    report = run("r = [round(a, digits) for a in x.tolist()]", namespace).report
    expected = [round(float(number), digits) for number in numbers]
    assert report.breaks == ()
    assert namespace["r"] == expected
    assert [math.copysign(1, number) for number in namespace["r"]] == [math.copysign(1, number) for number in expected]


@pytest.mark.parametrize("number", [math.inf, -math.inf, math.nan])
def test_what_has_no_digits_stays(number):
    namespace = {"s": number}
    assert run("r = round(s, 2)", namespace).report.breaks == ()
    assert repr(namespace["r"]) == repr(number)


@pytest.mark.parametrize(
    "source",
    [
        "r = sorted(v.tolist())",
        "r = sorted(v.tolist(), reverse=True)",
        "r = sorted(v, key=abs)",
        "r = sorted(range(5), key=lambda i: v[i])",
        "r = sorted(range(5), key=lambda i: v[i], reverse=True)",
        "r = max(v.tolist(), key=abs)",
        "r = min(range(5), key=lambda i: (v[i] - 1) ** 2)",
        "r = max(v.tolist() * 3)",
        "r = min(w.tolist() * 3)",
        "r = sorted(w.tolist())",
        "r = max(v, default=0)",
    ],
)
def test_an_order_is_as_stable_as_pythons(source):
    names = {"v": np.array([2.0, -1.0, 2.0, -2.0, 0.5]), "w": np.array([3, 1, 3])}
    plain, compiled = dict(names), dict(names)
    exec(source, plain)
    assert run(source, compiled).report.breaks == ()
    assert repr(compiled["r"]) == repr(plain["r"])


def test_a_key_is_asked_once_for_each_item():
    names = {"asked": []}
    source = "def key(a):\n    asked.append(a)\n    return -a\nr = sorted([1, 3, 2], key=key)\nb = max([2, 5], key=key)"
    plain, compiled = {"asked": []}, names
    exec(source, plain)
    run(source, compiled)
    assert (compiled["r"], compiled["b"], compiled["asked"]) == (plain["r"], plain["b"], plain["asked"])


def test_with_nan_plain_python_decides():
    namespace = {"v": np.array([2.0, np.nan, 1.0])}
    report = run("r = sorted(v.tolist())", namespace).report
    assert repr(namespace["r"]) == repr(sorted([2.0, math.nan, 1.0]))
    assert [entry.code for entry in report.diagnostics] == ["JL203"]


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (
            "r = sorted(['b', 'a'], key={'a': s, 'b': 2.0}.get)",
            "what is no number is put in an order that depends on values that the program computes",
        ),
        ("r = sorted([s, 1])", "numbers of different types are ordered"),
        ("r = round(s, -1)", "`round` to so many digits"),
    ],
)
def test_what_is_not_ordered_says_why(source, reason):
    report = run(source, {"s": 1.5}).report
    assert [entry.reason for entry in report.breaks] == [reason]
