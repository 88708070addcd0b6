"""How far a comparison is."""

from jaxlab.model.measuring import Progress
from jaxlab.views.progress import progress_html, progress_text


def test_a_line_for_a_terminal():
    assert progress_text(Progress(doing="first call of numba")) == "First call of numba"
    assert progress_text(Progress(doing="timing", share=0.4, remaining_s=3.0)) == (
        "Timing  [########            ]  40%, 3 s left"
    )


def test_a_bar_for_a_notebook():
    html = progress_html(Progress(doing="timing", share=0.5, remaining_s=1.5))
    assert '<progress value="0.50" max="1"' in html
    assert html.endswith(" 50%, 1.5 s left</span>")
    assert progress_html(Progress(doing="first call of <numba>")) == "<i>First call of &lt;numba&gt;</i>"
