// What is read from the text of a program: operations, costs, heat, folds.
import assert from "node:assert/strict";
import { test } from "node:test";
import { costsOf, tripCount } from "../src/costs";
import { blocks, called } from "../src/folds";
import { heat } from "../src/heat";
import { place, program } from "../src/link";
import { operationsOf, type Operation } from "../src/operations";
import { Placing, shownRows } from "../src/placing";
import { bytes, shapes } from "../src/shapes";
import { shortened } from "../src/shorten";
import { report } from "./reports";

const attention = report("attention");
const { listings } = attention.report.segments[0]!;
const texts = (kind: string) => listings[kind]!.lines.map((line) => line.text);

function operation(kind: string, name: string): Operation {
  return [...operationsOf(listings[kind]!).at.values()].find((entry) => entry.names[0] === name)!;
}

test("every operation of every listing is read", () => {
  for (const kind of ["jaxpr", "stablehlo", "hlo"]) {
    const { at } = operationsOf(listings[kind]!);
    // A StableHLO `return` computes nothing that has a name; parameters of a jaxpr go over several lines.
    const missed = listings[kind]!.lines.filter((line, i) => line.is_operation && / = /.test(line.text) && !/^\s*(name|jaxpr)=/.test(line.text) && !at.has(i));
    assert.deepEqual(missed.map((line) => line.text), []);
  }
});

test("what an operation is made of", () => {
  const { opcode, operands, called, shapes } = operation("hlo", "%ynn_fusion.6");
  assert.deepEqual(
    { opcode, operands, called, shapes },
    {
      opcode: "fusion",
      operands: ["%dot", "%inputs__x__.1", "%inputs__wq__.1"],
      called: ["%fused_computation.6"],
      shapes: [{ dtype: "f32", dims: [128, 128] }],
    },
  );
  assert.deepEqual(operation("stablehlo", "%5").operands, ["%0", "%4"]);
  assert.deepEqual(operation("stablehlo", "%24").called, ["@_var"]);
  assert.deepEqual(operation("jaxpr", "j").operands, ["e", "i"]);
});

test("an equation over several lines has the operands at its end, and calls the jaxpr inside", () => {
  const operations = operationsOf(listings.jaxpr!);
  const call = operation("jaxpr", "x");
  assert.deepEqual(call.operands, ["s"]);
  const inside = operations.within(operations.scopes.get(call.called[0]!)!);
  assert.equal(inside[0]!.opcode, "parameter");
  assert.ok(inside.some(({ names }) => names[0] === "ba"));
  assert.deepEqual(operations.users(operation("jaxpr", "s")).map(({ names }) => names[0]), ["t", "w", "x"]);
});

test("a dot costs two operations for each product", () => {
  const flops = costsOf(listings.hlo!).flops.own;
  assert.equal(flops.get(operation("hlo", "%dot").line), 2 * 64 * 128 * 64);
});

test("a fusion costs what is inside, and moves only what goes in and out", () => {
  const { flops, bytes } = costsOf(listings.hlo!);
  const { line } = operation("hlo", "%ynn_fusion.6");
  assert.equal(flops.own.get(line), undefined);
  assert.ok(flops.whole.get(line)! >= 2 * 128 * 128 * 64);
  assert.equal(bytes.own.get(line), 4 * (128 * 128 + 64 * 128 + 128 * 64 + 64 * 64));
  assert.equal(bytes.own.get(operation("hlo", "%sub.11").line), undefined);
});

test("estimates add up to what XLA says of the whole", () => {
  const total = [...costsOf(listings.hlo!).flops.own.values()].reduce((sum, value) => sum + value, 0);
  const told = Number(attention.report.segments[0]!.cost!.flops);
  assert.ok(Math.abs(total - told) < 0.1 * told, `${total} estimated, ${told} told`);
});

test("a loop counts as often as it turns, where XLA knows", () => {
  assert.equal(tripCount('backend_config={"known_trip_count":{"n":"12"},"x":1}'), 12);
  assert.equal(tripCount("while(%tuple), condition=%c, body=%b"), 1);
});

test("heat: each line's share, the helpers' lines in that of the line that calls them", () => {
  const compiled = program(attention, attention.report.segments[0]!);
  const { sources, listings: shares, together } = heat(compiled, "flops")!;
  const share = (file: string, line: number) => sources.get(place(file, line)) ?? 0;
  const cell = [3, 4, 5, 6, 7].map((line) => share("cell", line));
  assert.ok(Math.abs(cell.reduce((sum, value) => sum + value, 0) - 1) < 0.02);
  assert.equal(share("cell", 4), 0);
  assert.ok(share("In [3]", 3) < share("cell", 5));
  for (const kind of ["jaxpr", "stablehlo"]) {
    const total = [...shares.get(kind)!.values()].reduce((sum, value) => sum + value, 0);
    const rest = Math.max(...together.get(kind)!.values(), 0);
    assert.ok(total < 1.001 && total + rest > 0.98, `${kind}: ${total} and ${rest}`);
  }
});

test("blocks fold from their opening line on", () => {
  const text = ["HloModule m", "", "%f (x: f32[]) -> f32[] {", "  %x = f32[] parameter(0)", "  ROOT %y = f32[] sine(%x)", "}", "", "ENTRY %main {", "  %a = f32[] fusion()", "}"];
  assert.deepEqual([...blocks(text)], [[2, 6], [7, 10]]);
  assert.deepEqual(called(text), [2]);
  const nested = ["{ lambda ; a:f32[]. let", "    b:f32[] = jit[", "      name=f", "    ] a", "  in (b,) }"];
  assert.equal(blocks(nested).get(1), 3);
});

test("rows that are folded, dropped or sorted", () => {
  assert.deepEqual([...shownRows(6, [[1, 4]], null, null)], [0, 1, 4, 5]);
  assert.deepEqual([...shownRows(4, [], (row) => row !== 2, (row) => row)], [3, 1, 0]);
});

test("where rows of several lines stand", () => {
  const placing = new Placing(4, Int32Array.of(0, 2, 3), (row) => row + 1);
  assert.equal(placing.height, 8);
  assert.deepEqual([0, 1, 2].map((at) => placing.top(at)), [0, 1, 4]);
  assert.deepEqual([0, 1, 3, 4, 99].map((lines) => placing.at(lines)), [0, 1, 1, 2, 2]);
  assert.equal(placing.positionOf(1), -1);
});

test("bytes of shapes in all three languages", () => {
  const held = (text: string) => shapes(text).map(bytes);
  assert.deepEqual(held("(f32[8,4]{1,0}, pred[3], bf16[2])"), [128, 3, 4]);
  assert.deepEqual(held("tensor<8x4xf64>, tensor<complex<f32>>, tensor<5xi1>"), [256, 8, 5]);
  assert.deepEqual(held("a:c64[2] b:key<fry>[]"), [16, 0]);
});

test("attributes and types can be left out, and no more than that", () => {
  const line = '  %f = f32[8]{0} fusion(%a), kind=kLoop, calls=%g, backend_config={"x":"},{"}, metadata={}';
  assert.equal(shortened(line, "hlo", { types: true, attributes: false }), "  %f = f32[8]{0} fusion(%a), kind=kLoop, calls=%g, metadata={}");
  assert.equal(shortened("  ROOT %f = (f32[8]{0}, f32[]) tuple(%a, %b)", "hlo", { types: false, attributes: true }), "  ROOT %f = tuple(%a, %b)");
  assert.equal(shortened("  b:f32[8] = add a 1.0:f32[]", "jaxpr", { types: false, attributes: true }), "  b = add a 1.0");
  assert.equal(shortened("  %1 = stablehlo.add %0, %0 : tensor<8xf32>", "stablehlo", { types: false, attributes: true }), "  %1 = stablehlo.add %0, %0");
  for (const kind of ["jaxpr", "stablehlo", "hlo"]) for (const text of texts(kind)) assert.equal(shortened(text, kind, { types: true, attributes: true }), text);
});
