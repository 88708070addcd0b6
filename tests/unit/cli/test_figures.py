"""`jaxlab verify` on matplotlib's figures: what was drawn counts, and addresses do not."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

from jaxlab.cli.verify.differences import Tolerance, in_names
from jaxlab.cli.verify.snapshot import describe


@pytest.fixture
def draw():
    """Draws a figure of every kind of artist."""

    def drawn(scale=1.0, title="as it is"):
        x = np.linspace(0, 1, 5)
        figure, (left, middle, right) = plt.subplots(1, 3)
        left.plot(x, scale * x, label="line")
        left.legend()
        left.bar(x, scale * x)
        middle.imshow(scale * np.outer(x, x))
        middle.contourf(np.outer(x, x))
        right.scatter(x, scale * x)
        right.fill(x, scale * x**2)
        right.set_title(title)
        return figure

    yield drawn
    plt.close("all")


def differences(one, other) -> tuple[str, ...]:
    return in_names(describe({"figure": one}), describe({"figure": other}), Tolerance(), frozenset())


def test_two_figures_of_the_same_data_are_the_same(draw):
    assert differences(draw(), draw()) == ()


def test_other_data_shows_in_every_artist(draw):
    found = " ".join(differences(draw(), draw(scale=2.0)))
    for getter in ("get_xydata", "get_array", "get_offsets", "get_xy", "get_height", "get_ylim"):
        assert f".{getter}()" in found


def test_another_title(draw):
    (found,) = differences(draw(), draw(title="another"))
    assert found.endswith(".get_text()`: 'as it is' with the magic, 'another' without")
