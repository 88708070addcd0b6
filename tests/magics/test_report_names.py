"""`%jaxlab diff`: which reports it means."""

import pytest
from IPython.core.error import UsageError

from jaxlab.magics.report_names import two_reports
from tests.views.samples import BROKEN, MATMUL


def test_two_names_of_reports():
    assert two_reports(" a b", {"a": MATMUL, "b": BROKEN}) == (MATMUL, BROKEN)


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ("a", "`%jaxlab diff` needs the names of two reports, as in `%jaxlab diff before after`."),
        ("a n", "`n` is of type int, not a report. `%%jit -o n` stores one."),
        ("a c", "`c` is not defined, not a report. `%%jit -o c` stores one."),
    ],
)
def test_what_is_no_report(names, said):
    with pytest.raises(UsageError) as error:
        two_reports(names, {"a": MATMUL, "n": 3})
    assert str(error.value) == said
