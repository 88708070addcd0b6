// Names of the cell on the lines of a program.
import assert from "node:assert/strict";
import { test } from "node:test";
import { program } from "../src/link";
import { together, valueNames } from "../src/names";
import type { Argument, Listing, Segment } from "../src/report";
import { report } from "./reports";

const attention = report("attention");
const [segment] = attention.report.segments as [Segment];

function named(kind: string, of: Segment = segment, document = attention): Record<string, string> {
  const names = valueNames(program(document, of), kind, of);
  return Object.fromEntries([...names].map(([line, name]) => [of.listings[kind]!.lines[line]!.text.trim().slice(0, 40), name]));
}

function argument(name: string, position: number | null, ...shape: number[]): Argument {
  return { name, aval: { dtype: "float32", shape }, bytes: 4, placement: null, python_type: "ndarray", position };
}

function texts(kind: string, ...lines: string[]): Segment {
  const listing: Listing = { kind, lines: lines.map((text) => ({ text, stacks: [], is_operation: true })) };
  return { ...segment, listings: { [kind]: listing }, inputs: [], outputs: [argument("y", 1), argument("z", 0), argument("Out", 1)] };
}

test("compiled HLO: inputs at their parameters, results where they are made and where they go out", () => {
  const names = named("hlo");
  assert.deepEqual(["wk", "wq", "wv", "x"].filter((name) => !Object.values(names).includes(name)), []);
  assert.equal(names["%broadcast_multiply_fusion = f32[128,64]"], "→ y");
  assert.equal(Object.entries(names).find(([text]) => text.startsWith("ROOT %tuple"))![1], "→ Out   loss   y");
});

test("jaxpr and StableHLO name what their variables stand for", () => {
  assert.equal(Object.values(named("jaxpr"))[0], "a = wk   b = wq   c = wv   d = x");
  assert.equal(named("jaxpr")["in (by, by, bu) }"], "→ Out   loss   y");
  assert.equal(Object.values(named("stablehlo"))[0], "%arg0 = wk   %arg1 = wq   %arg2 = wv   %arg3 = x");
  assert.equal(Object.entries(named("stablehlo")).find(([text]) => text.startsWith("return %33, %33, %29"))![1], "→ Out   loss   y");
});

test("a variable that is called as in the cell needs no name", () => {
  const made = texts("jaxpr", "{ lambda ; x:f32[3] b:f32[3]. let", "    c:f32[3] = mul x b", "  in (c,) }");
  assert.deepEqual([...valueNames(program(attention, made), "jaxpr", { inputs: [argument("x", 0, 3), argument("w", 1, 3)], outputs: [] })], [[0, "b = w"]]);
});

test("literals among the results keep the others' places", () => {
  const made = texts("jaxpr", "{ lambda ; a:f32[3]. let", "    b:f32[3] = sin a", "  in (2.0:f32[], b) }");
  assert.deepEqual(named("jaxpr", made), { "b:f32[3] = sin a": "→ y, Out", "in (2.0:f32[], b) }": "→ z   y, Out" });
});

test("a single result is its own end", () => {
  const made = texts("hlo", "ENTRY %main (a: f32[3]) -> f32[3] {", "  %a = f32[3]{0} parameter(0)", "  ROOT %b = f32[3]{0} sine(%a)", "}");
  assert.deepEqual(named("hlo", made), { "ROOT %b = f32[3]{0} sine(%a)": "→ z" });
});

test("results without a name, such as checks of values, are left out", () => {
  const made = texts("hlo", "ENTRY %main () -> (f32[], f32[], pred[]) {", "  %a = f32[] constant(1)", "  %b = f32[] sine(%a)", "  %c = pred[] is-finite(%a)", "  ROOT %t = (f32[], f32[], pred[]) tuple(%a, %b, %c)", "}");
  assert.deepEqual(named("hlo", made), { "%a = f32[] constant(1)": "→ z", "%b = f32[] sine(%a)": "→ y, Out", "ROOT %t = (f32[], f32[], pred[]) tuple(%": "→ z   y, Out" });
});

test("an input that the program gives back is named where it goes out alone", () => {
  const made = texts("hlo", "ENTRY %main (a: f32[3]) -> f32[3] {", "  ROOT %a = f32[3]{0} parameter(0)", "}");
  assert.deepEqual(named("hlo", made), { "ROOT %a = f32[3]{0} parameter(0)": "→ z" });
});

test("many names are cut short", () => {
  const names = Array.from({ length: 20 }, (_, i) => `w${i}`);
  assert.ok(together(names).endsWith("w11   and 8 more"));
});

test("an input spread over devices is named where its part comes in", () => {
  const sharded = report("sharded");
  const names = named("hlo", sharded.report.segments[0], sharded);
  const of = (parameter: string) => Object.entries(names).find(([text]) => text.startsWith(`${parameter} =`))?.[1];
  assert.deepEqual(["%param.2", "%param.1", "%param"].map(of), ["b", "w", "x"]);
});
