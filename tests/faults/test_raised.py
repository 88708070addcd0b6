"""Errors whose text has traced values in it, and errors after a check of values: Python's own, and nothing of ours beside."""

import numpy as np
import pytest

from jaxlab.pipeline import run
from jaxlab.views import render_summary


@pytest.mark.parametrize(
    ("body", "kind", "text"),
    [
        ("y = v * 3\nraise ValueError(f'bad {v[0]:.2f}')", ValueError, "bad -3.00"),
        ("y = v * 3\nraise KeyError(str(v.max()))", KeyError, "2.0"),
        ("y = v * 3\nassert v.sum() > 1000, 'no'", AssertionError, "no"),
        ("y = v * 3\nz = np.linalg.inv(np.outer(v, v) * 0)", np.linalg.LinAlgError, "Singular"),
    ],
)
def test_what_is_raised(body, kind, text):
    names = {"np": np, "v": np.array([-3.0, 2.0]), "__name__": "__main__"}
    for _ in range(2):
        with pytest.raises(kind, match=text) as caught:
            run(body, names)
        assert caught.value.__context__ is None
        assert caught.value.__cause__ is None
        assert names["y"].tolist() == [-9.0, 6.0]


def test_a_cell_that_ran_plainly_has_run(tmp_path):
    names = {"np": np, "v": np.arange(2.0), "p": tmp_path / "f", "__name__": "__main__"}
    report = run("with open(p, 'w') as f: print(v[1], file=f)", names).report
    assert (tmp_path / "f").read_text() == "1.0\n"
    assert report.run_s > 0
    assert "ran as plain Python" in render_summary(report)
    assert "not run" not in render_summary(report)
