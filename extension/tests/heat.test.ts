// Time and memory by line of compiled HLO.
import assert from "node:assert/strict";
import { test } from "node:test";
import { heat, measures, times } from "../src/heat";
import { place, program, type Program } from "../src/link";
import { memoryOf } from "../src/memory";
import type { Listing, Profile } from "../src/report";
import { layout } from "../src/shapes";
import { duration } from "../src/figures";
import { report } from "./reports";

const attention = report("attention");
const [segment] = attention.report.segments;
const profile: Profile = {
  runs: 3,
  ops: [
    { name: "ynn_fusion.6", launches: 1, total_ns: 3000, own_ns: 3000 },
    { name: "dot", launches: 2, total_ns: 1000, own_ns: 900 },
    { name: "gone", launches: 1, total_ns: 5, own_ns: 5 },
  ],
};

function hlo(...lines: string[]): Listing {
  return { kind: "hlo", lines: lines.map((text) => ({ text, stacks: [], is_operation: text.includes("=") })) };
}

function held(listing: Listing): Record<string, number> {
  const name = (line: number) => /%([\w.]+) =/.exec(listing.lines[line]!.text)![1]!;
  return Object.fromEntries([...memoryOf(listing).own].map(([line, bytes]) => [name(line), bytes]));
}

test("time is offered where a program was profiled", () => {
  assert.deepEqual(measures(program(attention, segment!)), ["flops", "bytes", "memory"]);
  assert.deepEqual(measures(program(attention, { ...segment!, profile })), ["time", "flops", "bytes", "memory"]);
  assert.deepEqual(measures(program(attention, { ...segment!, listings: {} })), []);
});

test("heat by time is that of the profile, handed on to the cell", () => {
  const profiled = program(attention, { ...segment!, profile });
  const found = heat(profiled, "time")!;
  assert.equal(found.total, 3900);
  const line = [...times(profiled).own].find(([, ns]) => ns === 3000)![0];
  assert.equal(found.listings.get("hlo")!.get(line), 3000 / 3900);
  const cell = [2, 3, 4, 5, 6, 7].map((each) => found.sources.get(place("cell", each)) ?? 0);
  assert.ok(Math.abs(cell.reduce((sum, share) => sum + share, 0) - 1) < 1e-9);
});

test("without a profile there is no time", () => {
  assert.equal(heat(program(attention, segment!), "time"), null);
});

test("a value holds memory from where it is made to its last use", () => {
  const chain = hlo(
    "ENTRY %main (x: f32[10]) -> f32[1] {",
    "  %x = f32[10]{0} parameter(0)",
    "  %a = f32[100]{0} broadcast(%x), dimensions={}",
    "  %b = f32[200]{0} concatenate(%a, %a), dimensions={0}",
    "  %c = f32[20]{0} slice(%b), slice={[0:20]}",
    "  ROOT %d = f32[1]{0} slice(%c), slice={[0:1]}",
    "}",
  );
  assert.deepEqual(held(chain), { x: 40, a: 400, b: 800 });
});

test("what works in place takes no memory beside its input", () => {
  const line = (opcode: string) => hlo(
    "ENTRY %main (x: f32[10]) -> f32[10] {",
    "  %x = f32[10]{0} parameter(0)",
    "  %a = f32[100]{0} broadcast(%x), dimensions={}",
    `  %b = f32[100]{0} ${opcode}(%a)`,
    "  ROOT %c = f32[10]{0} slice(%b), slice={[0:10]}",
    "}",
  );
  assert.deepEqual(held(line("tanh")), { x: 40, b: 400, c: 40 });
  assert.deepEqual(held(line("cholesky")), { x: 40, a: 400, b: 400 });
});

test("what stands in a tuple stays, and a loop has its own temporaries beside it", () => {
  const loop = hlo(
    "%body (p: (f32[100])) -> (f32[100]) {",
    "  %p = (f32[100]{0}) parameter(0)",
    "  %g = f32[100]{0} get-tuple-element(%p), index=0",
    "  %wide = f32[300]{0} concatenate(%g, %g, %g), dimensions={0}",
    "  %cut = f32[100]{0} slice(%wide), slice={[0:100]}",
    "  ROOT %t = (f32[100]{0}) tuple(%cut)",
    "}",
    "ENTRY %main (x: f32[100]) -> f32[100] {",
    "  %x = f32[100]{0} parameter(0)",
    "  %start = f32[100]{0} copy(%x)",
    "  %tuple = (f32[100]{0}) tuple(%start)",
    "  %loop = (f32[100]{0}) while(%tuple), condition=%test, body=%body",
    "  ROOT %out = f32[100]{0} get-tuple-element(%loop), index=0",
    "}",
  );
  assert.deepEqual(held(loop), { x: 400, start: 400, wide: 1200 });
});

test("memory at the peak is what XLA sets aside, for real programs", () => {
  for (const name of ["attention", "sharded", "training"]) {
    const [{ listings, memory }] = report(name).report.segments as [NonNullable<typeof segment>];
    const set = memory!.argument_bytes! + memory!.output_bytes! + memory!.temporary_bytes! - memory!.alias_bytes!;
    const estimated = [...memoryOf(listings.hlo!).own.values()].reduce((sum, bytes) => sum + bytes, 0);
    assert.ok(estimated > 0.7 * set && estimated < 1.1 * set, `${name}: ${estimated} of ${set}`);
  }
});

test("layouts as a person says them", () => {
  assert.equal(layout("f32[8,4]{1,0}"), "row-major");
  assert.equal(layout("f32[8,4]{0,1}"), "column-major");
  assert.equal(layout("f32[8,4,2]{1,2,0:T(8,128)}"), "fastest axes first: 1, 2, 0");
  assert.equal(layout("f32[8]{0}"), "");
  assert.equal(layout("tensor<8x4xf32>"), "");
});

test("durations", () => {
  assert.deepEqual([7, 999, 1234, 56_789, 2_100_000, 3e9].map(duration), ["7 ns", "999 ns", "1.2 µs", "57 µs", "2.1 ms", "3 s"]);
});

/** A program whose lines of code are stacks 0 and 1, profiled. */
function profiled(ops: Record<string, number>, jaxpr: [string, number][], compiled: [string, number][]): Program {
  const listing = (kind: string, lines: [string, number][]): Listing => ({ kind, lines: lines.map(([text, stack]) => ({ text, stacks: [stack], is_operation: true })) });
  const times: Profile = { runs: 1, ops: Object.entries(ops).map(([name, own_ns]) => ({ name, launches: 1, total_ns: own_ns, own_ns })) };
  return program(attention, { ...segment!, listings: { jaxpr: listing("jaxpr", jaxpr), hlo: listing("hlo", compiled) }, passes: null, profile: times });
}

const SOLVE: [string, number][] = [
  ["    b:f32[3,1] = slice[start_indices=(0, 0)] a", 0],
  ["    c:f32[3,3] d:i32[3] e:i32[3] = lu a", 0],
  ["    f:f32[3] = jit[", 0],
  ["      name=solve", 0],
  ["    ] c", 0],
  ["    g:f32[3] = exp f", 1],
];

test("an instruction's time goes to the operation of its name", () => {
  const found = heat(profiled({ "lu.0": 900, "exp.2": 100 }, SOLVE, [["  %lu.0 = f32[3,3] custom-call(%a)", 0], ["  %exp.2 = f32[3] exponential(%lu.0)", 1]]), "time")!;
  assert.deepEqual([...found.listings.get("jaxpr")!], [[1, 0.9], [5, 0.1]]);
  assert.deepEqual([...found.together.get("jaxpr")!], []);
});

test("of what no name tells apart, operations have no figure of their own", () => {
  const found = heat(profiled({ copy_fusion: 900, "exp.2": 100 }, SOLVE, [["  %copy_fusion = f32[3,3] fusion(%a), calls=%gone", 0], ["  %exp.2 = f32[3] exponential(%lu.0)", 1]]), "time")!;
  assert.deepEqual([...found.listings.get("jaxpr")!], [[5, 0.1]]);
  assert.deepEqual([...found.together.get("jaxpr")!], [[0, 0.9], [1, 0.9], [2, 0.9]]);
});

test("a fusion's time goes to the operations inside", () => {
  const found = heat(
    profiled({ copy_fusion: 900 }, SOLVE, [["%inside (p: f32[3,3]) -> f32[3,3] {", 1], ["  ROOT %slice.7 = f32[3,1] slice(%p)", 0], ["ENTRY %main (a: f32[3,3]) -> f32[3,1] {", 1], ["  ROOT %copy_fusion = f32[3,1] fusion(%a), calls=%inside", 0]]),
    "time",
  )!;
  assert.deepEqual([...found.listings.get("jaxpr")!], [[0, 1]]);
});
