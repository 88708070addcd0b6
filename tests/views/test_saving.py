"""Reports as files."""

import pytest

from jaxlab.model.errors import ReportFormatError, ReportPathError
from jaxlab.model.report import Report
from tests.views.samples import BROKEN, COMPARED, MATMUL


@pytest.mark.parametrize("name", ["report.html", "report.json"])
@pytest.mark.parametrize("report", [MATMUL, BROKEN, COMPARED], ids=["compiled", "broken", "compared"])
def test_what_is_saved_loads_equal(report, name, tmp_path):
    report.save(tmp_path / name)
    assert Report.load(tmp_path / name) == report


def test_another_ending_is_refused(tmp_path):
    with pytest.raises(ReportPathError) as caught:
        MATMUL.save(tmp_path / "report.pdf")
    assert str(caught.value) == (
        "JL512  A report is saved as .html or .json, and 'report.pdf' is neither.\n\n"
        "Name it 'report.html' for a page to open, or 'report.json' for data."
    )
    assert isinstance(caught.value, ValueError)


def test_a_page_without_a_report(tmp_path):
    (tmp_path / "other.html").write_text("<p>hello</p>", encoding="utf-8")
    with pytest.raises(ReportFormatError) as caught:
        Report.load(tmp_path / "other.html")
    assert str(caught.value) == (
        "JL513  The page 'other.html' holds no report.\n\nLoad a page that `Report.save` wrote."
    )


def test_a_damaged_page(tmp_path):
    path = tmp_path / "report.html"
    MATMUL.save(path)
    text = path.read_text(encoding="utf-8")
    at = text.index("jaxlab-payload") + 200
    path.write_text(text[:at] + "AAAA" + text[at + 4 :], encoding="utf-8")
    with pytest.raises(ReportFormatError, match="JL511  The page's report is damaged: "):
        Report.load(path)
