// Where the cost goes: of HLO instructions, handed on to every line that they came from, by shared call stacks.
import { costsOf } from "./costs";
import { frames, place, type Program } from "./link";
import type { StackIndex } from "./report";

export const MEASURES = ["flops", "bytes"] as const;
export type Measure = (typeof MEASURES)[number];

/** Shares of the program's whole, between 0 and 1. */
export interface Heat {
  /** By kind of listing and index of line. */
  listings: Map<string, Map<number, number>>;
  /** By `place`; a line that calls helpers has what they cost as well. */
  sources: Map<string, number>;
  /** The whole, in the measure's own unit. */
  total: number;
}

/** How a program's cost is spread over its lines, by the measure asked for. */
export function heat(program: Program, measure: Measure): Heat | null {
  const hlo = program.listings.get("hlo");
  if (!hlo) return null;
  const { own, whole } = costsOf(hlo.listing)[measure];
  const total = [...own.values()].reduce((sum, value) => sum + value, 0);
  if (!total) return null;
  const byStack = spread(own, (line) => hlo.listing.lines[line]!.stacks);
  const listings = new Map<string, Map<number, number>>([["hlo", shares(whole, total)]]);
  for (const [kind, { listing, byStack: lines }] of program.listings) {
    if (kind === "hlo") continue;
    const operations = (stack: StackIndex) => (lines.get(stack) ?? []).filter((line) => listing.lines[line]!.is_operation);
    listings.set(kind, shares(spread(byStack, operations), total));
  }
  return { listings, sources: shares(bySource(program, byStack), total), total };
}

/** Hands each value on to its receivers, in equal parts. */
function spread<From, To>(values: Map<From, number>, receivers: (from: From) => To[]): Map<To, number> {
  const found = new Map<To, number>();
  for (const [from, value] of values) {
    const to = receivers(from);
    for (const each of to) found.set(each, (found.get(each) ?? 0) + value / to.length);
  }
  return found;
}

function bySource(program: Program, byStack: Map<StackIndex, number>): Map<string, number> {
  const found = new Map<string, number>();
  for (const [stack, value] of byStack) {
    const places = new Set(frames(program.document, stack).map((span) => place(span.file, span.line)));
    for (const at of places) found.set(at, (found.get(at) ?? 0) + value);
  }
  return found;
}

function shares<Key>(values: Map<Key, number>, total: number): Map<Key, number> {
  return new Map([...values].map(([key, value]) => [key, value / total]));
}
