"""Names in options."""

import pytest

from jaxlab.model.errors import UsageProblem
from jaxlab.model.options import Options
from jaxlab.pipeline import run


@pytest.mark.parametrize("flag", ["static", "traced"])
def test_a_name_that_nothing_reads_is_refused(flag):
    with pytest.raises(UsageProblem) as caught:
        run("y = x + n", {"x": 1.0, "n": 2, "__name__": "__main__"}, options=Options(**{flag: ("nope",)}))
    assert str(caught.value) == f"JL101  `--{flag} nope`: the cell reads no `nope`.\n\nIt reads `n`, `x`."


def test_a_name_of_the_notebook_may_be_read_by_a_helper():
    names = {"x": 1.0, "n": 2, "__name__": "__main__"}
    run("y = x * 2", names, options=Options(static=("n",)))
    assert names["y"] == 2.0
