"""What a terminal shows."""

from dataclasses import replace

from jaxlab.views.text import render_source, render_text
from tests.views.samples import BROKEN, COMPARED, MATMUL

MARKED = """\
  1   %%jit
  2 ● b = np.tanh(a @ a.T)
  3 × unused = np.exp(a)
  4 = n = 3
  5 ● centred(b).sum()

  ● compiled   = constant   × optimised away"""

PLAIN = """\
Ran as plain Python
  line  why                                      what to type instead
     3  matplotlib needs the numbers themselves  –
     4  `np.linalg.lstsq` is not covered yet.    Call it in a cell of its own."""

COMPARISON = """\
Comparison
  backend  steady state      95 %  transfer in it  first call  against numpy      95 %  paid back after     peak  agrees   largest error  note
  numpy          7.1 ms  7–7.2 ms               –           –       baseline         –                –  unknown  yes                  0  –
  jit            2.1 ms  2–2.2 ms               –      0.21 s    3.4× faster  3.2–3.6×         42 calls     4 MB  yes            1.1e-13  –
  numba         unknown         –               –           –              –         –                –  unknown  unknown        unknown  not installed"""

COST = """\
Cost and memory
  flops                          250 M
  transcendentals                250 k
  bytes accessed                 10 MB
  flops a byte                      25
  arguments                       2 MB
  outputs                         2 MB
  outputs in an input's place      0 B
  temporaries                      0 B
  peak                         unknown"""

HLO = """\
hlo of lines 2–5
            | ENTRY %main (a: f64[500,500]) -> (f64[500,500], f64[]) {
            |   %a = f64[500,500]{1,0} parameter(0)
          2 |   %dot = f64[500,500]{1,0} dot(%a, %a)
          2 |   %tanh = f64[500,500]{1,0} fusion(%dot)
          5 |   %sum = f64[] fusion(%tanh)
            | }"""


def test_each_line_is_marked():
    assert render_source(MATMUL) == MARKED


def test_plain_lines_and_their_reasons():
    assert "  3 ○ plt.plot(b)" in render_source(BROKEN)
    assert PLAIN in render_text(BROKEN)


def test_what_was_explored_has_not_run():
    assert "\n\nWould run as plain Python\n  line  why" in render_text(replace(BROKEN, run_s=None))


def test_a_cell_that_was_not_run_moved_nothing():
    assert "  transfer" in render_text(MATMUL)
    assert "  transfer" not in render_text(replace(MATMUL, run_s=None, transfer_s=0.0))


def test_figures():
    text = render_text(COMPARED)
    assert COMPARISON in text
    assert COST in text


def test_listings_on_demand():
    assert "hlo of" not in render_text(MATMUL)
    assert render_text(MATMUL, listings=["hlo"]).endswith(HLO)
