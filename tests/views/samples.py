"""Reports made by hand, small enough to be read beside what a view makes of them."""

from dataclasses import replace

from jaxlab.model.comparison import Comparison
from jaxlab.model.cost import Cost, Memory
from jaxlab.model.diagnostic import Break, Diagnostic
from jaxlab.model.listing import Listing, ListingLine
from jaxlab.model.placement import Argument, Aval, Placement
from jaxlab.model.report import Report, Segment
from jaxlab.model.source import SourceText, Span
from jaxlab.model.timing import ComparisonRow

CELL = "cell-under-magic"
HELPER = "cell-with-helper"
ON_CPU = Placement(
    sharding="SingleDeviceSharding", devices=("cpu:0",), memory_kind="device", bytes_per_device=2_000_000
)


def span(line: int, start: int | None = None, end: int | None = None, *, file: str = CELL, function: str = "") -> Span:
    return Span(file=file, line=line, column=start, end_line=line, end_column=end, function=function)


def listing(kind: str, *lines: tuple[str, tuple[Span, ...]]) -> Listing:
    """A listing of (text, innermost-first stack); an empty stack marks a line that stems from no user code."""
    return Listing(
        kind=kind,
        lines=tuple(
            ListingLine(text=text, stacks=(stack,) if stack else (), is_operation=bool(stack)) for text, stack in lines
        ),
    )


PRODUCT = (span(2, 12, 19),)
TANH = (span(2, 4, 20),)
EXP = (span(3, 9, 18),)
CENTRED = (span(2, 11, 27, file=HELPER, function="centred"), span(5, 0, 10))
SUM = (span(5, 0, 10),)

MATMUL_SEGMENT = Segment(
    spans=tuple(span(line) for line in (2, 3, 4, 5)),
    inputs=(Argument(name="a", aval=Aval(dtype="float64", shape=(500, 500)), bytes=2_000_000, placement=ON_CPU),),
    outputs=(
        Argument(name="b", aval=Aval(dtype="float64", shape=(500, 500)), bytes=2_000_000, placement=ON_CPU),
        Argument(
            name="Out",
            aval=Aval(dtype="float64", shape=()),
            bytes=8,
            placement=replace(ON_CPU, bytes_per_device=8),
            python_type="float64",
        ),
    ),
    listings={
        "jaxpr": listing(
            "jaxpr",
            ("{ lambda ; a:f64[500,500]. let", ()),
            ("    b:f64[500,500] = transpose[permutation=(1, 0)] a", PRODUCT),
            ("    c:f64[500,500] = dot_general[", PRODUCT),
            ("      dimension_numbers=(([1], [0]), ([], []))", PRODUCT),
            ("    ] a b", PRODUCT),
            ("    d:f64[500,500] = tanh c", TANH),
            ("    _:f64[500,500] = exp a", EXP),
            ("    e:f64[500,500] = sub d 0.5", CENTRED),
            ("    f:f64[] = reduce_sum[axes=(0, 1)] e", SUM),
            ("  in (d, f) }", ()),
        ),
        "stablehlo": listing(
            "stablehlo",
            ("func.func public @main(%arg0: tensor<500x500xf64>) {", ()),
            ("  %0 = stablehlo.transpose %arg0, dims = [1, 0]", PRODUCT),
            ("  %1 = stablehlo.dot_general %arg0, %0", PRODUCT),
            ("  %2 = stablehlo.tanh %1 : tensor<500x500xf64>", TANH),
            ("  %3 = stablehlo.subtract %2, %cst", CENTRED),
            ("  %4 = stablehlo.reduce(%3 init: %cst)", SUM),
            ("}", ()),
        ),
        "hlo": Listing(
            kind="hlo",
            lines=(
                ListingLine(text="ENTRY %main (a: f64[500,500]) -> (f64[500,500], f64[]) {"),
                ListingLine(text="  %a = f64[500,500]{1,0} parameter(0)"),
                ListingLine(text="  %dot = f64[500,500]{1,0} dot(%a, %a)", stacks=(PRODUCT,), is_operation=True),
                ListingLine(text="  %tanh = f64[500,500]{1,0} fusion(%dot)", stacks=(TANH,), is_operation=True),
                ListingLine(text="  %sum = f64[] fusion(%tanh)", stacks=(SUM, CENTRED), is_operation=True),
                ListingLine(text="}"),
            ),
        ),
    },
    cost=Cost(flops=250_250_000.0, bytes_accessed=10_000_024.0, transcendentals=250_000.0),
    memory=Memory(argument_bytes=2_000_000, output_bytes=2_000_024, temporary_bytes=0, alias_bytes=0),
)

MATMUL = Report(
    magic="jit",
    source=SourceText(
        file=CELL,
        title="this cell",
        text="%%jit\nb = np.tanh(a @ a.T)\nunused = np.exp(a)\nn = 3\ncentred(b).sum()\n",
    ),
    helpers=(SourceText(file=HELPER, title="In [3]", text="def centred(x):\n    return x - 0.5\n"),),
    segments=(MATMUL_SEGMENT,),
    trace_s=0.031,
    lower_s=0.012,
    compile_s=0.167,
    transfer_s=0.0001,
    run_s=0.0021,
    device="cpu:0",
    versions={"python": "3.11.9", "jax": "0.10.2", "numpy": "2.4.0"},
)

PLOT = Break(
    span=span(3),
    line=3,
    reason="matplotlib needs the numbers themselves",
    array_work=False,
)
WRITE = Break(
    span=span(4),
    line=4,
    reason="`np.linalg.lstsq` is not covered yet.",
    remedy="Call it in a cell of its own.",
)

BROKEN = replace(
    MATMUL,
    source=SourceText(
        file=CELL,
        title="this cell",
        text="%%jit\nb = np.tanh(a @ a.T)\nplt.plot(b)\nc = np.linalg.lstsq(a, b)\nb.sum()\n",
    ),
    breaks=(PLOT, WRITE),
    diagnostics=(
        Diagnostic(code="JL412", message="A replay of line 5 gave a value.", hint="Run with `--strict`.", span=span(5)),
    ),
)

PLAIN = replace(BROKEN, segments=(), breaks=(WRITE,), diagnostics=(), trace_s=0.0, lower_s=0.0, compile_s=0.0)

CONSTANT = Report(
    magic="jit",
    source=SourceText(file=CELL, title="this cell", text="%%jit\nn = 3\n"),
    segments=(Segment(spans=(span(2),)),),
    run_s=0.000004,
    device="cpu:0",
)

COMPARED = replace(
    MATMUL,
    magic="compare",
    comparison=Comparison(
        rows=(
            ComparisonRow(backend="numpy", samples_s=(0.0071, 0.0072, 0.0070) * 2, agrees=True, max_abs_error=0.0),
            ComparisonRow(
                backend="jit",
                samples_s=(0.0021, 0.0020, 0.0022) * 2,
                first_call_s=0.21,
                peak_bytes=4_000_024,
                agrees=True,
                max_abs_error=1.1e-13,
            ),
            ComparisonRow(backend="numba", note="not installed"),
        ),
        tolerance=1e-9,
    ),
)
