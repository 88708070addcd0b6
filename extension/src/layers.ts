// A layered layout: every edge points down, few cross. Made for programs, whose operations come in an order that runs.

export interface Sized {
  width: number;
  height: number;
}

export interface Edge {
  /** Indices of nodes; `from` is before `to`. */
  from: number;
  to: number;
}

export interface Layout {
  /** Left and top of each node. */
  x: Float64Array;
  y: Float64Array;
  width: number;
  height: number;
  /** Points of each edge, from above to below; null for one so long that it is drawn as two stubs. */
  routes: (number[] | null)[];
}

/** Layers that an edge crosses before it becomes two stubs, in a graph that is not small. */
const LONGEST_EDGE = 8;
/** Nodes up to which every edge is drawn whole. */
const SMALL = 80;
const SWEEPS = 6;
const GAP_X = 22;
const GAP_Y = 38;
/** Width that an edge takes where it passes a layer. */
const LANE = 10;

/** Nodes and the places where longer edges pass a layer, as one kind of thing. */
interface Cells {
  rank: number[];
  width: number[];
  height: number[];
  above: number[][];
  below: number[][];
  layers: number[][];
}

export function layout(nodes: Sized[], edges: Edge[]): Layout {
  const ranks = rank(nodes.length, edges);
  const { cells, passes } = withPasses(nodes, edges, ranks);
  order(cells);
  const centres = placeAcross(cells);
  const tops = placeDown(cells);
  const left = cells.width.reduce((least, width, i) => Math.min(least, centres[i]! - width / 2), 0);
  const x = Float64Array.from(nodes, (node, i) => centres[i]! - node.width / 2 - left);
  const y = Float64Array.from(nodes, (_, i) => tops[ranks[i]!]!);
  return {
    x,
    y,
    width: cells.width.reduce((most, width, i) => Math.max(most, centres[i]! - left + width / 2), 0),
    height: nodes.reduce((most, node, i) => Math.max(most, y[i]! + node.height), 0),
    routes: edges.map((edge, i) => route(edge, passes[i]!, nodes, x, y, (cell) => [centres[cell]! - left, tops[cells.rank[cell]!]!])),
  };
}

/** The longest way from any source; sources stand right above their first user. */
function rank(count: number, edges: Edge[]): number[] {
  const ranks = new Array<number>(count).fill(0);
  const hasInput = new Uint8Array(count);
  const sorted = [...edges].sort((a, b) => a.from - b.from);
  for (const { from, to } of sorted) {
    hasInput[to] = 1;
    ranks[to] = Math.max(ranks[to]!, ranks[from]! + 1);
  }
  const first = new Map<number, number>();
  for (const { from, to } of edges) if (!hasInput[from]) first.set(from, Math.min(first.get(from) ?? Infinity, ranks[to]! - 1));
  for (const [source, at] of first) ranks[source] = at;
  return ranks;
}

function withPasses(nodes: Sized[], edges: Edge[], ranks: number[]): { cells: Cells; passes: (number[] | null)[] } {
  const cells: Cells = {
    rank: [...ranks],
    width: nodes.map((node) => node.width),
    height: nodes.map((node) => node.height),
    above: nodes.map(() => []),
    below: nodes.map(() => []),
    layers: [],
  };
  const passes = edges.map(({ from, to }) => {
    const span = ranks[to]! - ranks[from]!;
    if (span > LONGEST_EDGE && nodes.length > SMALL) return null;
    const lane = Array.from({ length: span - 1 }, (_, i) => addPass(cells, ranks[from]! + i + 1));
    [from, ...lane].forEach((cell, i) => connect(cells, cell, [...lane, to][i]!));
    return lane;
  });
  cells.rank.forEach((at, cell) => (cells.layers[at] ??= []).push(cell));
  cells.layers = Array.from(cells.layers, (layer) => layer ?? []);
  return { cells, passes };
}

function addPass(cells: Cells, at: number): number {
  cells.above.push([]);
  cells.below.push([]);
  cells.width.push(LANE);
  cells.height.push(0);
  return cells.rank.push(at) - 1;
}

function connect(cells: Cells, from: number, to: number): void {
  cells.below[from]!.push(to);
  cells.above[to]!.push(from);
}

/** Sorts each layer by where its neighbours stand, downwards and upwards in turn. */
function order({ rank, layers, above, below }: Cells): void {
  const at = new Float64Array(rank.length);
  const number = (layer: number[]) => layer.forEach((cell, i) => (at[cell] = i / layer.length));
  layers.forEach(number);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const down = sweep % 2 === 0;
    const neighbours = down ? above : below;
    for (const layer of down ? layers : [...layers].reverse()) {
      const key = new Map(layer.map((cell) => [cell, mean(neighbours[cell]!, at) ?? at[cell]!]));
      layer.sort((a, b) => key.get(a)! - key.get(b)!);
      number(layer);
    }
  }
}

/** Centres: each near its neighbours, in order, none overlapping. */
function placeAcross(cells: Cells): Float64Array {
  const centres = new Float64Array(cells.rank.length);
  cells.layers.forEach((layer) => settle(layer, cells.width, layer.map(() => 0), centres));
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const down = sweep % 2 === 0;
    const neighbours = down ? cells.above : cells.below;
    for (const layer of down ? cells.layers : [...cells.layers].reverse()) {
      settle(layer, cells.width, layer.map((cell) => mean(neighbours[cell]!, centres) ?? centres[cell]!), centres);
    }
  }
  return centres;
}

/**
 * Moves a layer's cells as little as possible from where they want to be, in the sense of least squares, keeping their
 * order and gaps: isotonic regression, by pooling neighbours that would overlap.
 */
function settle(layer: number[], width: number[], wanted: number[], centres: Float64Array): void {
  const offsets = [0];
  for (let i = 1; i < layer.length; i++) offsets.push(offsets[i - 1]! + (width[layer[i - 1]!]! + width[layer[i]!]!) / 2 + GAP_X);
  const pools: { sum: number; count: number }[] = [];
  layer.forEach((_, i) => {
    let pool = { sum: wanted[i]! - offsets[i]!, count: 1 };
    while (pools.length && pools.at(-1)!.sum / pools.at(-1)!.count >= pool.sum / pool.count) {
      const before = pools.pop()!;
      pool = { sum: before.sum + pool.sum, count: before.count + pool.count };
    }
    pools.push(pool);
  });
  let i = 0;
  for (const { sum, count } of pools) for (let k = 0; k < count; k++, i++) centres[layer[i]!] = sum / count + offsets[i]!;
}

/** The top of each layer. */
function placeDown({ layers, height }: Cells): number[] {
  const tops: number[] = [];
  let top = 0;
  for (const layer of layers) {
    tops.push(top);
    top += layer.reduce((most, cell) => Math.max(most, height[cell]!), 0) + GAP_Y;
  }
  return tops;
}

function route(
  { from, to }: Edge,
  lane: number[] | null,
  nodes: Sized[],
  x: Float64Array,
  y: Float64Array,
  pass: (cell: number) => [number, number],
): number[] | null {
  if (lane === null) return null;
  const start = [x[from]! + nodes[from]!.width / 2, y[from]! + nodes[from]!.height];
  const end = [x[to]! + nodes[to]!.width / 2, y[to]!];
  return [...start, ...lane.flatMap(pass), ...end];
}

function mean(cells: number[], values: Float64Array): number | null {
  if (!cells.length) return null;
  return cells.reduce((sum, cell) => sum + values[cell]!, 0) / cells.length;
}
