"""Dumped states as steps."""

from jaxlab.model.passes import Passes
from jaxlab.stages.frames import Stacks
from jaxlab.stages.hlo_passes import State, passes_of
from jaxlab.stages.provenance import CallSites

FIRST = "HloModule f\n\nENTRY %main (a: f32[]) -> f32[] {\n  %a = f32[] parameter(0)\n  ROOT %b = f32[] negate(%a)\n}\n"
SECOND = FIRST.replace("ROOT %b", "%b").replace("}", "  ROOT %c = f32[] negate(%b)\n}")


def steps_of(*states: State) -> Passes | None:
    return passes_of(states, CallSites(), Stacks())


def test_steps_name_the_passes_and_count_instructions() -> None:
    passes = steps_of(State("", "", FIRST), State("algsimp", "simplification", SECOND))
    assert [(step.pipeline, step.name, step.instructions) for step in passes.steps] == [
        ("", "", 2),
        ("simplification", "algsimp", 3),
    ]
    assert passes.changing == (1,)
    assert passes.program(0).text == FIRST.rstrip("\n")
    assert passes.program(1).text == SECOND.rstrip("\n")


def test_lines_that_stay_are_held_once() -> None:
    passes = steps_of(State("", "", FIRST), State("algsimp", "", SECOND))
    assert [line.text for line in passes.lines] == [
        *FIRST.rstrip("\n").split("\n"),
        "  %b = f32[] negate(%a)",
        "  ROOT %c = f32[] negate(%b)",
    ]


def test_a_pass_that_changed_nothing_is_a_step_and_says_so() -> None:
    passes = steps_of(State("", "", FIRST), State("dce", "", FIRST), State("", "next", FIRST))
    assert [step.name for step in passes.steps] == ["", "dce"]
    assert passes.changing == ()


def test_what_changed_on_the_way_to_a_pipeline_is_a_step_of_its_own() -> None:
    passes = steps_of(State("", "", FIRST), State("", "scheduling", SECOND))
    assert [(step.name, step.pipeline) for step in passes.steps] == [("", ""), ("", "scheduling")]
    assert passes.changing == (1,)


def test_no_states_are_no_passes() -> None:
    assert steps_of() is None
