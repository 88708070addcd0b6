// A program between XLA's passes: which lines each state has, and how two states stand beside each other.
import type { Passes } from "./report";

/** A line of the pool on each side; null where the other side alone has one. */
export type Pair = [before: number | null, after: number | null];

/** Lines of context around a change. */
const CONTEXT = 3;

/** The program after a step, as indices of `Passes.lines`; each stands in it once. A damaged report has lines that are not there. */
export function stateAt({ steps, lines }: Passes, step: number): number[] {
  const found = new Set<number>();
  for (const [start, end] of steps[step]!.runs) {
    for (let line = Math.max(start ?? 0, 0); line < Math.min(end ?? 0, lines.length); line++) found.add(line);
  }
  return [...found];
}

/** Whether a step left another program than the one before it. */
export function changed({ steps }: Passes, step: number): boolean {
  return step > 0 && JSON.stringify(steps[step]!.runs) !== JSON.stringify(steps[step - 1]!.runs);
}

/** Two states side by side: lines that stayed, then lines that define the same value, and the rest alone. */
export function beside({ lines }: Passes, before: number[], after: number[]): Pair[] {
  const name = (line: number) => /^\s*(?:ROOT )?(%?[\w.-]+) /.exec(lines[line]!.text)?.[1] ?? null;
  return align(before, after, (line) => line, (removed, added) => align(removed, added, name, alone));
}

/** Rows that show a change, and a few around each. */
export function nearChanges(pairs: Pair[]): Set<number> {
  const near = new Set<number>();
  pairs.forEach(([before, after], row) => {
    if (before === after) return;
    for (let at = Math.max(row - CONTEXT, 0); at <= Math.min(row + CONTEXT, pairs.length - 1); at++) near.add(at);
  });
  return near;
}

function alone(removed: number[], added: number[]): Pair[] {
  return [...removed.map((line): Pair => [line, null]), ...added.map((line): Pair => [null, line])];
}

/** Pairs lines of one key, as many as keep their order; `between` has what lies between two pairs. */
function align(before: number[], after: number[], key: (line: number) => unknown, between: (removed: number[], added: number[]) => Pair[]): Pair[] {
  const places = new Map(after.map((line, place) => [key(line), place]));
  const common = before.flatMap((line, from): [number, number][] => {
    const to = key(line) === null ? undefined : places.get(key(line));
    return to === undefined ? [] : [[from, to]];
  });
  const pairs: Pair[] = [];
  let [left, right] = [0, 0];
  for (const [from, to] of rising(common)) {
    pairs.push(...between(before.slice(left, from), after.slice(right, to)), [before[from]!, after[to]!]);
    [left, right] = [from + 1, to + 1];
  }
  return [...pairs, ...between(before.slice(left), after.slice(right))];
}

/** A longest part in which the second figures rise as the first do. */
function rising(pairs: [number, number][]): [number, number][] {
  const ends: number[] = [];
  const earlier: number[] = [];
  pairs.forEach(([, to], i) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[ends[middle]!]![1] < to) low = middle + 1;
      else high = middle;
    }
    earlier[i] = low ? ends[low - 1]! : -1;
    ends[low] = i;
  });
  const found: [number, number][] = [];
  for (let i = ends.at(-1) ?? -1; i >= 0; i = earlier[i]!) found.push(pairs[i]!);
  return found.reverse();
}
