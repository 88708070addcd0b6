import assert from "node:assert/strict";
import { test } from "node:test";
import { bands } from "../src/bands";
import { characters, fromListing, fromSource, linesIn, place, program } from "../src/link";
import { report } from "./reports";

const attention = report("attention");
const [segment] = attention.report.segments;
const compiled = program(attention, segment!);

function texts(kind: string, indices: number[] | undefined): string[] {
  return (indices ?? []).map((index) => segment!.listings[kind]!.lines[index]!.text.trim());
}

function find(kind: string, pattern: RegExp): number {
  const index = segment!.listings[kind]!.lines.findIndex((line) => pattern.test(line.text));
  assert.notEqual(index, -1, `no line of ${kind} matches ${pattern}`);
  return index;
}

test("a line of the cell finds all it became, through a helper of another cell", () => {
  const links = fromSource(compiled, "cell", 5);
  assert.ok(texts("jaxpr", links.listings.get("jaxpr")).some((text) => / = exp /.test(text)));
  assert.ok(texts("stablehlo", links.listings.get("stablehlo")).some((text) => text.includes("stablehlo.exponential")));
  assert.ok(links.listings.get("hlo")!.length > 0);
  assert.deepEqual([...links.sources.keys()].filter((at) => at.startsWith("In [3]")), [2, 3, 4].map((line) => place("In [3]", line)));
});

test("a helper's line finds the line of the cell that calls it", () => {
  const { sources } = fromSource(compiled, "In [3]", 3);
  assert.ok(sources.has(place("cell", 5)));
  assert.ok(!sources.has(place("cell", 6)));
});

test("a line of a listing finds its own columns, and its kin in the others", () => {
  const index = find("jaxpr", / = exp /);
  const links = fromListing(compiled, "jaxpr", index);
  assert.deepEqual(links.listings.get("jaxpr"), [index]);
  assert.ok(texts("stablehlo", links.listings.get("stablehlo")).every((text) => text.includes("exponential")));
  const [range] = links.sources.get(place("In [3]", 3))!;
  const line = attention.report.helpers[0]!.text.split("\n")[2]!;
  assert.equal(line.slice(...range!), "jnp.exp(shifted)");
});

test("an operation that XLA removed is in the first listings alone", () => {
  const { listings } = fromSource(compiled, "cell", 4);
  assert.equal(listings.get("jaxpr")!.length, 1);
  assert.deepEqual(listings.get("hlo"), []);
});

test("a line without origin links to nothing", () => {
  const { sources, stacks } = fromListing(compiled, "hlo", 0);
  assert.equal(sources.size, 0);
  assert.deepEqual(stacks, []);
});

test("links without columns fall back to the innermost line", () => {
  const span = { file: "cell", line: 2, column: 4, end_line: 2, end_column: 9, function: "" };
  const bare = { ...span, column: null, end_column: null };
  const lines = (stack: number) => [{ text: "x", stacks: [stack], is_operation: true }];
  const listings = { jaxpr: { kind: "jaxpr", lines: lines(0) }, hlo: { kind: "hlo", lines: lines(1) } };
  const document = { ...attention, spans: [span, bare], stacks: [[0], [1]] };
  const links = fromListing(program(document, { ...segment!, listings }), "jaxpr", 0);
  assert.deepEqual(links.listings.get("hlo"), [0]);
});

test("colours: a line of the cell has one, a helper's line has its callers'", () => {
  const colours = bands([compiled], "cell");
  const cell = [3, 4, 5, 6, 7].map((line) => colours.get(place("cell", line)));
  assert.deepEqual(cell, [[0], [1], [2], [3], [4]]);
  assert.deepEqual(colours.get(place("In [3]", 3)), [2]);
});

test("the margin of a listing names lines of the cell only", () => {
  const entry = segment!.listings.jaxpr!.lines[find("jaxpr", / = exp /)]!;
  assert.deepEqual(linesIn(attention, entry, "cell"), [5]);
});

test("columns in bytes become characters", () => {
  assert.equal(characters("αβ = x", 4), 2);
  assert.equal(characters("ab = x", 4), 4);
});
