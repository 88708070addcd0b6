"""What XLA writes down while it compiles: real programs, compiled by whatever JAX is installed."""

import tempfile
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.experimental.compilation_cache import compilation_cache

from jaxlab.model.passes import Passes
from jaxlab.stages import dumps, staging
from jaxlab.stages.staging import Staged, stage
from tests.unit.stages.cells import cell, line_of, program

CELL = """
h = jnp.tanh(x) * 2 + 1
best = jnp.sort(h, axis=0)
y = (h.sum(), best)
"""
X = np.ones((64, 64), np.float32)


@pytest.fixture(scope="module")
def staged() -> Staged:
    code = cell("<dumped cell>", CELL)
    return stage(program(code, {"jnp": jnp}, ["x"], "y"), (X,))


def opcodes(passes: Passes, step: int) -> str:
    return passes.program(step).text


def test_the_first_step_is_the_program_before_optimisation(staged: Staged) -> None:
    passes = staged.dump.passes
    assert passes.steps[0].name == ""
    assert "tanh(" in opcodes(passes, 0)
    assert "fusion(" not in opcodes(passes, 0)


def test_one_step_shows_where_the_fusion_appears(staged: Staged) -> None:
    passes = staged.dump.passes
    fused = next(step for step in range(len(passes.steps)) if "kind=kLoop" in opcodes(passes, step))
    assert passes.steps[fused].name == "fusion"
    assert fused in passes.changing


def test_the_last_step_is_the_program_that_runs(staged: Staged) -> None:
    passes = staged.dump.passes
    names = [line.text.split(" = ")[0] for line in passes.program(len(passes.steps) - 1).lines]
    assert names == [line.text.split(" = ")[0] for line in staged.listings["hlo"].lines]
    assert passes.steps[-1].instructions == sum(" = " in name for name in staged.listings["hlo"].text.split("\n"))


def test_lines_of_every_step_are_linked_to_the_cell(staged: Staged) -> None:
    passes = staged.dump.passes
    for step in (0, len(passes.steps) // 2, len(passes.steps) - 1):
        lines = passes.program(step).lines
        assert {span.line for line in lines for span in line.spans} >= {1, 2, 3}


def test_lines_that_stay_are_held_once(staged: Staged) -> None:
    passes = staged.dump.passes
    shown = sum(end - start for step in passes.steps for start, end in step.runs)
    assert len(passes.lines) < shown / 3


def test_generated_code_is_linked_to_the_line_it_computes(staged: Staged) -> None:
    llvm = staged.dump.code["llvm"]
    linked = {span.line for line in llvm.lines for span in line.spans}
    assert {line_of(CELL, "tanh"), line_of(CELL, "sort")} <= linked
    assert llvm.lines[0].text.startswith("define ")
    assert all(not line.text.startswith(("!", "target ", ";")) for line in llvm.lines)


def test_the_folder_is_gone(monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    staged = stage(jnp.tanh, (X,))
    assert staged.dump is not None
    assert list(tmp_path.iterdir()) == []


def test_the_folder_is_gone_after_an_error_too(monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(dumps, "passes_of", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        _ = stage(jnp.tanh, (X,)).dump
    assert list(tmp_path.iterdir()) == []


def test_a_program_in_the_persistent_cache_is_dumped_all_the_same(tmp_path: Path) -> None:
    wanted = {
        "jax_compilation_cache_dir": str(tmp_path),
        "jax_persistent_cache_min_compile_time_secs": 0.0,
        "jax_persistent_cache_min_entry_size_bytes": -1,
    }
    before = {name: getattr(jax.config, name) for name in wanted}
    try:
        for name, value in wanted.items():
            jax.config.update(name, value)
        compilation_cache.reset_cache()
        held = [stage(lambda x: jnp.cosh(x) + 3, (X,)).dump.passes for _ in range(2)]
        assert any(tmp_path.iterdir())
    finally:
        for name, value in before.items():
            jax.config.update(name, value)
        compilation_cache.reset_cache()
    assert [len(passes.steps) > 3 for passes in held] == [True, True]


def test_a_program_that_is_too_long_has_no_dump(monkeypatch) -> None:
    monkeypatch.setattr(staging, "MOST_TEXT", 100)
    assert stage(jnp.tanh, (X,)).dump is None


def test_options_for_xla_reach_the_compiler() -> None:
    plain = stage(lambda x: jnp.tanh(x) * 2 + 1, (X,))
    options = {"xla_backend_optimization_level": "0", "xla_cpu_enable_fast_math": True}
    flagged = stage(lambda x: jnp.tanh(x) * 2 + 1, (X,), xla=options)
    assert flagged.xla == options
    assert len(flagged.dump.code["llvm"].lines) != len(plain.dump.code["llvm"].lines)
