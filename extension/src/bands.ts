// One colour for each line of the cell that became something; what came from it wears the same colour.
import { frames, place, type Program } from "./link";

/** How many colours there are before they repeat; the style sheet defines `--band-0` and on. */
export const COLOURS = 8;

/** Colours by `place`. A helper's line has the colours of all cell lines that reach it. */
export function bands(programs: Program[], cell: string): Map<string, number[]> {
  const callers = cellLinesByPlace(programs, cell);
  const lines = [...new Set([...callers.values()].flatMap((found) => [...found]))].sort((a, b) => a - b);
  const colour = new Map(lines.map((line, rank) => [line, rank % COLOURS]));
  return new Map([...callers].map(([at, found]) => [at, coloursOf([...found], colour)]));
}

/** Colours of cell lines, as `bands` gives them. */
export function bandsOfLines(lines: number[], cell: string, bands: Map<string, number[]>): number[] {
  return [...new Set(lines.flatMap((line) => bands.get(place(cell, line)) ?? []))];
}

/** For each place, the lines of the cell that its stacks start from. */
function cellLinesByPlace(programs: Program[], cell: string): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  for (const { document, stacksAt } of programs) {
    for (const [at, stacks] of stacksAt) {
      const file = at.slice(0, at.lastIndexOf("\n"));
      const lines =
        file === cell
          ? [Number(at.slice(file.length + 1))]
          : [...stacks].flatMap((stack) => frames(document, stack)).filter((span) => span.file === cell).map((span) => span.line);
      const known = found.get(at) ?? new Set();
      lines.forEach((line) => known.add(line));
      found.set(at, known);
    }
  }
  return found;
}

function coloursOf(lines: number[], colour: Map<number, number>): number[] {
  return [...new Set(lines.map((line) => colour.get(line)!))];
}
