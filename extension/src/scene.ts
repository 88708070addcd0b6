// A graph laid out: boxes and lines at their places, opened boxes around what they hold.
import type { Graph, GraphEdge, GraphNode } from "./graph";
import { layout, type Sized } from "./layers";

export interface Box extends Sized {
  node: GraphNode;
  x: number;
  y: number;
  /** How many boxes are around it. */
  depth: number;
}

export interface Link {
  edge: GraphEdge;
  from: Box;
  to: Box;
  /** Points from above to below; null for a link so long that only its ends are drawn. */
  points: number[] | null;
}

export interface Scene extends Sized {
  /** Outer boxes before what they hold. */
  boxes: Box[];
  links: Link[];
}

const CHARACTER = 6.7;
const LEAST_WIDTH = 74;
const MOST_WIDTH = 230;
const HEIGHT = 38;
const PADDING = 14;
const HEAD = 26;

interface Measured extends Sized {
  inner: Arranged | null;
}

interface Arranged extends Sized {
  graph: Graph;
  measured: Measured[];
  placed: ReturnType<typeof layout>;
}

export function scene(graph: Graph): Scene {
  const arranged = arrange(graph);
  const made: Scene = { boxes: [], links: [], width: arranged.width, height: arranged.height };
  put(arranged, 0, 0, 0, made);
  return made;
}

/** Sizes from the inside out. */
function arrange(graph: Graph): Arranged {
  const measured = graph.nodes.map(measure);
  const placed = layout(measured, graph.edges);
  return { graph, measured, placed, width: placed.width, height: placed.height };
}

function measure(node: GraphNode): Measured {
  if (node.inner) {
    const inner = arrange(node.inner);
    return { inner, width: Math.max(inner.width + 2 * PADDING, textWidth(node)), height: inner.height + HEAD + PADDING };
  }
  return { inner: null, width: textWidth(node), height: HEIGHT };
}

function textWidth({ label, detail, opens }: GraphNode): number {
  const characters = Math.max(label.length + (opens ? 3 : 0), detail.length * 0.92);
  return Math.min(Math.max(characters * CHARACTER + 20, LEAST_WIDTH), MOST_WIDTH);
}

/** Places from the outside in. */
function put({ graph, measured, placed }: Arranged, left: number, top: number, depth: number, into: Scene): void {
  const boxes = graph.nodes.map((node, i): Box => {
    const { width, height } = measured[i]!;
    return { node, x: left + placed.x[i]!, y: top + placed.y[i]!, width, height, depth };
  });
  boxes.forEach((box, i) => {
    into.boxes.push(box);
    const { inner } = measured[i]!;
    if (inner) put(inner, box.x + (box.width - inner.width) / 2, box.y + HEAD, depth + 1, into);
  });
  graph.edges.forEach((edge, i) => {
    const points = placed.routes[i]?.map((value, k) => value + (k % 2 ? top : left)) ?? null;
    into.links.push({ edge, from: boxes[edge.from]!, to: boxes[edge.to]!, points });
  });
}
