// A program as a graph: operations, what flows between them, and boxes that open on what they call.
import type { Operation, Operations } from "./operations";
import { bytes, written } from "./shapes";

export interface GraphNode {
  /** Stays the same while boxes open and close. */
  id: string;
  kind: "operation" | "input" | "output" | "box";
  label: string;
  detail: string;
  /** Lines of the listing that it stands for. */
  lines: number[];
  /** Whether it opens on more; `inner` is there once it has. */
  opens: boolean;
  inner: Graph | null;
}

export interface GraphEdge {
  from: number;
  to: number;
  label: string;
  bytes: number;
}

export interface Graph {
  nodes: GraphNode[];
  edges: GraphEdge[];
}

export interface GraphContext {
  operations: Operations;
  opened: Set<string>;
  /** What a person calls inputs and results, by line. */
  names: Map<number, string>;
  /** The lines of the cell that a line comes from, with commas: what operations that belong together have in common. */
  origin(line: number): string;
}

/** Operations in one computation above which they are gathered in boxes. */
export const MOST_NODES = 1500;
/** Boxes that are made then. */
const BOXES = 300;
/** What moves nothing and says nothing: edges run through. */
const SEEN_THROUGH = new Set(["get-tuple-element", "bitcast", "get_tuple_element"]);
const HIDDEN = new Set(["constant", "after-all", "iota"]);
const OPENING = new Set("fusion call while conditional async-start jit pjit scan cond custom_jvp_call custom_vjp_call checkpoint remat2 shard_map".split(" "));

/** The graph of the computation that opens at `scope`. */
export function graph(context: GraphContext, scope: number): Graph {
  const shown = context.operations.within(scope).filter(({ opcode }) => !HIDDEN.has(opcode) && !SEEN_THROUGH.has(opcode));
  if (shown.length <= MOST_NODES) return connected(context, shown.map((operation) => ({ node: single(context, operation), members: [operation] })));
  const groups = intervals(shown, context).map((members) => ({ node: box(context, members), members }));
  return connected(context, groups);
}

interface Group {
  node: GraphNode;
  members: Operation[];
}

function connected(context: GraphContext, groups: Group[]): Graph {
  const home = new Map(groups.flatMap(({ members }, i) => members.map((member): [number, number] => [member.line, i])));
  const edges = new Map<string, GraphEdge>();
  groups.forEach(({ members }, to) => {
    for (const member of members) {
      for (const source of sources(context.operations, member)) {
        const from = home.get(source.line);
        if (from !== undefined && from < to) join(edges, from, to, source);
      }
    }
  });
  return { nodes: groups.map(({ node }) => node), edges: [...edges.values()] };
}

function join(edges: Map<string, GraphEdge>, from: number, to: number, source: Operation): void {
  const held = source.shapes.reduce((sum, shape) => sum + bytes(shape), 0);
  const edge = edges.get(`${from} ${to}`);
  if (edge) {
    edge.bytes += held;
    edge.label = "several arrays";
  } else {
    edges.set(`${from} ${to}`, { from, to, label: type(source), bytes: held });
  }
}

/** Where an operation's values come from, through what only hands them on. */
function sources(operations: Operations, operation: Operation): Operation[] {
  return operations.operands(operation).flatMap((source) => {
    if (source === null || HIDDEN.has(source.opcode)) return [];
    return SEEN_THROUGH.has(source.opcode) ? sources(operations, source) : [source];
  });
}

function single(context: GraphContext, operation: Operation): GraphNode {
  const { line, opcode, called, names } = operation;
  const opens = OPENING.has(opcode) && called.length > 0;
  const isInput = opcode === "parameter";
  const isOutput = opcode === "outputs" || opcode === "tuple" || !context.operations.users(operation).length;
  const known = context.names.get(line);
  return {
    id: String(line),
    kind: opens ? "box" : isInput ? "input" : isOutput ? "output" : "operation",
    label: isInput ? (known ?? plain(names[0] ?? "inputs")) : opcode === "fusion" ? plain(names[0]!) : opcode,
    detail: isInput || !known ? type(operation) : `${type(operation)} ${known}`.trim(),
    lines: [line],
    opens,
    inner: opens && context.opened.has(String(line)) ? inside(context, called) : null,
  };
}

function inside(context: GraphContext, called: string[]): Graph {
  const parts = called.flatMap((name) => context.operations.scopes.get(name) ?? []).map((scope) => graph(context, scope));
  const joined: Graph = { nodes: [], edges: [] };
  for (const { nodes, edges } of parts) {
    const first = joined.nodes.length;
    joined.nodes.push(...nodes);
    joined.edges.push(...edges.map((edge) => ({ ...edge, from: edge.from + first, to: edge.to + first })));
  }
  return joined;
}

function box(context: GraphContext, members: Operation[]): GraphNode {
  const id = `${members[0]!.line}–${members.at(-1)!.line}`;
  const origins = [...new Set(members.flatMap(({ line }) => context.origin(line).split(",")))].filter(Boolean).sort((a, b) => Number(a) - Number(b));
  const inner = () => connected(context, members.map((operation) => ({ node: single(context, operation), members: [operation] })));
  return {
    id,
    kind: "box",
    label: origins.length ? `line${origins.length > 1 ? "s" : ""} ${origins.slice(0, 3).join(", ")}${origins.length > 3 ? " …" : ""}` : "XLA's own",
    detail: `${members.length} operations`,
    lines: members.map(({ line }) => line),
    opens: true,
    inner: context.opened.has(id) ? inner() : null,
  };
}

/** Cuts operations, which stand in an order that runs, into stretches: so no two depend on each other both ways. */
function intervals(operations: Operation[], context: GraphContext): Operation[][] {
  const least = Math.ceil(operations.length / BOXES);
  const found: Operation[][] = [];
  let origin = "";
  for (const operation of operations) {
    const here = context.origin(operation.line);
    const last = found.at(-1);
    if (!last || last.length >= 4 * least || (last.length >= least && here !== origin)) found.push([operation]);
    else last.push(operation);
    origin = here;
  }
  return found;
}

function type({ shapes, opcode }: Operation): string {
  if (opcode === "outputs" || !shapes.length) return "";
  return shapes.length === 1 ? written(shapes[0]!) : `${shapes.length} arrays`;
}

function plain(name: string): string {
  return name.replace(/^%/, "");
}
