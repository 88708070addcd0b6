// Where the cost goes: of HLO instructions, handed on to what they came from, by shared call stacks.
import { costsOf, type Cost } from "./costs";
import { frames, PASSES, place, type Program } from "./link";
import { memoryOf } from "./memory";
import { operationsOf } from "./operations";
import { byOperation, byStack, type Parts } from "./spread";

export type Measure = "time" | "flops" | "bytes" | "memory";

/** What is known of a program: times where it was profiled, estimates of the rest. */
export function measures({ listings, profile }: Program): Measure[] {
  return listings.has("hlo") ? [...(profile ? ["time" as const] : []), "flops", "bytes", "memory"] : [];
}

/** Shares of the program's whole, between 0 and 1. */
export interface Heat {
  /** By kind of listing and index of line. */
  listings: Map<string, Map<number, number>>;
  /** The same of what several operations cost together, where nothing tells how much of it each. */
  together: Map<string, Map<number, number>>;
  /** By `place`; a line that calls helpers has what they cost as well. */
  sources: Map<string, number>;
  /** The whole, in the measure's own unit. */
  total: number;
}

/** How a program's cost is spread over its lines, by the measure asked for. */
export function heat(program: Program, measure: Measure): Heat | null {
  const hlo = program.listings.get("hlo");
  if (!hlo) return null;
  const { own, whole } = measured(program, measure);
  const total = [...own.values()].reduce((sum, value) => sum + value, 0);
  if (!total) return null;
  const parts = byStack(hlo.listing, own);
  const listings = new Map([["hlo", shares(whole, total)]]);
  const together = new Map<string, Map<number, number>>();
  for (const kind of program.listings.keys()) {
    if (kind === "hlo" || kind === PASSES) continue;
    const [single, several] = byOperation(program, kind, parts);
    listings.set(kind, shares(single, total));
    together.set(kind, shares(several, total));
  }
  return { listings, together, sources: shares(bySource(program, parts), total), total };
}

/** By line of HLO; of time nanoseconds, of memory what is held at the peak. */
function measured(program: Program, measure: Measure): Cost {
  const { listing } = program.listings.get("hlo")!;
  if (measure === "time") return times(program);
  return measure === "memory" ? memoryOf(listing) : costsOf(listing)[measure];
}

const timed = new WeakMap<Program, Cost>();

/** Nanoseconds by line of HLO, in a run; nothing where the program was not profiled. */
export function times(program: Program): Cost {
  const found = timed.get(program) ?? timesOf(program);
  timed.set(program, found);
  return found;
}

function timesOf({ listings, profile }: Program): Cost {
  const cost: Cost = { own: new Map(), whole: new Map() };
  const hlo = profile && listings.get("hlo")?.listing;
  if (!hlo) return cost;
  const ops = new Map(profile.ops.map((op) => [op.name, op]));
  for (const { line, names } of operationsOf(hlo).at.values()) {
    const found = ops.get(names[0]!.replace(/^%/, ""));
    if (!found) continue;
    cost.own.set(line, found.own_ns);
    cost.whole.set(line, found.total_ns);
  }
  return cost;
}

function bySource(program: Program, parts: Parts): Map<string, number> {
  const found = new Map<string, number>();
  for (const [stack, costs] of parts) {
    const value = [...costs.values()].reduce((sum, each) => sum + each, 0);
    const places = new Set(frames(program.document, stack).map((span) => place(span.file, span.line)));
    for (const at of places) found.set(at, (found.get(at) ?? 0) + value);
  }
  return found;
}

function shares<Key>(values: Map<Key, number>, total: number): Map<Key, number> {
  return new Map([...values].map(([key, value]) => [key, value / total]));
}
