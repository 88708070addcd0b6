// A listing as the rows of a list: colours, lines of the cell, people's names for values, heat.
import { bandsOfLines } from "./bands";
import { blocks } from "./folds";
import { linesIn, type Program } from "./link";
import type { Content } from "./list";
import { valueNames } from "./names";
import type { Segment } from "./report";
import { shortened, type Showing } from "./shorten";

export interface Context {
  program: Program;
  kind: string;
  /** The cell's file. */
  cell: string;
  bands: Map<string, number[]>;
  segment: Segment;
  showing: Showing;
  heat: Map<number, number> | undefined;
  together: Map<number, number> | undefined;
}

const MISSING: Content = {
  count: 1,
  row: () => ({ text: "This stage gave no listing.", label: "", bands: [] }),
  length: () => 30,
  label: 1,
  blocks: new Map(),
};
/** Characters of the margin that names lines of the cell. */
const LABEL = 6;

export function listingContent(context: Context): Content {
  const { program, kind, cell, bands, showing, heat, together } = context;
  const lines = program.listings.get(kind)?.listing.lines;
  if (!lines) return MISSING;
  // When the first row shows: reading the operations of a large program takes a while.
  let known: Map<number, string> | null = null;
  const names = () => (known ??= valueNames(program, kind, context.segment));
  return {
    count: lines.length,
    length: (index) => lines[index]!.text.length,
    isNamed: (index) => names().has(index),
    label: LABEL,
    blocks: blocks(lines.map((line) => line.text)),
    row(index) {
      const entry = lines[index]!;
      const from = linesIn(program.document, entry, cell);
      return {
        text: shortened(entry.text, kind, showing),
        label: from.length > 2 ? `${from[0]}…${from.at(-1)}` : from.join(","),
        bands: bandsOfLines(from, cell, bands).slice(0, 4),
        inlay: names().get(index),
        ...(heat ? { heat: heat.get(index) ?? 0, together: together?.get(index) } : {}),
      };
    },
  };
}
