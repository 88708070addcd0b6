// What the cell calls the values of a program: its inputs where they come in, its results where they are made and go out.
import type { Program } from "./link";
import { operationsOf, type Operation, type Operations } from "./operations";
import type { Argument, Listing, Segment } from "./report";

/** Names that stand on one line. */
const MOST = 12;
const PARAMETER = /parameter\((\d+)\)/;

/** Names by line of a listing. */
export function valueNames(program: Program, kind: string, { inputs, outputs }: Pick<Segment, "inputs" | "outputs">): Map<number, string> {
  const listing = program.listings.get(kind)?.listing;
  const ends = ENDS[kind];
  if (!listing || !ends) return new Map();
  const operations = operationsOf(listing);
  const scope = operations.scopes.get("") ?? -1;
  return new Map([...coming(listing, operations, scope, byPosition(inputs)), ...going(operations, scope, ends(listing, operations, scope), byPosition(outputs))]);
}

/** Some names as one text. */
export function together(names: string[]): string {
  return names.length > MOST ? `${names.slice(0, MOST).join("   ")}   and ${names.length - MOST} more` : names.join("   ");
}

/** The line that ends a program, and the values that it hands out, in their order. */
interface End {
  line: number;
  values: string[];
}

const ENDS: Record<string, (listing: Listing, operations: Operations, scope: number) => End> = {
  jaxpr: ({ lines }) => endAt(lines.findLastIndex(({ text }) => /^\s*in \(/.test(text)), (line) => /\((.*?),?\) \}/.exec(lines[line]!.text)?.[1]?.split(", ") ?? []),
  stablehlo: ({ lines }, _, scope) => endAt(lines.findIndex(({ text }, line) => line > scope && /^    (?:func\.)?return /.test(text)), (line) => lines[line]!.text.split(" : ")[0]!.match(/%[\w.-]+/g) ?? []),
  hlo(_, operations, scope) {
    const root = operations.roots.get(scope);
    return root ? { line: root.line, values: root.opcode === "tuple" ? root.operands : root.names } : { line: -1, values: [] };
  },
};

function endAt(line: number, values: (line: number) => string[]): End {
  return { line, values: line < 0 ? [] : values(line) };
}

function byPosition(known: Argument[]): Map<number, Argument[]> {
  const found = new Map<number, Argument[]>();
  for (const one of known) if (one.position !== null) found.set(one.position, [...(found.get(one.position) ?? []), one]);
  return found;
}

function coming(listing: Listing, operations: Operations, scope: number, inputs: Map<number, Argument[]>): [number, string][] {
  if (listing.kind === "stablehlo") return header(scope, [...inputs.keys()].map((position) => `%arg${position}`), inputs);
  const parameters = operations.within(scope).filter(({ opcode }) => opcode === "parameter");
  if (listing.kind === "jaxpr") return parameters[0] ? header(parameters[0].line, parameters[0].names, inputs) : [];
  return parameters.flatMap(({ line, shapes }): [number, string][] => {
    const [input] = inputs.get(Number(PARAMETER.exec(listing.lines[line]!.text)?.[1] ?? -1)) ?? [];
    return input && has(input, String(shapes[0]?.dims)) ? [[line, input.name]] : [];
  });
}

/** Whether an input, or the part of it that one device holds, has these dimensions. */
function has({ aval, placement }: Argument, dims: string): boolean {
  const parts = placement?.shards.map(({ index }) => index.map(([from, to]) => to! - from!)) ?? [];
  return [aval.shape, ...parts].some((shape) => String(shape) === dims);
}

function header(line: number, variables: string[], inputs: Map<number, Argument[]>): [number, string][] {
  const named = variables.flatMap((variable, position) => {
    const [input] = inputs.get(position) ?? [];
    return input && input.name !== variable ? [`${variable} = ${input.name}`] : [];
  });
  return named.length ? [[line, together(named)]] : [];
}

/** Names where results are made, and all of them where they go out. */
function going(operations: Operations, scope: number, { line, values }: End, outputs: Map<number, Argument[]>): [number, string][] {
  const names = values.map((_, position) => (outputs.get(position) ?? []).map(({ name }) => name).join(", "));
  const makers = new Map<string, Operation>(operations.within(scope).filter(({ opcode }) => opcode !== "parameter").flatMap((each) => each.names.map((name) => [name, each] as const)));
  const made = new Map<number, Set<string>>();
  values.forEach((value, position) => {
    const maker = makers.get(value)?.line;
    if (maker !== undefined && maker !== line && names[position]) made.set(maker, (made.get(maker) ?? new Set()).add(names[position]!));
  });
  const all = names.filter(Boolean);
  return [...[...made].map(([at, results]): [number, string] => [at, `→ ${[...results].join(", ")}`]), ...(all.length ? [[line, `→ ${together(all)}`] as [number, string]] : [])];
}
