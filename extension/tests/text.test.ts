import assert from "node:assert/strict";
import { test } from "node:test";
import { tokens } from "../src/tokens";
import { find } from "../src/tools";
import { report } from "./reports";

test("tokens give every line back", () => {
  for (const name of ["attention", "training"]) {
    const { source, segments } = report(name).report;
    for (const line of source.text.split("\n")) assert.equal(tokens(line, "python").map(([, text]) => text).join(""), line);
    for (const { text } of Object.values(segments[0]!.listings).flatMap((listing) => listing.lines)) {
      assert.equal(tokens(text, "program").map(([, part]) => part).join(""), text);
    }
  }
});

test("what tokens are", () => {
  assert.deepEqual(tokens("for x in f('a#b'):  # no", "python"), [
    ["keyword", "for"],
    ["", " x "],
    ["keyword", "in"],
    ["", " "],
    ["name", "f"],
    ["", "("],
    ["string", "'a#b'"],
    ["", "):  "],
    ["comment", "# no"],
  ]);
  const kinds = new Map(tokens("ROOT %add.1 = f32[8]{0} add(%a, %b)", "program").map(([kind, text]) => [text, kind]));
  assert.deepEqual([...kinds].filter(([, kind]) => kind), [
    ["ROOT", "keyword"],
    ["%add.1", "name"],
    ["f32[8]{0}", "type"],
    ["add", "keyword"],
    ["%a", "name"],
    ["%b", "name"],
  ]);
});

test("finding ignores case, and nothing finds nothing", () => {
  assert.deepEqual(find(["Tanh", "exp", "atanh"], "TANH"), [0, 2]);
  assert.deepEqual(find(["Tanh"], ""), []);
});
