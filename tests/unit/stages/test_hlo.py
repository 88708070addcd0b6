"""Compiled HLO: both forms of metadata, and how links travel."""

import pytest

from jaxlab.model.listing import Listing
from jaxlab.stages.hlo import hlo_listing
from jaxlab.stages.hlo_text import instruction

TABLES = """HloModule jit_f, is_scheduled=true

FileNames
1 "<cell 1>"
2 "C:\\\\gr\\303\\266\\303\\237e.py"

FunctionNames
1 "<module>"
2 "act"

FileLocations
1 {file_name_id=1 function_name_id=1 line=2 end_line=2 column=4 end_column=15}
2 {file_name_id=2 function_name_id=2 line=7 end_line=8 column=0 end_column=9}

StackFrames
1 {file_location_id=1 parent_frame_id=1}
2 {file_location_id=2 parent_frame_id=2}

"""
FUSED = """
%fused (p: f32[4]) -> f32[4] {
  %p = f32[4]{0} parameter(0)
  %one = f32[] constant(1)
  %ones = f32[4]{0} broadcast(%one), dimensions={}
  ROOT %add = f32[4]{0} add(%p, %ones), metadata={op_name="jit(f)/add{a}" stack_frame_id=1}, backend_config={"x":[]}
}

ENTRY %main (x: f32[4]) -> (f32[4], f32[4]) {
  %x = f32[4]{0} parameter(0), metadata={op_name="x"}
  %tanh = f32[4]{0} tanh(%x), metadata={op_name="jit(f)/tanh" stack_frame_id=2}
  %copy = f32[4]{0} copy(%tanh)
  %fusion = f32[4]{0} fusion(%copy), kind=kLoop, calls=%fused
  ROOT %tuple = (f32[4]{0}, f32[4]{0}) tuple(%fusion, %tanh)
}
"""
INLINE = """HloModule jit_f

%sum (a: f32[], b: f32[]) -> f32[] {
  %a = f32[] parameter(0)
  %b = f32[] parameter(1)
  ROOT %plus = f32[] add(%a, %b)
}

ENTRY %main (x: f32[4]) -> f32[] {
  %x = f32[4]{0} parameter(0)
  %zero = f32[] constant(0)
  ROOT %reduce = f32[] reduce(%x, %zero), dimensions={0}, to_apply=%sum, metadata={op_name="jit(f)/sum" \
source_file="<cell 1>" source_line=3 source_end_line=3 source_column=2 source_end_column=9}
}
"""


def links(listing: Listing) -> dict[str, list[list[tuple[str, int]]]]:
    """By the name of each operation: file and line of every frame of every stack."""
    return {
        instruction(line.text).name: [[(span.file, span.line) for span in stack] for stack in line.stacks]
        for line in listing.lines
        if line.is_operation
    }


def test_frame_tables_give_the_whole_stack() -> None:
    listing = hlo_listing(TABLES + FUSED)

    assert links(listing)["tanh"] == [[("C:\\größe.py", 7), ("<cell 1>", 2)]]
    (stack,) = next(line.stacks for line in listing.lines if "tanh(%x)" in line.text)
    assert (stack[0].column, stack[0].end_line, stack[0].end_column, stack[0].function) == (0, 8, 9, "act")


def test_parents_printed_as_they_are_work_too() -> None:
    honest = TABLES.replace("1 {file_location_id=1 parent_frame_id=1}", "1 {file_location_id=1}").replace(
        "parent_frame_id=2}", "parent_frame_id=1}"
    )

    assert links(hlo_listing(honest + FUSED)) == links(hlo_listing(TABLES + FUSED))


def test_inline_metadata_gives_the_innermost_frame() -> None:
    assert links(hlo_listing(INLINE))["reduce"] == [[("<cell 1>", 3)]]


def test_a_fusion_takes_the_links_of_its_computation() -> None:
    assert links(hlo_listing(TABLES + FUSED))["fusion"] == [[("<cell 1>", 2)]]


def test_what_a_computation_does_not_say_comes_from_who_calls_it() -> None:
    assert links(hlo_listing(INLINE))["plus"] == [[("<cell 1>", 3)]]


def test_what_xla_has_put_in_is_linked_to_what_uses_it() -> None:
    assert links(hlo_listing(TABLES + FUSED))["ones"] == [[("<cell 1>", 2)]]


def test_the_copy_of_a_result_is_linked_to_the_result() -> None:
    text = TABLES + FUSED.replace("tuple(%fusion, %tanh)", "tuple(%fusion, %last)").replace(
        "  ROOT %tuple", "  %last = f32[4]{0} copy(%tanh)\n  ROOT %tuple"
    )

    assert links(hlo_listing(text))["last"] == [[("C:\\größe.py", 7), ("<cell 1>", 2)]]


def test_tables_and_metadata_are_not_in_the_text() -> None:
    text = hlo_listing(TABLES + FUSED).text

    assert text.startswith("HloModule jit_f, is_scheduled=true\n\n%fused (p: f32[4]) -> f32[4] {\n")
    assert 'ROOT %add = f32[4]{0} add(%p, %ones), backend_config={"x":[]}\n' in text
    assert "metadata" not in text


def test_a_module_without_any_metadata_has_a_listing_without_links() -> None:
    listing = hlo_listing("HloModule m\n\nENTRY %main (x: f32[]) -> f32[] {\n  ROOT %y = f32[] negate(%x)\n}\n")

    assert links(listing) == {"y": []}
    assert len(listing.lines) == 5


@pytest.mark.parametrize(
    ("line", "opcode", "is_operation"),
    [
        ("  %x = f32[8,4]{1,0} parameter(0)", "parameter", False),
        ("  %c = s32[] constant(10)", "constant", False),
        ("  %g = f32[4]{0} get-tuple-element(%w), index=1", "get-tuple-element", False),
        ("  ROOT %t = ((s32[], f32[8]{0:T(8,128)}), f32[]) tuple(%a, %b)", "tuple", False),
        ("  %b = f32[32]{0} bitcast(%x)", "bitcast", False),
        ("  %w = (s32[], /*index=1*/f32[8]{0}) while(%t), condition=%c, body=%b", "while", True),
        ("  d.1 = f32[8,16]{1,0:T(8,128)S(1)} dot(x, w), lhs_contracting_dims={1}", "dot", True),
        ("  ROOT %all-reduce-start = f32[] all-reduce-start(%x), to_apply=%sum", "all-reduce-start", True),
        ("%fused (p: f32[4]) -> f32[4] {", "", False),
        ("}", "", False),
        ("", "", False),
    ],
)
def test_what_a_line_is(line: str, opcode: str, is_operation: bool) -> None:
    assert (instruction(line).opcode, instruction(line).is_operation) == (opcode, is_operation)


def test_the_computations_that_an_instruction_calls() -> None:
    line = "  %c = f32[] conditional(%p, %a, %b), branch_computations={%left, %right}"

    assert instruction(line).called == ("left", "right")
