"""Figures with digits and units."""

import pytest

from jaxlab.model.placement import Aval
from jaxlab.views.rows import aval, bytes_, count, error, intensity, lines, ratio, seconds
from tests.views.samples import CELL, HELPER, span


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "unknown"),
        (0.0, "0 s"),
        (0.00000085, "850 ns"),
        (0.000004, "4 µs"),
        (0.0021, "2.1 ms"),
        (0.0999, "100 ms"),
        (0.21, "0.21 s"),
        (1.26, "1.3 s"),
        (12.4, "12 s"),
        (123.4, "123 s"),
        (4321.0, "4,321 s"),
    ],
)
def test_seconds(value, text):
    assert seconds(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "unknown"),
        (0, "0 B"),
        (8, "8 B"),
        (999, "999 B"),
        (2_000_000, "2 MB"),
        (999_999, "1 MB"),
        (1.5e9, "1.5 GB"),
    ],
)
def test_bytes(value, text):
    assert bytes_(value) == text


@pytest.mark.parametrize(("value", "text"), [(None, "unknown"), (0, "0"), (12, "12"), (250_250_000, "250 M")])
def test_count(value, text):
    assert count(value) == text


def test_unknown_is_never_zero():
    assert {show(None) for show in (seconds, bytes_, count, ratio, error, intensity)} == {"unknown"}


def test_ratio_and_error():
    assert ratio(3.38) == "3.4×"
    assert ratio(120.0) == "120×"
    assert error(0.0) == "0"
    assert error(1.1e-13) == "1.1e-13"


def test_a_scalar_has_no_brackets():
    assert aval(Aval(dtype="float64", shape=())) == "float64"
    assert aval(Aval(dtype="float64", shape=(500, 500))) == "float64[500,500]"


@pytest.mark.parametrize(
    ("numbers", "text"),
    [((3,), "line 3"), ((2, 3, 4), "lines 2–4"), ((5, 2, 3), "lines 2–3, 5"), ((), "lines unknown")],
)
def test_lines(numbers, text):
    assert lines((*(span(number) for number in numbers), span(9, file=HELPER)), CELL) == text
