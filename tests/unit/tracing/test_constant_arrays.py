"""Arrays of strings and dates are constants of a compiled cell; a change of theirs is seen."""

import numpy as np

from jaxlab.pipeline import run


def namespace() -> dict:
    return {"np": np, "__name__": "__main__", "labels": np.array(["a", "b", "a"]), "x": np.array([1.0, 2.0, 3.0])}


def test_a_mask_of_strings_compiles_and_is_fresh():
    names = namespace()
    body = "mask = labels == 'a'\ntotal = np.sum(np.where(mask, x, 0.0))\nn = len(labels)\nx2 = x[labels == 'a'] * 2"
    report = run(body, names).report
    assert report.breaks == ()
    assert (
        names["total"] == 4.0 and names["mask"].tolist() == [True, False, True] and names["x2"].tolist() == [2.0, 6.0]
    )
    names["labels"][1] = "a"
    assert run(body, names).report.recompiled_because == "`labels` changed"
    assert names["total"] == 6.0


def test_a_write_runs_plainly():
    names = namespace()
    run("labels[0] = 'b'\ny = x * 2", names)
    assert names["labels"].tolist() == ["b", "b", "a"]


def test_a_view_stays_a_view():
    names = namespace()
    run("first = labels[:1]\nsame = labels", names)
    names["first"][0] = "z"
    assert names["labels"][0] == "z" and names["same"] is names["labels"]


def test_dates():
    names = namespace() | {"t": np.array(["2020-01-01", "2020-01-03"], dtype="datetime64[D]")}
    report = run(
        "late = t > np.datetime64('2020-01-02')\ny = np.where(late, x[:2], 0.0)\nd = t[1] - t[0]", names
    ).report
    assert names["y"].tolist() == [0.0, 2.0] and names["d"] == np.timedelta64(2, "D")
    assert report.diagnostics == ()
