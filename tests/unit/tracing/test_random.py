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
    "choice by computed weights": (
        "rng = np.random.default_rng(1)\na = np.array([1.0, 2.0, 4.0, 1.0])",
        "p = a / a.sum()\ni = rng.choice(4, p=p)\nj = rng.choice(4, 20, p=p)\nc = rng.choice(a, (2, 3), p=p)\nz = rng.random()",
    ),
    "choice by computed weights, legacy": (
        "rng = np.random.RandomState(1)\na = np.array([1.0, 2.0, 4.0, 1.0])",
        "p = a / a.sum()\ni = rng.choice(4, p=p)\nj = rng.choice(a, 20, True, p)\nz = np.random.choice(4, 5, p=p)",
    ),
    "weights of the notebook": (
        "rng = np.random.default_rng(1)\np = np.array([0.5, 0.25, 0.25])",
        "i = rng.choice(3, 2, replace=False, p=p)\nj = rng.choice(3, 9, p=p)\nm = rng.multinomial(9, p)",
    ),
    "arrays of the notebook": (
        "rng = np.random.default_rng(1)\na = np.array([0.5, 2.0, 8.0])\nn = np.array([3, 4, 5])\nh = np.eye(3) + 1",
        "x = rng.poisson(a)\ny = rng.binomial(n, 0.5)\nz = rng.multivariate_normal(a, h, size=2)\nt = rng.integers(0, n)\n"
        "u = rng.gamma(a, 2.0)\nw = rng.dirichlet(a)\nb = rng.multivariate_normal(a + 1, h)",
    ),
    "numbers of the notebook": (
        "rng = np.random.default_rng(1)\nlam = 2.5\nn = 4",
        "x = rng.poisson(lam, n)\ny = rng.binomial(n, lam / 5, 3)\nz = rng.beta(lam, lam * 2)\nt = rng.integers(n, size=n)\nu = rng.standard_t(lam)",
    ),
    "places and scales": (
        "rng = np.random.default_rng(1)\na = np.array([0.5, 2.0, 8.0])",
        "x = rng.exponential(a * 2)\ny = rng.laplace(a + 1, a * 2, (2, 3))\nz = rng.gumbel(scale=a * 2)\nt = rng.logistic(a.sum(), size=4)\n"
        "u = rng.rayleigh(a.mean(), 3)\nw = rng.gamma(2.0, a * 2)\nb = rng.normal(a, a * 0)\nc = rng.uniform(-a, a * 2)",
    ),
    "places and scales, legacy": (
        "rng = np.random.RandomState(1)\na = np.array([0.5, 2.0, 8.0])",
        "x = rng.exponential(a * 2)\ny = rng.laplace(a + 1, a * 2, (2, 3))\nz = rng.gumbel(scale=a * 2)\nt = np.random.logistic(a.sum(), size=4)\n"
        "u = rng.rayleigh(a.mean(), 3)\nw = np.random.gamma(2.0, a * 2)\nc = np.random.uniform(-a, a * 2)",
    ),
    "rows": (
        "rng = np.random.default_rng(1)\na = np.arange(30.0).reshape(10, 3)",
        "p = rng.permutation(a)\nq = rng.choice(a, 4)\nc = rng.choice(a, 4, replace=False, axis=0)\nrng.shuffle(a)",
    ),
    "rows, legacy": ("a = np.arange(30.0).reshape(10, 3)", "p = np.random.permutation(a)\nnp.random.shuffle(a)"),
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


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("rng.choice(3, p=a)", r"(?i)probabilities"),
        ("rng.choice(3, p=a / 2)", r"(?i)probabilities"),
        ("rng.choice(2, p=a / a.sum())", "must have same size"),
        ("rng.normal(a, -a)", "scale < 0"),
        ("rng.poisson(-a)", "lam < 0"),
        ("rng.normal(np.ones((2, 3)) * a, 1.0, size=3)", "not compatible with broadcast dimensions"),
        ("rng.exponential(-a)", "scale < 0"),
    ],
)
def test_parameters_that_numpy_refuses(call, message):
    names = namespace("rng = np.random.default_rng(1)\na = np.array([1.0, 2.0, 3.0])")
    before = names["rng"].bit_generator.state
    with pytest.raises(ValueError, match=message):
        run(f"x = {call}", names)
    assert names["rng"].bit_generator.state == before


def test_weights_that_change_between_runs_are_seen():
    names = namespace("rng = np.random.default_rng(1)\np = np.array([1.0, 0.0])")
    run("x = rng.choice(2, 5, p=p)", names)
    first = names["x"].tolist()
    names["p"][:] = [0.0, 1.0]
    report = run("x = rng.choice(2, 5, p=p)", names).report
    assert (first, names["x"].tolist()) == ([0] * 5, [1] * 5)
    assert report.reused
    names["p"][:] = [0.5, 0.0]
    with pytest.raises(ValueError, match=r"(?i)probabilities"):
        run("x = rng.choice(2, 5, p=p)", names)


def test_what_would_change_the_stream_is_a_break():
    report = run("x = rng.poisson(a * 2)", namespace("rng = np.random.default_rng(1)\na = np.ones(3)")).report
    assert [entry.reason for entry in report.breaks] == [
        "`poisson` draws with parameters that are computed in the cell"
    ]
    assert report.breaks[0].remedy == "Compute them in a cell before this one"
