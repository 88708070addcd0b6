"""StableHLO: regions, functions, and what is an operation."""

from jaxlab.stages.stablehlo import stablehlo_listing

MODULE = """#loc = loc(unknown)
#loc1 = loc("x")
module @jit_f attributes {mhlo.num_partitions = 1 : i32} {
  func.func public @main(%arg0: tensor<4xf32> loc("x"), %arg1: tensor<i32> loc(unknown)) -> (tensor<f32> {a = "r"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32> loc(#loc)
    %0:2 = stablehlo.while(%iterArg = %arg1, %iterArg_0 = %arg0) : tensor<i32>, tensor<4xf32>
    cond {
      %3 = stablehlo.compare LT, %iterArg, %arg1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1> loc(#loc9)
      stablehlo.return %3 : tensor<i1> loc(#loc9)
    } do {
      %3 = func.call @shared(%iterArg_0) : (tensor<4xf32>) -> tensor<4xf32> loc(#loc8)
      stablehlo.return %iterArg, %3 : tensor<i32>, tensor<4xf32> loc(#loc9)
    } loc(#loc9)
    %1 = call @shared(%0#1) : (tensor<4xf32>) -> tensor<4xf32> loc(#loc7)
    %2 = "stablehlo.reduce_window"(%1, %cst) <{window_dimensions = array<i64: 4>}> ({
    ^bb0(%arg2: tensor<f32> loc(unknown), %arg3: tensor<f32> loc(unknown)):
      %3 = stablehlo.add %arg2, %arg3 : tensor<f32> loc(#loc7)
      stablehlo.return %3 : tensor<f32> loc(#loc7)
    }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32> loc(#loc8)
    return %2 : tensor<f32> loc(#loc)
  } loc(#loc)
  func.func private @shared(%arg0: tensor<4xf32> loc(unknown)) -> tensor<4xf32> {
    %0 = chlo.square %arg0 : tensor<4xf32> -> tensor<4xf32> loc(#loc2)
    return %0 : tensor<4xf32> loc(#loc)
  } loc(#loc)
} loc(#loc)
#loc2 = loc("square")
#loc3 = loc("<cell 1>":1:0 to :9)
#loc4 = loc("<cell 1>":2:0 to :9)
#loc5 = loc("<cell 1>":3:0 to :9)
#loc6 = loc("<module>"(#loc3))
#loc7 = loc("jit(f)/a"(#loc6))
#loc8 = loc("jit(f)/b"("<module>"(#loc4)))
#loc9 = loc("jit(f)/while"("<module>"(#loc5)))
"""


def lines_linked_to(part: str) -> list[int]:
    (line,) = [line for line in stablehlo_listing(MODULE).lines if part in line.text]
    return [span.line for span in line.spans]


def test_locations_leave_the_text() -> None:
    listing = stablehlo_listing(MODULE)

    assert "loc" not in listing.text
    assert "  func.func public @main(%arg0: tensor<4xf32>, %arg1: tensor<i32>) -> (tensor<f32>" in listing.text
    assert len(listing.lines) == sum(not line.startswith("#") for line in MODULE.splitlines())


def test_a_region_is_linked_where_it_opens() -> None:
    assert lines_linked_to("stablehlo.while(") == [3]
    assert lines_linked_to("stablehlo.reduce_window") == [2]


def test_an_operation_in_a_region_keeps_its_own_link() -> None:
    assert lines_linked_to("stablehlo.add") == [1]
    assert lines_linked_to("stablehlo.compare") == [3]


def test_the_body_of_a_library_function_is_linked_to_all_its_calls() -> None:
    assert lines_linked_to("chlo.square") == [2, 1]


def test_what_computes_is_an_operation() -> None:
    names = ("while", "compare", "func.call", " call", "reduce_window", "stablehlo.add", "square")
    operations = [line.text for line in stablehlo_listing(MODULE).lines if line.is_operation]

    assert [name in text for name, text in zip(names, operations, strict=True)] == [True] * len(names)


def test_braces_functions_and_returns_are_linked_to_nothing() -> None:
    for line in stablehlo_listing(MODULE).lines:
        if line.text.strip().startswith(("}", "func.func", "module", "return", "stablehlo.return", "cond", "^bb0")):
            assert (line.stacks, line.is_operation) == ((), False), line.text
