// What part of a scene a canvas shows, and how large.
import type { Sight } from "./paint";

const LEAST_SCALE = 0.02;
const MOST_SCALE = 3;
const MARGIN = 16;

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

export class Camera {
  /** Where the scene's origin stands on the canvas, in pixels. */
  x = 0;
  y = 0;
  scale = 1;

  /** @param canvas Its size in pixels is asked for at every step. */
  constructor(private readonly canvas: { clientWidth: number; clientHeight: number }) {}

  get sight(): Sight {
    const { x, y, scale } = this;
    const { clientWidth, clientHeight } = this.canvas;
    return { left: -x / scale, top: -y / scale, right: (clientWidth - x) / scale, bottom: (clientHeight - y) / scale, scale };
  }

  /** The point of the scene under a point of the canvas. */
  at(x: number, y: number): [number, number] {
    return [(x - this.x) / this.scale, (y - this.y) / this.scale];
  }

  /** Shows a whole scene, never larger than life. */
  fit(width: number, height: number): void {
    const { clientWidth, clientHeight } = this.canvas;
    this.scale = Math.max(Math.min((clientWidth - 2 * MARGIN) / width, (clientHeight - 2 * MARGIN) / height, 1), LEAST_SCALE);
    this.centre({ x: 0, y: 0, width, height });
  }

  /** Shows what is at the top, readably. */
  top({ x, y, width }: Area, scale: number): void {
    this.scale = scale;
    this.x = this.canvas.clientWidth / 2 - (x + width / 2) * scale;
    this.y = MARGIN - y * scale;
  }

  centre({ x, y, width, height }: Area): void {
    this.x = this.canvas.clientWidth / 2 - (x + width / 2) * this.scale;
    this.y = this.canvas.clientHeight / 2 - (y + height / 2) * this.scale;
  }

  /** Moves to an area, unless it is in sight. */
  reveal(area: Area): void {
    const { left, top, right, bottom } = this.sight;
    const isInside = area.x >= left && area.y >= top && area.x + area.width <= right && area.y + area.height <= bottom;
    if (!isInside) this.centre(area);
  }

  /** Enlarges; what is under the point of the canvas stays there. */
  zoom(by: number, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2): void {
    const scale = Math.min(Math.max(this.scale * by, LEAST_SCALE), MOST_SCALE);
    this.x = x - ((x - this.x) * scale) / this.scale;
    this.y = y - ((y - this.y) * scale) / this.scale;
    this.scale = scale;
  }

  move(x: number, y: number): void {
    this.x += x;
    this.y += y;
  }
}
