// Graphs of programs, and where their boxes stand.
import assert from "node:assert/strict";
import { test } from "node:test";
import { graph, MOST_NODES, type Graph, type GraphContext } from "../src/graph";
import { layout } from "../src/layers";
import { operationsOf } from "../src/operations";
import type { Listing } from "../src/report";
import { paint } from "../src/paint";
import { scene } from "../src/scene";
import { report } from "./reports";

function context(listing: Listing, opened: string[] = []): GraphContext {
  return { operations: operationsOf(listing), opened: new Set(opened), names: new Map(), origin: (line) => String(Math.floor(line / 500)) };
}

function ofEntry(listing: Listing, opened: string[] = []): Graph {
  const made = context(listing, opened);
  return graph(made, made.operations.scopes.get("")!);
}

function labels({ nodes, edges }: Graph): string[] {
  return edges.map(({ from, to, label }) => `${nodes[from]!.label} ${label} ${nodes[to]!.label}`);
}

/** A chain of `length` operations, as compiled HLO. */
function chain(length: number): Listing {
  const body = Array.from({ length }, (_, i) => `  %v.${i + 1} = f32[8]{0} add(%v.${i}, %v.${Math.max(0, i - 7)})`);
  const texts = ["HloModule m", "", "ENTRY %main (v.0: f32[8]) -> f32[8] {", "  %v.0 = f32[8]{0} parameter(0)", ...body, "}"];
  return { kind: "hlo", lines: texts.map((text) => ({ text, stacks: [], is_operation: true })) };
}

const { hlo, jaxpr } = report("attention").report.segments[0]!.listings;

test("edges carry what flows; constants are left out", () => {
  const made = ofEntry(hlo!);
  assert.ok(labels(made).includes("dot f32[64,128] ynn_fusion.6"));
  assert.ok(!made.nodes.some(({ label }) => label === "constant"));
});

test("the edges of the box that is looked at tell shape and bytes; boxes tell results by their names", () => {
  const made = context(hlo!);
  made.names = new Map([[ofEntry(hlo!).nodes.find(({ label }) => label === "dot")!.lines[0]!, "→ y"]]);
  const drawn = scene(graph(made, made.operations.scopes.get("")!));
  const current = drawn.boxes.find(({ node }) => node.label === "dot")!;
  const texts: string[] = [];
  const brush = { box: () => {}, curve: () => {}, text: (text: string) => texts.push(text) };
  const palette = { background: "", text: "", quiet: "", accent: "", heat: "", bands: [], font: "" };
  const sight = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity, scale: 1 };
  paint(drawn, { lit: new Set(), current, bands: () => [], heat: () => null }, palette, sight, brush);
  assert.ok(texts.includes("f32[64,128] · 32.8 kB"));
  assert.ok(texts.some((text) => text.includes("→ y")));
});

test("an opened fusion holds what it computes", () => {
  const closed = ofEntry(hlo!).nodes.find(({ label }) => label === "add_rsqrt_fusion")!;
  assert.ok(closed.opens && closed.inner === null);
  const { inner } = ofEntry(hlo!, [closed.id]).nodes.find(({ id }) => id === closed.id)!;
  assert.ok(inner!.nodes.some(({ label }) => label === "rsqrt"));
});

test("the graph of a jaxpr has its inputs and outputs, and nested jaxprs as boxes", () => {
  const made = ofEntry(jaxpr!);
  assert.equal(made.nodes[0]!.kind, "input");
  assert.equal(made.nodes.at(-1)!.label, "outputs");
  assert.ok(made.nodes.some(({ label, opens }) => label === "jit" && opens));
});

test("a large graph starts with operations gathered, and without a cycle", () => {
  const listing = chain(20_000);
  const made = ofEntry(listing);
  assert.ok(made.nodes.length < 400);
  assert.ok(made.edges.every(({ from, to }) => from < to));
  assert.equal(made.nodes[0]!.label, "line 0");
  const mixed = { ...context(listing), origin: (line: number) => (line % 2 ? "5,8" : "9") };
  assert.equal(graph(mixed, mixed.operations.scopes.get("")!).nodes[1]!.label, "lines 5, 8, 9");
  assert.equal(made.nodes.reduce((sum, { lines }) => sum + lines.length, 0), 20_001);
  const { inner } = ofEntry(listing, [made.nodes[3]!.id]).nodes[3]!;
  assert.equal(inner!.nodes.length, made.nodes[3]!.lines.length);
  assert.equal(ofEntry(chain(MOST_NODES - 1)).nodes.length, MOST_NODES);
});

test("boxes of one layer do not overlap, and every edge points down", () => {
  for (const listing of [hlo!, jaxpr!, chain(1000)]) {
    const { nodes, edges } = ofEntry(listing);
    const sizes = nodes.map(({ label }) => ({ width: 40 + 7 * label.length, height: 38 }));
    const { x, y, width, height, routes } = layout(sizes, edges);
    for (const { from, to } of edges) assert.ok(y[from]! + 38 < y[to]!);
    for (let a = 0; a < nodes.length; a++) {
      assert.ok(x[a]! >= -1e-6 && x[a]! + sizes[a]!.width <= width + 1e-6 && y[a]! + 38 <= height + 1e-6);
      for (let b = 0; b < a; b++) {
        if (y[a] === y[b]) assert.ok(x[a]! >= x[b]! + sizes[b]!.width || x[b]! >= x[a]! + sizes[a]!.width, `${nodes[a]!.label} on ${nodes[b]!.label}`);
      }
    }
    routes.forEach((points) => points?.forEach((value) => assert.ok(Number.isFinite(value))));
  }
});

test("an input stands right above its first use", () => {
  const sizes = Array.from({ length: 5 }, () => ({ width: 10, height: 10 }));
  const { y } = layout(sizes, [{ from: 0, to: 2 }, { from: 2, to: 3 }, { from: 3, to: 4 }, { from: 1, to: 4 }]);
  assert.equal(y[1], y[3]);
});

test("an opened box is around what it holds", () => {
  const { boxes } = scene(ofEntry(hlo!, [ofEntry(hlo!).nodes.find(({ label }) => label === "add_rsqrt_fusion")!.id]));
  const outer = boxes.find(({ node }) => node.inner)!;
  const inner = boxes.filter(({ depth }) => depth === 1);
  assert.ok(inner.length > 3);
  for (const box of inner) {
    assert.ok(box.x >= outer.x && box.x + box.width <= outer.x + outer.width);
    assert.ok(box.y > outer.y && box.y + box.height < outer.y + outer.height);
  }
});

test("edges that go around boxes are inside the drawing", () => {
  const nodes = Array.from({ length: 5 }, () => ({ width: 20, height: 10 }));
  const { width, routes } = layout(nodes, [[0, 1], [1, 2], [2, 3], [0, 3], [1, 4], [3, 4]].map(([from, to]) => ({ from: from!, to: to! })));
  const across = routes.flatMap((points) => points!.filter((_, i) => i % 2 === 0));
  assert.ok(Math.min(...across) >= 0 && Math.max(...across) <= width, `${across} in ${width}`);
});
