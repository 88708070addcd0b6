// Draws a scene, on a canvas or as SVG, with the same strokes.
import { size } from "./figures";
import type { Box, Link, Scene } from "./scene";

export interface Palette {
  background: string;
  text: string;
  quiet: string;
  accent: string;
  heat: string;
  bands: string[];
  font: string;
}

export interface Marks {
  /** Boxes that are lit. */
  lit: Set<Box>;
  current: Box | null;
  /** Colours of a box, as numbers of bands. */
  bands(box: Box): number[];
  /** Share of the cost; null where heat is off. */
  heat(box: Box): number | null;
}

/** What both surfaces can draw. Coordinates are the scene's. */
export interface Brush {
  box(x: number, y: number, width: number, height: number, fill: string, fillOpacity: number, stroke: string, lineWidth: number, dashed: boolean): void;
  curve(points: number[], stroke: string, opacity: number, lineWidth: number): void;
  text(text: string, x: number, y: number, size: number, fill: string, bold: boolean, middle: boolean): void;
}

/** What of the scene is in sight, and how large: small text is left out. */
export interface Sight {
  left: number;
  top: number;
  right: number;
  bottom: number;
  scale: number;
}

const READABLE = 0.42;
const STUB = 14;

export function paint(scene: Scene, marks: Marks, palette: Palette, sight: Sight, brush: Brush): void {
  const outer = new Set(scene.boxes.filter((box) => box.node.inner && inSight(box, sight)));
  for (const box of outer) paintBox(box, marks, palette, sight, brush);
  const near = scene.links.filter((link) => linkInSight(link, sight));
  const isMarked = ({ from, to }: Link) => from === marks.current || to === marks.current;
  near.filter((link) => !isMarked(link)).forEach((link) => paintLink(link, palette.quiet, 0.45, brush));
  for (const box of scene.boxes) if (!outer.has(box) && inSight(box, sight)) paintBox(box, marks, palette, sight, brush);
  near.filter(isMarked).forEach((link) => paintMarkedLink(link, palette, sight, brush));
}

function paintBox(box: Box, marks: Marks, palette: Palette, sight: Sight, brush: Brush): void {
  const { x, y, width, height, node } = box;
  const isLit = marks.lit.has(box);
  const isCurrent = marks.current === box;
  const bands = marks.bands(box).map((band) => palette.bands[band]!);
  const colour = bands[0] ?? palette.quiet;
  const share = marks.heat(box);
  brush.box(x, y, width, height, palette.background, 1, "", 0, false);
  const plain = isCurrent ? 0.42 : isLit ? 0.3 : share === null ? 0.12 : 0.04 + 0.7 * Math.sqrt(share);
  // From afar a box is a few pixels: then colour is all that it can say.
  const fill = node.inner ? 0.04 : Math.min(1, sight.scale < READABLE ? plain * 2.8 : plain);
  brush.box(x, y, width, height, share === null || isLit || isCurrent ? colour : palette.heat, fill, colour, isCurrent || isLit ? 2.5 : 1, node.kind === "input");
  bands.slice(0, 4).forEach((band, i, all) => brush.box(x, y + (i * height) / all.length, 4, height / all.length, band, 1, "", 0, false));
  if (sight.scale >= READABLE) paintText(box, share, palette, brush);
}

function paintText({ x, y, width, node }: Box, share: number | null, palette: Palette, brush: Brush): void {
  const most = Math.floor((width - 18) / 6.7);
  const opener = node.opens ? (node.inner ? "▾ " : "▸ ") : "";
  const middle = !node.inner;
  const at = middle ? x + width / 2 + 2 : x + 12;
  const percent = share !== null && share >= 0.01 ? `  ${Math.round(100 * share)} %` : "";
  brush.text(cut(opener + node.label, most), at, y + 16, 11.5, palette.text, node.kind !== "operation", middle);
  if (middle && (node.detail || percent)) brush.text(cut(node.detail, most + 2) + percent, at, y + 30, 10, palette.quiet, false, true);
}

function paintLink(link: Link, colour: string, opacity: number, brush: Brush): void {
  const width = 0.7 + Math.max(0, Math.log10(link.edge.bytes + 1) - 2) * 0.35;
  for (const points of strokes(link)) brush.curve(points, colour, opacity, width);
}

function paintMarkedLink(link: Link, palette: Palette, sight: Sight, brush: Brush): void {
  paintLink(link, palette.accent, 0.95, brush);
  if (sight.scale < READABLE || !link.edge.label) return;
  const points = strokes(link)[0]!;
  const [x, y] = [points.at(-2)!, points.at(-1)!];
  const label = `${link.edge.label} · ${size(link.edge.bytes)}`;
  const width = label.length * 5.6 + 8;
  brush.box(x - width / 2, y - 21, width, 14, palette.background, 0.92, palette.accent, 0.6, false);
  brush.text(label, x, y - 10.5, 9.5, palette.accent, false, true);
}

/** The whole link, or a stub at each end of one that is too long. */
function strokes({ from, to, points }: Link): number[][] {
  if (points) return [points];
  const start = [from.x + from.width / 2, from.y + from.height];
  const end = [to.x + to.width / 2, to.y];
  return [[end[0]! - STUB, end[1]! - STUB, end[0]!, end[1]!], [start[0]!, start[1]!, start[0]! + STUB, start[1]! + STUB]];
}

function inSight({ x, y, width, height }: Box, { left, top, right, bottom }: Sight): boolean {
  return x < right && x + width > left && y < bottom && y + height > top;
}

function linkInSight({ from, to }: Link, { left, top, right, bottom }: Sight): boolean {
  if (from.y > bottom || to.y + to.height < top) return false;
  return Math.min(from.x, to.x) < right && Math.max(from.x + from.width, to.x + to.width) > left;
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
