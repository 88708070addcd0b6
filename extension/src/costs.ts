// What each instruction of compiled HLO costs, estimated from the shapes it names: XLA tells the whole program's sum alone.
import { operationsOf, type Operation, type Operations } from "./operations";
import type { Listing } from "./report";
import { bytes, elements } from "./shapes";

/** Estimates by line of the HLO listing: each instruction's own, and with what it calls. */
export interface Cost {
  own: Map<number, number>;
  whole: Map<number, number>;
}

export interface Costs {
  /** Floating-point operations, transcendental ones counted as one each. */
  flops: Cost;
  /** Bytes read and written; what stays inside a fusion moves nothing. */
  bytes: Cost;
}

const PLUMBING = new Set(
  "parameter constant tuple get-tuple-element bitcast after-all iota partition-id replica-id opt-barrier".split(" "),
);
const MOVING = new Set(
  "copy copy-start copy-done broadcast reshape transpose slice dynamic-slice dynamic-update-slice concatenate pad gather scatter reverse convert bitcast-convert while call conditional fusion custom-call".split(" "),
);
const CALLING = new Set(["while", "call", "conditional", "async-start"]);

const known = new WeakMap<Listing, Costs>();

/** The costs of an HLO listing, estimated once. */
export function costsOf(listing: Listing): Costs {
  const found = known.get(listing) ?? costs(operationsOf(listing), listing.lines.map((line) => line.text));
  known.set(listing, found);
  return found;
}

function costs(operations: Operations, lines: string[]): Costs {
  const isFusion = ({ opcode }: Operation) => opcode === "fusion";
  const calls = (operation: Operation) => CALLING.has(operation.opcode) || isFusion(operation);
  const turns = ({ opcode, line }: Operation) => (opcode === "while" ? tripCount(lines[line]!) : 1);
  return {
    flops: walk(operations, (operation) => flops(operation, operations, lines), calls, turns),
    bytes: walk(operations, (operation) => moved(operation, operations), (operation) => calls(operation) && !isFusion(operation), turns),
  };
}

/** Adds up from the entry on, so that a loop's body counts as often as the loop turns. */
function walk(
  operations: Operations,
  own: (operation: Operation) => number,
  calls: (operation: Operation) => boolean,
  turns: (operation: Operation) => number,
): Cost {
  const cost: Cost = { own: new Map(), whole: new Map() };
  const visit = (scope: number | undefined, times: number): number => {
    let sum = 0;
    for (const operation of scope === undefined ? [] : operations.within(scope)) {
      const alone = times * own(operation);
      const inner = calls(operation) ? operation.called.map((name) => visit(operations.scopes.get(name), times * turns(operation))) : [];
      const whole = inner.reduce((total, each) => total + each, alone);
      add(cost.own, operation.line, alone);
      add(cost.whole, operation.line, whole);
      sum += whole;
    }
    return sum;
  };
  visit(operations.scopes.get(""), 1);
  return cost;
}

/** How often a `while` runs; 1 where XLA does not know. */
export function tripCount(text: string): number {
  return Number(/"known_trip_count":\{"n":"(\d+)"/.exec(text)?.[1] ?? 1);
}

function flops(operation: Operation, operations: Operations, lines: string[]): number {
  const { opcode, shapes } = operation;
  if (PLUMBING.has(opcode) || MOVING.has(opcode)) return 0;
  const [input] = operations.operands(operation);
  const out = shapes[0] ? elements(shapes[0]) : 0;
  if (opcode === "reduce" || opcode === "all-reduce") return input?.shapes[0] ? elements(input.shapes[0]) : out;
  if (opcode === "dot") return 2 * out * contracted(input ?? null, lines[operation.line]!);
  return out;
}

/** Product of the lengths that a dot sums over. */
function contracted(input: Operation | null, text: string): number {
  const axes = /lhs_contracting_dims=\{([\d,]*)\}/.exec(text)?.[1]?.split(",").map(Number) ?? [];
  return axes.reduce((product, axis) => product * (input?.shapes[0]?.dims[axis] ?? 1), 1);
}

function moved(operation: Operation, operations: Operations): number {
  if (PLUMBING.has(operation.opcode) || CALLING.has(operation.opcode)) return 0;
  const all = [operation, ...operations.operands(operation)].flatMap((each) => each?.shapes ?? []);
  return all.reduce((sum, shape) => sum + bytes(shape), 0);
}

function add(sums: Map<number, number>, key: number, value: number): void {
  if (value) sums.set(key, (sums.get(key) ?? 0) + value);
}
