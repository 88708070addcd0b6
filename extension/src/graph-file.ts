// A graph as a file, whole.
import { canvasBrush, svgBrush } from "./brushes";
import { element } from "./dom";
import { paint, type Marks, type Palette, type Sight } from "./paint";
import type { Scene } from "./scene";
import { download } from "./tools";

const EVERYTHING: Sight = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity, scale: 1 };
const MARGIN = 16;
const MOST_PIXELS = 8000;

export function saveSvg(scene: Scene, marks: Marks, palette: Palette): void {
  const brush = svgBrush(scene.width, scene.height, palette);
  paint(scene, marks, palette, EVERYTHING, brush);
  download(new Blob([brush.source()], { type: "image/svg+xml" }), "graph.svg");
}

export function savePng(scene: Scene, marks: Marks, palette: Palette): void {
  const [width, height] = [scene.width + 2 * MARGIN, scene.height + 2 * MARGIN];
  const scale = Math.min(2, MOST_PIXELS / Math.max(width, height));
  const canvas = element("canvas", { width: String(Math.ceil(width * scale)), height: String(Math.ceil(height * scale)) });
  const context = canvas.getContext("2d")!;
  context.fillStyle = palette.background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.transform(scale, 0, 0, scale, MARGIN * scale, MARGIN * scale);
  paint(scene, marks, palette, EVERYTHING, canvasBrush(context, palette.font));
  canvas.toBlob((blob) => blob && download(blob, "graph.png"));
}
