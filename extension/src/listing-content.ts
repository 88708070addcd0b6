// A listing as the rows of a list: colours, lines of the cell, people's names for values, heat.
import { bandsOfLines } from "./bands";
import { blocks } from "./folds";
import { linesIn, type Program } from "./link";
import type { Content } from "./list";
import { operationsOf, type Operation } from "./operations";
import type { Argument, Listing } from "./report";
import { shortened, type Showing } from "./shorten";

export interface Context {
  program: Program;
  kind: string;
  /** The cell's file. */
  cell: string;
  bands: Map<string, number[]>;
  inputs: Argument[];
  showing: Showing;
  heat: Map<number, number> | undefined;
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
  const { program, kind, cell, bands, showing, heat } = context;
  const lines = program.listings.get(kind)?.listing.lines;
  if (!lines) return MISSING;
  // When the first row shows: reading the operations of a large program takes a while.
  let names: Map<number, string> | null = null;
  return {
    count: lines.length,
    length: (index) => lines[index]!.text.length,
    label: LABEL,
    blocks: blocks(lines.map((line) => line.text)),
    row(index) {
      const entry = lines[index]!;
      const from = linesIn(program.document, entry, cell);
      return {
        text: shortened(entry.text, kind, showing),
        label: from.length > 2 ? `${from[0]}…${from.at(-1)}` : from.join(","),
        bands: bandsOfLines(from, cell, bands).slice(0, 4),
        inlay: (names ??= inputNames(program, kind, context.inputs)).get(index),
        ...(heat ? { heat: heat.get(index) ?? 0 } : {}),
      };
    },
  };
}

/** Names that the cell has for inputs, by line; none where the program's inputs are not all known by name. */
export function inputNames(program: Program, kind: string, inputs: Argument[]): Map<number, string> {
  const listing = program.listings.get(kind)?.listing;
  if (!listing || kind === "stablehlo") return new Map();
  const operations = operationsOf(listing);
  const parameters = operations.within(operations.scopes.get("") ?? -1).filter((operation) => operation.opcode === "parameter");
  return kind === "hlo" ? hloNames(listing, parameters, inputs) : jaxprNames(parameters[0], inputs);
}

function jaxprNames(header: Operation | undefined, inputs: Argument[]): Map<number, string> {
  if (header?.names.length !== inputs.length) return new Map();
  const named = header.names.flatMap((variable, i) => (variable === inputs[i]!.name ? [] : [`${variable} = ${inputs[i]!.name}`]));
  return named.length ? new Map([[header.line, named.join("   ")]]) : new Map();
}

function hloNames({ lines }: Listing, parameters: Operation[], inputs: Argument[]): Map<number, string> {
  if (parameters.length !== inputs.length) return new Map();
  return new Map(
    parameters.flatMap(({ line, shapes }): [number, string][] => {
      const input = inputs[Number(/parameter\((\d+)\)/.exec(lines[line]!.text)?.[1] ?? -1)];
      return input && String(shapes[0]?.dims) === String(input.aval.shape) ? [[line, input.name]] : [];
    }),
  );
}
