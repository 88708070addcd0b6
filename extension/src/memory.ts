// How much each value holds at the moment when the program holds most, estimated from the schedule that HLO stands in.
import type { Cost } from "./costs";
import { operationsOf, type Operation, type Operations } from "./operations";
import type { Listing } from "./report";
import { bytes } from "./shapes";

/** What hands on memory of others: loops work in place. */
const HANDING_ON = new Set("get-tuple-element bitcast tuple while optimization-barrier after-all".split(" "));
/** What may write its result over an input of the same size that is not needed any more. */
const IN_PLACE = new Set("fusion add subtract multiply divide tanh exponential negate dynamic-update-slice scatter sort select maximum minimum convert".split(" "));
/** What takes no memory of its own while the program runs; inputs are there before. */
const NO_MEMORY = new Set(["parameter", "constant"]);
const CALLING = new Set(["while", "call", "conditional"]);

/** The most that a computation holds at one time, and by which lines. */
interface Peak {
  bytes: number;
  lines: Map<number, number>;
}

const NOTHING: Peak = { bytes: 0, lines: new Map() };
const known = new WeakMap<Listing, Cost>();

/** Bytes by line of compiled HLO at the peak; a value stands for the line that makes it. */
export function memoryOf(listing: Listing): Cost {
  const found = known.get(listing) ?? atPeak(operationsOf(listing));
  known.set(listing, found);
  return found;
}

function atPeak(operations: Operations): Cost {
  const { lines } = new Schedule(operations, operations.scopes.get("") ?? -1, true).peak();
  return { own: lines, whole: lines };
}

/** One computation in the order in which it runs. Inputs and results are the entry's; elsewhere the caller holds them. */
class Schedule {
  private readonly program: Operation[];
  /** The lines whose memory a value lies in. */
  private readonly homes = new Map<number, number[]>();
  /** Memory that is used for the last time, by the line that does. */
  private readonly ending = new Map<number, number[]>();
  private readonly kept: Set<number>;

  constructor(
    private readonly operations: Operations,
    scope: number,
    private readonly isEntry: boolean,
  ) {
    this.program = operations.within(scope);
    const last = new Map<number, number>();
    for (const operation of this.program) {
      const from = operations.operands(operation).flatMap((other) => (other && this.homes.get(other.line)) ?? []);
      this.homes.set(operation.line, HANDING_ON.has(operation.opcode) ? [...new Set(from)] : [operation.line]);
      for (const line of [operation.line, ...from]) last.set(line, operation.line);
    }
    const result = operations.roots.get(scope);
    this.kept = new Set([...(result ? this.homes.get(result.line)! : []), ...this.parameters()]);
    for (const [line, end] of last) if (!this.kept.has(line)) this.ending.set(end, [...(this.ending.get(end) ?? []), line]);
  }

  peak(): Peak {
    const inner = new Map(this.program.filter(({ opcode }) => CALLING.has(opcode)).map((operation) => [operation.line, this.inside(operation)]));
    let most = { bytes: 0, line: -1 };
    this.run((line, total) => {
      const bytes = total + (inner.get(line)?.bytes ?? 0);
      if (bytes > most.bytes) most = { bytes, line };
      return true;
    });
    const sizes = this.run((line) => line !== most.line);
    return { bytes: most.bytes, lines: new Map([...sizes, ...(inner.get(most.line)?.lines ?? [])]) };
  }

  /** Goes from operation to operation, until told to stop; gives what is held then. */
  private run(goesOn: (line: number, total: number) => boolean): Map<number, number> {
    const sizes = new Map<number, number>();
    let total = 0;
    const take = (line: number, bytes: number) => {
      sizes.set(line, bytes);
      total += bytes;
    };
    const free = (line: number) => {
      total -= sizes.get(line) ?? 0;
      sizes.delete(line);
    };
    if (this.isEntry) for (const line of this.parameters()) take(line, size(this.operations.at.get(line)!));
    for (const operation of this.program) {
      const { line, opcode } = operation;
      const own = this.allocates(operation) ? size(operation) : 0;
      const ending = this.ending.get(line) ?? [];
      const place = IN_PLACE.has(opcode) ? ending.find((other) => sizes.get(other) === own) : undefined;
      if (place !== undefined) free(place);
      if (own) take(line, own);
      if (!goesOn(line, total)) break;
      ending.forEach(free);
    }
    return sizes;
  }

  private allocates({ line, opcode }: Operation): boolean {
    return !NO_MEMORY.has(opcode) && !HANDING_ON.has(opcode) && (this.isEntry || !this.kept.has(line));
  }

  private parameters(): number[] {
    return this.program.filter(({ opcode }) => opcode === "parameter").map(({ line }) => line);
  }

  private inside({ called }: Operation): Peak {
    const all = called.map((name) => new Schedule(this.operations, this.operations.scopes.get(name) ?? -1, false).peak());
    return all.reduce((most, each) => (each.bytes > most.bytes ? each : most), NOTHING);
  }
}

function size({ shapes }: Operation): number {
  return shapes.reduce((sum, shape) => sum + bytes(shape), 0);
}
