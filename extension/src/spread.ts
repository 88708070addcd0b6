// Hands costs of HLO instructions on to the operations that they came from, as far as that can be told.
import { append, type Program } from "./link";
import { operationsOf } from "./operations";
import type { Listing, StackIndex } from "./report";

type Costs = Map<number, number>;

/** Each stack's cost, by what the instructions are called that have it. */
export type Parts = Map<StackIndex, Map<string, number>>;

/** What computes nothing itself. */
const EMPTY = /^(constant|parameter|outputs)?$/;

/** An instruction that came from several stacks has an equal part of its cost from each. */
export function byStack(hlo: Listing, own: Costs): Parts {
  const found: Parts = new Map();
  for (const [line, value] of own) {
    const { stacks } = hlo.lines[line]!;
    for (const stack of stacks) {
      if (!found.has(stack)) found.set(stack, new Map());
      add(found.get(stack)!, called(hlo, line, stack), value / stacks.length);
    }
  }
  return found;
}

/** What single operations cost, and what several cost together: nothing tells how much of it each. */
export function byOperation({ listings }: Program, kind: string, parts: Parts): [alone: Costs, together: Costs] {
  const { listing, byStack } = listings.get(kind)!;
  const [alone, together]: [Costs, Costs] = [new Map(), new Map()];
  for (const [stack, costs] of parts) {
    const named = byName(listing, byStack.get(stack) ?? []);
    const sums = new Map<string, number>();
    for (const [names, value] of costs) {
      const like = names.split(" ").filter((name) => named.has(name));
      const to = like.length ? like : [...named.keys()];
      const lines = to[0] && named.get(to[0])!;
      if (lines && to.length + lines.length === 2) add(alone, lines[0]!, value);
      else to.forEach((name) => add(sums, name, value));
    }
    for (const [name, value] of sums) named.get(name)!.forEach((line) => add(together, line, value));
  }
  return [alone, together];
}

/** An instruction's opcode, and its name without numbers: XLA often keeps that of the operation. Of a fusion those inside. */
function called(hlo: Listing, line: number, stack: StackIndex): string {
  const operations = operationsOf(hlo);
  const { opcode, called } = operations.at.get(line)!;
  const inside = opcode === "fusion" ? operations.within(operations.scopes.get(called[0]!)!) : [];
  const from = inside.filter((each) => hlo.lines[each.line]!.stacks.includes(stack)).map((each) => each.line);
  const names = [...from, line].flatMap((each) => [operations.at.get(each)!.names[0]!.replace(/^%|\..*/g, ""), nameOf(hlo, each)]);
  return [...new Set(names)].sort().join(" ");
}

/** The lines that compute something, by what they are called. */
function byName(listing: Listing, lines: number[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const line of lines) {
    const name = nameOf(listing, line);
    if (listing.lines[line]!.is_operation && !EMPTY.test(name)) append(found, name, line);
  }
  return found;
}

/** An opcode as all languages write it; of a call into a library what is called. */
function nameOf(listing: Listing, line: number): string {
  const opcode = operationsOf(listing).at.get(line)?.opcode.replaceAll("-", "_") ?? "";
  if (opcode === "custom_call") return /call(?:_target="| @)([\w.-]+)/.exec(listing.lines[line]!.text)?.[1] ?? opcode;
  return opcode === "dot" ? "dot_general" : opcode;
}

function add<Key>(sums: Map<Key, number>, key: Key, value: number): void {
  sums.set(key, (sums.get(key) ?? 0) + value);
}
