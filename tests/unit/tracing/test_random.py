"""Random numbers under `%%jit` are NumPy's own: the same stream, the same state afterwards, fresh at every run."""

import numpy as np
import pytest

from jaxlab.pipeline import run

PROGRAMS = {
    "module functions": (
        "",
        "x = np.random.rand(3)\ny = np.random.normal(2.0, 3.0, size=(2, 2))\nz = np.random.randn() * y",
    ),
    "seed": ("", "np.random.seed(0)\nx = np.random.rand(2) + 1\ny = np.random.randint(0, 10, 4)"),
    "shuffle": ("a = np.arange(64.0)", "np.random.shuffle(a)\nb = a * 2"),
    "generator": (
        "rng = np.random.default_rng(1)",
        "x = rng.normal(size=3) * 2\ni = rng.integers(5)\nk = rng.random()",
    ),
    "traced scale": (
        "rng = np.random.default_rng(1)\nmu = 1.5",
        "y = rng.normal(mu, 2.0, 5)\nz = rng.uniform(0, mu, 3)",
    ),
    "choice": (
        "rng = np.random.default_rng(1)\na = np.arange(5.0)",
        "p = rng.permutation(4)\nq = rng.permutation(a)\nc = rng.choice(a, 3)",
    ),
    "made in the cell": ("", "rng = np.random.default_rng(5)\nx = rng.random(3) * 2"),
    "in a loop": (
        "rng = np.random.RandomState(1)\na = np.ones(4)",
        "x = 0.0\nfor i in range(4):\n    x = x + rng.standard_normal() * a[i]",
    ),
    "in a helper": (
        "rng = np.random.default_rng(2)\ndef noisy(v): return v + rng.normal(size=v.shape)\nv = np.ones(3)",
        "w = noisy(v)\nu = noisy(w)",
    ),
}


def namespace(setup: str) -> dict:
    made = {"np": np, "__name__": "__main__"}
    np.random.seed(3)
    import linecache

    linecache.cache["<jaxlab-setup>"] = (
        len(setup),
        None,
        [f"{line}\n" for line in setup.split("\n")],
        "<jaxlab-setup>",
    )
    exec(compile(setup, "<jaxlab-setup>", "exec"), made)
    return made


def states(names: dict) -> list:
    generator = names.get("rng")
    if generator is None:
        found = []
    elif isinstance(generator, np.random.RandomState):
        found = [generator.get_state(legacy=False)]
    else:
        found = [generator.bit_generator.state]
    return [repr(state) for state in (*found, np.random.get_state(legacy=False))]


@pytest.mark.parametrize("program", PROGRAMS)
def test_draws_are_numpys(program):
    setup, body = PROGRAMS[program]
    plain = namespace(setup)
    for _ in range(3):
        exec(body, plain)
    expected = states(plain)

    compiled = namespace(setup)
    reports = [run(body, compiled).report for _ in range(3)]

    assert states(compiled) == expected
    assert [report.breaks for report in reports] == [(), (), ()]
    assert reports[-1].reused
    for name in set(plain) - {"np", "__builtins__", "__name__", "rng", "noisy"}:
        assert type(compiled[name]) is type(plain[name])
        np.testing.assert_allclose(compiled[name], plain[name], rtol=1e-15, err_msg=name)


def test_a_generator_without_a_seed_is_a_break():
    report = run("rng = np.random.default_rng()\nx = rng.random(3)", namespace("")).report
    assert report.breaks[0].reason == "a random generator is made without a constant seed"


def test_nothing_is_drawn_when_the_piece_fails():
    names = namespace("rng = np.random.default_rng(1)\na = np.arange(3)\ni = np.array([7])")
    before = names["rng"].bit_generator.state
    with pytest.raises(IndexError, match="index 7 is out of bounds"):
        run("b = a[i]\nx = rng.random(3)", names)
    assert names["rng"].bit_generator.state == before
    assert "x" not in names
