// Hands costs of HLO instructions on to the operations that they came from, as far as that can be told.
import type { Program } from "./link";
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
    const all = (byStack.get(stack) ?? []).filter((line) => listing.lines[line]!.is_operation && (!operationsOf(listing).at.size || !EMPTY.test(nameOf(listing, line))));
    for (const [names, value] of costs) {
      const like = all.filter((line) => names.includes(` ${nameOf(listing, line)} `));
      const to = like.length ? like : all;
      for (const line of to) add(to.length > 1 ? together : alone, line, value);
    }
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
  return ` ${[...new Set(names)].sort().join(" ")} `;
}

/** An opcode as all languages write it; of a call into a library what is called. */
function nameOf(listing: Listing, line: number): string {
  const [, target] = /custom_call(?:_target="| @)([\w.-]+)/.exec(listing.lines[line]!.text) ?? [];
  return target ?? operationsOf(listing).at.get(line)?.opcode.replace(/^dot$/, "dot_general").replaceAll("-", "_") ?? "";
}

function add<Key>(sums: Map<Key, number>, key: Key, value: number): void {
  sums.set(key, (sums.get(key) ?? 0) + value);
}
