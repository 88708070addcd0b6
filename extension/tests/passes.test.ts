// The program between XLA's passes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { beside, changed, nearChanges, stateAt } from "../src/passes";
import type { Passes } from "../src/report";

/** Passes over states that are given as texts of lines. */
function passes(...states: string[][]): Passes {
  const pool = [...new Set(states.flat())];
  return {
    lines: pool.map((text) => ({ text, stacks: [], is_operation: true })),
    steps: states.map((state, i) => ({
      name: `pass ${i}`,
      pipeline: "",
      instructions: state.length,
      runs: state.map((text) => [pool.indexOf(text), pool.indexOf(text) + 1]),
    })),
  };
}

function shown(made: Passes, from: number, to: number): (string | null)[][] {
  const text = (line: number | null) => (line === null ? null : made.lines[line]!.text);
  return beside(made, stateAt(made, from), stateAt(made, to)).map((pair) => pair.map(text));
}

test("a state is put together from its runs", () => {
  const made = passes(["a", "b", "c"]);
  made.steps[0]!.runs = [[2, 3], [0, 2]];
  assert.deepEqual(stateAt(made, 0), [2, 0, 1]);
});

test("runs of a damaged report lead nowhere", () => {
  const made = passes(["a", "b"]);
  made.steps[0]!.runs = [[-5, 1], [0, 1], [1, 1e15], [], [7, 9]];
  assert.deepEqual(stateAt(made, 0), [0, 1]);
});

test("a step that left the same program changed nothing", () => {
  const made = passes(["a"], ["a"], ["a", "b"]);
  assert.deepEqual([0, 1, 2].map((step) => changed(made, step)), [false, false, true]);
});

test("lines that stayed stand beside each other", () => {
  const made = passes(["%a = x()", "%b = y()", "%c = z()"], ["%a = x()", "%n = w()", "%c = z()"]);
  assert.deepEqual(shown(made, 0, 1), [
    ["%a = x()", "%a = x()"],
    ["%b = y()", null],
    [null, "%n = w()"],
    ["%c = z()", "%c = z()"],
  ]);
});

test("a line that defines the same value otherwise stands beside it", () => {
  const made = passes(["%a = f32[8] x()", "  ROOT %b = y(%a)"], ["%new = q()", "%a = f32[8]{0} x()", "%b = y(%a)"]);
  assert.deepEqual(shown(made, 0, 1), [
    [null, "%new = q()"],
    ["%a = f32[8] x()", "%a = f32[8]{0} x()"],
    ["  ROOT %b = y(%a)", "%b = y(%a)"],
  ]);
});

test("of lines that change places as many as can stay in order are paired", () => {
  const made = passes(["%a", "%b", "%c", "%d"], ["%d", "%a", "%b", "%c"]);
  assert.deepEqual(shown(made, 0, 1), [[null, "%d"], ["%a", "%a"], ["%b", "%b"], ["%c", "%c"], ["%d", null]]);
});

test("every line of both states is shown once, whatever they are", () => {
  const state = (seed: number) => Array.from({ length: 40 }, (_, i) => (i * seed) % 61).filter((i, at, all) => all.indexOf(i) === at).map((i) => `%v${i} = op()`);
  for (let seed = 1; seed < 12; seed++) {
    const made = passes(state(seed), state(seed + 1));
    const pairs = beside(made, stateAt(made, 0), stateAt(made, 1));
    assert.deepEqual(pairs.flatMap(([before]) => (before === null ? [] : [before])), stateAt(made, 0));
    assert.deepEqual(pairs.flatMap(([, after]) => (after === null ? [] : [after])), stateAt(made, 1));
  }
});

test("rows near a change", () => {
  const lines = Array.from({ length: 20 }, (_, i) => `%v${i} = op()`);
  const made = passes(lines, [...lines.slice(0, 10), "%n = op()", ...lines.slice(10)]);
  assert.deepEqual([...nearChanges(beside(made, stateAt(made, 0), stateAt(made, 1)))], [7, 8, 9, 10, 11, 12, 13]);
});
