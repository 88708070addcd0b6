"""What a cell shows, it shows at every run, in order, with the values of the moment."""

import io
import logging
import warnings

import numpy as np
import pytest

from jaxlab.pipeline import last_report, run


def namespace() -> dict:
    made = {"np": np, "logging": logging, "warnings": warnings, "__name__": "__main__", "x": np.arange(3.0), "k": 2}
    made["log"] = logging.getLogger("jaxlab-test")
    return made


PROGRAMS = {
    "print": "y = x * 2\nprint('y', y, y.sum(), k, [y[0]], sep='-')\ny[0] = 5\nprint(y, end='!')",
    "f-string": "print(f'{x.mean():.3f} {k} {x!r:>20} {k=} {x.sum():{k}}')",
    "percent": "print('%.3f %s' % (x.sum(), x))",
    "format": "print('{:.2f} {a}'.format(x.sum(), a=x))",
    "text kept": "s = 'a ' + str(x.sum()) + repr(x)\nt = [s, f'{s}']\nprint(s, t)",
    "loop": "for i in range(3):\n    x += i\n    print(i, x.sum())",
    "helper": "def f(v):\n    print('in f', v)\n    return v + 1\ny = f(x)",
    "python numbers": "z = float(x.sum())\nprint(z, int(z), z > 1, -z)",
    "nothing traced": "print(k)\nprint()",
    "container": "d = {'a': x * 2, 'b': (1, x[1])}\nprint(d)",
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_prints(program, capsys):
    plain, compiled = namespace(), namespace()
    for _ in range(2):
        exec(PROGRAMS[program], plain)
        expected = capsys.readouterr().out
        report = run(PROGRAMS[program], compiled).report
        assert capsys.readouterr().out == expected
        assert report.breaks == ()
        assert report.diagnostics == ()


@pytest.mark.parametrize(
    "body",
    ["log.info('sum %s', x.sum())", "log.warning(f'{x}')", "log.debug('no')", "log.log(logging.ERROR, 'k %d', k)"],
)
def test_logs(body):
    seen = []
    for execute in (lambda names: exec(body, names), lambda names: run(body, names)):
        stream = io.StringIO()
        handler = logging.StreamHandler(stream)
        handler.setFormatter(logging.Formatter("%(levelname)s %(name)s %(lineno)d %(funcName)s %(message)s"))
        logger = logging.getLogger("jaxlab-test")
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(logging.INFO)
        names = namespace()
        for _ in range(2):
            execute(names)
        assert not (report := last_report()) or report.breaks == ()
        seen.append(stream.getvalue())
    assert seen[0].replace(" 1 <module>", " 2 <module>") == seen[1]


def test_a_warning_is_shown_at_the_users_line():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for _ in range(2):
            report = run("y = x * 2\nwarnings.warn(f'sum is {y.sum()}', RuntimeWarning)", namespace()).report
    assert report.breaks == ()
    assert [str(entry.message) for entry in caught] == ["sum is 6.0"] * 2
    assert {(entry.category, entry.lineno) for entry in caught} == {(RuntimeWarning, 3)}


def test_text_that_is_looked_into_is_a_break():
    names = namespace()
    report = run("s = f'{x.sum()}'\nn = len(s)", names).report
    assert [entry.reason for entry in report.breaks] == ["the program looks into text with traced values"]
    assert names["n"] == 3


def test_nothing_is_printed_when_the_piece_fails(capsys):
    names = namespace() | {"i": np.array([9])}
    with pytest.raises(IndexError):
        run("print('before', x)\ny = x[i]\nprint('after')", names)
    assert capsys.readouterr().out == "before [0. 1. 2.]\n"


JAX_PROGRAMS = {
    "shown": "loss = (j**2).sum()\nprint(loss, f'{loss:.2f}', str(loss), repr(j), [loss], '%.1f' % loss, '{}'.format(j))",
    "numbers": "loss = (j**2).sum()\na = float(loss), int(loss), bool(loss > 1), complex(loss)\nprint(a)",
    "history": "h.append(float(j.sum()))\nt = f'{j.sum()}'",
}


@pytest.mark.parametrize("program", JAX_PROGRAMS)
def test_jax_values_are_shown_as_values(program, capsys):
    jnp = pytest.importorskip("jax.numpy")
    plain, compiled = ({"j": jnp.arange(3.0), "h": [], "__name__": "__main__"} for _ in range(2))
    for _ in range(2):
        exec(JAX_PROGRAMS[program], plain)
        expected = capsys.readouterr().out
        report = run(JAX_PROGRAMS[program], compiled).report
        assert capsys.readouterr().out == expected
        assert report.breaks == ()
    for name in {"a", "h", "t", "loss"} & set(plain):
        assert repr(compiled[name]) == repr(plain[name])
