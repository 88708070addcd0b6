"""Programs that would take XLA minutes, or kill the process, run plainly or are refused. Each in a process of its own."""

import re
import subprocess
import sys

import numpy as np
import pytest

from jaxlab.model.options import Options
from jaxlab.pipeline import run
from jaxlab.stages import staging
from jaxlab.stages.waiting import OutOfTime

SCRIPT = """
import sys
import numpy as np
from jaxlab.model.errors import UsageProblem
from jaxlab.model.options import Gradient, Options
from jaxlab.pipeline import run
names = {{"np": np, "a": np.eye(4), "x": np.ones(4), "__name__": "__main__"}}
{body}
"""

REASONS = ("unrolled, it is too long to compile in the time allowed", "compiling it would take about")

TOO_LONG = {
    "unrolled": 'run("for i in range(5000):\\n    x = np.sin(x) @ a\\ny = x.sum()", names)',
    "elements": 'run("s = 0.0\\nfor i in range(60):\\n    for j in range(60):\\n        s = s + a[i % 4, j % 4] * x[i % 4]", names)',
    "comprehension": 'run("s = sum([np.sin(x[i % 4]) for i in range(5000)])", names)',
}


def child(body: str) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, "-c", SCRIPT.format(body=body)], capture_output=True, text=True, timeout=300)


@pytest.mark.parametrize("program", TOO_LONG)
def test_what_would_compile_too_long_runs_plainly(program):
    done = child(f"outcome = {TOO_LONG[program]}\nprint(outcome.report.breaks[0].reason)")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(REASONS)


def test_a_gradient_of_a_deep_program_is_refused_before_xla_sees_it():
    done = child(
        "try:\n"
        "    run('for i in range(2500):\\n    x = np.sin(x) @ a\\nx.sum()', names, options=Options(gradient=Gradient(wrt=('a',))))\n"
        "except UsageProblem as error:\n"
        "    print(error)\n"
    )
    assert done.returncode == 0, done.stderr
    assert re.match(
        r"JL208  A gradient needs the cell in one compiled piece, and line [23] can't be traced: (unrolled|compiling)",
        done.stdout,
    )


def test_a_program_whose_compile_time_is_predicted_too_long_is_cut():
    done = child(
        "outcome = run('y = x * 2\\nfor i in range(600):\\n    x = np.sin(x) @ a\\nz = x.sum()', names, options=Options(compile_budget_s=2.7))\n"
        "print([entry.reason[:31] for entry in outcome.report.breaks], float(outcome.report.segments[0].spans[0].line))\n"
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "['compiling it would take about 3'] 2.0"


def test_a_compile_that_runs_over_is_given_up_and_its_longest_statement_runs_plainly(monkeypatch):
    waits = iter([True])

    def wait(call, *, limit_s, **_):
        if next(waits, False):
            assert limit_s == 14
            raise OutOfTime
        return call()

    monkeypatch.setattr(staging, "interruptible", wait)
    names = {"np": np, "x": np.ones(4), "__name__": "__main__"}
    source = "y = x * 2\nfor i in range(3):\n    x = np.sin(x)\nz = x.sum()"
    report = run(source, names, options=Options(compile_budget_s=7)).report

    assert [(entry.line, entry.reason) for entry in report.breaks] == [(3, "compiling it takes more than 14 s")]
    assert [segment.spans[0].line for segment in report.segments] == [2, 5]
    assert names["z"] == np.sin(np.sin(np.sin(np.ones(4)))).sum()


def test_recursion_without_end_is_pythons_own_error():
    done = child(
        "import linecache\n"
        "source = 'def f(v): return f(np.sin(v))'\n"
        "linecache.cache['<jaxlab-setup>'] = (1, None, [source], '<jaxlab-setup>')\n"
        "exec(compile(source, '<jaxlab-setup>', 'exec'), names)\n"
        "try:\n    run('y = f(x)', names)\nexcept RecursionError as error:\n    print('RecursionError', 'y' in names)\n"
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "RecursionError False"
