// The two surfaces that a graph is drawn on.
import type { Brush, Palette } from "./paint";

const RADIUS = 5;
const DASHES = [4, 3];
const SVG = "http://www.w3.org/2000/svg";

export function canvasBrush(context: CanvasRenderingContext2D, font: string): Brush {
  return {
    box(x, y, width, height, fill, opacity, stroke, lineWidth, dashed) {
      context.beginPath();
      context.roundRect(x, y, width, height, Math.min(RADIUS, width / 3));
      context.globalAlpha = opacity;
      context.fillStyle = fill;
      context.fill();
      context.globalAlpha = 1;
      if (!stroke) return;
      context.setLineDash(dashed ? DASHES : []);
      context.strokeStyle = stroke;
      context.lineWidth = lineWidth;
      context.stroke();
      context.setLineDash([]);
    },
    curve(points, stroke, opacity, lineWidth) {
      context.beginPath();
      context.moveTo(points[0]!, points[1]!);
      for (const [cx, cy, dx, dy, x, y] of bends(points)) context.bezierCurveTo(cx, cy, dx, dy, x, y);
      context.globalAlpha = opacity;
      context.strokeStyle = stroke;
      context.lineWidth = lineWidth;
      context.stroke();
      context.globalAlpha = 1;
    },
    text(text, x, y, size, fill, bold, middle) {
      context.font = `${bold ? "600 " : ""}${size}px ${font}`;
      context.textAlign = middle ? "center" : "left";
      context.fillStyle = fill;
      context.fillText(text, x, y);
    },
  };
}

/** Draws into a new SVG document, whose text `source` gives. */
export function svgBrush(width: number, height: number, palette: Palette): Brush & { source(): string } {
  const root = node("svg", { xmlns: SVG, viewBox: `-10 -10 ${width + 20} ${height + 20}`, width: width + 20, height: height + 20 });
  root.append(node("rect", { x: -10, y: -10, width: width + 20, height: height + 20, fill: palette.background }));
  return {
    box(x, y, w, h, fill, opacity, stroke, lineWidth, dashed) {
      const line = stroke ? { stroke, "stroke-width": lineWidth, ...(dashed ? { "stroke-dasharray": DASHES.join(" ") } : {}) } : {};
      root.append(node("rect", { x, y, width: w, height: h, rx: Math.min(RADIUS, w / 3), fill, "fill-opacity": opacity, ...line }));
    },
    curve(points, stroke, opacity, lineWidth) {
      const d = `M${points[0]} ${points[1]}${bends(points).map((bend) => `C${bend.join(" ")}`).join("")}`;
      root.append(node("path", { d, fill: "none", stroke, "stroke-opacity": opacity, "stroke-width": lineWidth }));
    },
    text(text, x, y, size, fill, bold, middle) {
      const weight = { "font-weight": bold ? 600 : 400, "text-anchor": middle ? "middle" : "start" };
      const made = node("text", { x, y, "font-size": size, "font-family": palette.font, fill, ...weight });
      made.textContent = text;
      root.append(made);
    },
    source: () => new XMLSerializer().serializeToString(root),
  };
}

/** Bézier pieces through points, each leaving and arriving straight down. */
function bends(points: number[]): [number, number, number, number, number, number][] {
  const pieces: [number, number, number, number, number, number][] = [];
  for (let i = 2; i < points.length; i += 2) {
    const [x0, y0, x1, y1] = points.slice(i - 2, i + 2) as [number, number, number, number];
    const middle = (y0 + y1) / 2;
    pieces.push([x0, middle, x1, middle, x1, y1]);
  }
  return pieces;
}

function node(name: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
