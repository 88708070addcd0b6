"""Generated code, function by function."""

import shutil
from pathlib import Path

import pytest

from jaxlab.model.listing import Listing, ListingLine
from jaxlab.model.source import Span
from jaxlab.stages import machine_code
from jaxlab.stages.machine_code import code_listings

LINE = Span(file="<cell>", line=3, end_line=3)
HLO = Listing(
    kind="hlo",
    lines=(
        ListingLine(text="%region_1.2 (a: f32[], b: f32[]) -> pred[] {"),
        ListingLine(text="  ROOT %lt = pred[] compare(%a, %b), direction=LT", stacks=((LINE,),)),
        ListingLine(text="ENTRY %main (x: f32[8]) -> f32[8] {"),
        ListingLine(text="  ROOT %add.1 = f32[8]{0} fusion(%x), kind=kLoop, calls=%fused", stacks=((LINE,),)),
    ),
)
LLVM = """\
; ModuleID = 'm'
target triple = "x86_64"

; Function Attrs: nounwind
define noalias ptr @add.1_kernel(ptr %0) local_unnamed_addr #0 {
  %2 = load ptr, ptr %0, align 8, !invariant.load !3, !alias.scope !5
  call void @llvm.sin(ptr %2) #2
  ret ptr null
}

define void @region_1.2(ptr %0) {
  ret void
}

attributes #0 = { nounwind }
!3 = !{}
"""
PTX = """\
.version 8.7
.target sm_90a

.visible .entry loop_add_fusion(
\t.param .u64 p0
)
{
\tret;

}
"""


def lines(listing: Listing) -> list[str]:
    return [line.text for line in listing.lines]


def test_llvm_keeps_functions_and_drops_what_describes_them(tmp_path: Path) -> None:
    (tmp_path / "module.ir-with-opt.ll").write_text(LLVM)
    (tmp_path / "module.ir-no-opt.ll").write_text(LLVM.replace("ret", "unreachable"))
    found = code_listings(tmp_path, HLO)
    assert set(found) == {"llvm"}
    assert lines(found["llvm"]) == [
        "define noalias ptr @add.1_kernel(ptr %0) local_unnamed_addr #0 {",
        "  %2 = load ptr, ptr %0, align 8",
        "  call void @llvm.sin(ptr %2)",
        "  ret ptr null",
        "}",
        "",
        "define void @region_1.2(ptr %0) {",
        "  ret void",
        "}",
        "",
    ]


def test_functions_are_linked_by_the_name_of_their_instruction_or_computation(tmp_path: Path) -> None:
    (tmp_path / "module.ir-with-opt.ll").write_text(LLVM)
    llvm = code_listings(tmp_path, HLO)["llvm"]
    linked = [line.text for line in llvm.lines if line.stacks == ((LINE,),)]
    assert linked == [text for text in lines(llvm) if text.strip(" }")]


def test_ptx(tmp_path: Path) -> None:
    (tmp_path / "module_0001.jit_f.ptx").write_text(PTX)
    hlo = Listing(kind="hlo", lines=(ListingLine(text="  %loop_add_fusion = f32[8] fusion(%x)", stacks=((LINE,),)),))
    ptx = code_listings(tmp_path, hlo)["ptx"]
    assert lines(ptx)[:2] == [".visible .entry loop_add_fusion(", "  .param .u64 p0"]
    assert "}" in lines(ptx)
    assert ptx.lines[0].stacks == ((LINE,),)


def test_what_goes_beyond_the_limit_is_left_out_and_said(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "module.ir-with-opt.ll").write_text(LLVM)
    monkeypatch.setattr(machine_code, "MOST_LINES", 6)
    llvm = lines(code_listings(tmp_path, HLO)["llvm"])
    assert llvm[0].startswith("define noalias ptr @add.1_kernel")
    assert llvm[-1] == "; 3 lines more: explore a part of the cell to see them"
    assert len(llvm) == 7


def test_without_a_disassembler_there_is_no_assembly(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "kernel.o").write_bytes(b"")
    monkeypatch.setattr(machine_code, "DISASSEMBLERS", ("no-such-tool",))
    assert code_listings(tmp_path, HLO) == {}


@pytest.mark.skipif(not any(map(shutil.which, machine_code.DISASSEMBLERS)), reason="no disassembler here")
def test_a_file_that_is_no_object_gives_no_functions(tmp_path: Path) -> None:
    (tmp_path / "kernel.o").write_bytes(b"nothing")
    assert code_listings(tmp_path, HLO) == {}
