// The graph of a program, linked to the panes: drag to move, buttons and keys to zoom, a click to keep, boxes that open.
import { bandsOfLines } from "./bands";
import { canvasBrush } from "./brushes";
import { Camera } from "./camera";
import { element } from "./dom";
import { graph, type GraphContext } from "./graph";
import { savePng, saveSvg } from "./graph-file";
import type { Heat } from "./heat";
import { linesIn, type Links, type Program } from "./link";
import { valueNames } from "./names";
import { operationsOf } from "./operations";
import { paint, type Marks, type Palette } from "./paint";
import type { View } from "./program-pane";
import type { Segment } from "./report";
import { scene, type Box, type Scene } from "./scene";

export interface GraphEvents {
  hovered(kind: string, index: number | null): void;
  picked(kind: string, index: number): void;
  moved(kind: string, index: number): void;
}

const BANDS = 8;
const ZOOM_STEP = 1.25;
/** Below this a graph is not shrunk to fit: nobody could read it. */
const FIRST_SCALE = 0.85;
/** Pixels that a pointer may move in a click. */
const STILL = 4;
/** Width of the triangle that opens a box. */
const OPENER = 26;

export class GraphView implements View {
  readonly key = "graph";
  readonly title = "Graph";
  readonly root: HTMLElement;
  readonly tools: HTMLElement;
  private readonly canvas: HTMLCanvasElement;
  private readonly source: HTMLSelectElement;
  private readonly said = element("span", { class: "quiet said", "aria-live": "polite" });
  private readonly opened = new Set<string>();
  private program: Program | null = null;
  private segment!: Segment;
  private heat: Heat | null = null;
  private scene: Scene = { boxes: [], links: [], width: 0, height: 0 };
  private lines = new Set<number>();
  private current: Box | null = null;
  private readonly camera: Camera;
  private waiting = false;
  private fresh = false;
  private drag: { x: number; y: number; moved: boolean } | null = null;

  constructor(
    private readonly cell: string,
    private readonly bands: Map<string, number[]>,
    private readonly events: GraphEvents,
  ) {
    this.canvas = element("canvas", { class: "graph", tabindex: "0", role: "application", "aria-roledescription": "graph", "aria-label": "Graph of the program. Arrow keys move along its edges, Enter keeps, Space opens a box." });
    this.camera = new Camera(this.canvas);
    this.source = element("select", { "aria-label": "Program drawn", change: () => this.rebuild(true) }, element("option", { value: "hlo" }, "HLO"), element("option", { value: "jaxpr" }, "jaxpr"));
    this.root = element("div", { class: "graph-view" }, this.canvas);
    this.tools = this.makeTools();
    this.listen();
    new ResizeObserver(() => this.resized()).observe(this.canvas);
  }

  show(program: Program, segment: Segment, heat: Heat | null): void {
    this.heat = heat;
    if (program !== this.program) {
      this.program = program;
      this.segment = segment;
      this.opened.clear();
      this.source.value = program.listings.has("hlo") ? "hlo" : "jaxpr";
      this.rebuild(true);
    }
    this.draw();
  }

  light(links: Links | null, kind: string | null, index: number | null): void {
    this.lines = new Set(links?.listings.get(this.source.value) ?? []);
    this.current = kind === this.source.value && index !== null ? this.boxOf(index) : null;
    this.draw();
  }

  private get kind(): string {
    return this.source.value;
  }

  private rebuild(fit: boolean): void {
    const listing = this.program?.listings.get(this.kind)?.listing;
    if (!listing || !this.program) return;
    const { program, opened, segment } = this;
    const operations = operationsOf(listing);
    const context: GraphContext = {
      operations,
      opened,
      names: valueNames(program, this.kind, segment),
      origin: (line) => linesIn(program.document, listing.lines[line]!, this.cell).join(","),
    };
    this.scene = scene(graph(context, operations.scopes.get("") ?? -1));
    this.current = null;
    this.said.textContent = `${this.scene.boxes.length} nodes`;
    if (fit) this.fresh = true;
    this.resized();
  }

  /** The innermost box that shows a line. */
  private boxOf(line: number): Box | null {
    return this.scene.boxes.findLast(({ node }) => node.lines.includes(line)) ?? null;
  }

  private toggle({ node }: Box): void {
    if (!node.opens) return;
    const before = this.scene.boxes.find((box) => box.node.id === node.id)!;
    if (!this.opened.delete(node.id)) this.opened.add(node.id);
    this.rebuild(false);
    const after = this.scene.boxes.find((box) => box.node.id === node.id)!;
    // The box stays where the person looks.
    const { scale } = this.camera;
    this.camera.move((before.x + before.width / 2 - after.x - after.width / 2) * scale, (before.y - after.y) * scale);
    this.current = after;
    this.draw();
  }

  private fit(): void {
    this.camera.fit(this.scene.width, this.scene.height);
    this.draw();
  }

  /** The whole, if that can be read; else its beginning. */
  private first(): void {
    this.fit();
    if (this.camera.scale >= FIRST_SCALE || !this.scene.boxes.length) return;
    const fits = this.scene.width * FIRST_SCALE <= this.canvas.clientWidth;
    const [box] = this.scene.boxes.toSorted((a, b) => a.y - b.y);
    this.camera.top(fits ? { ...box!, x: 0, width: this.scene.width } : box!, FIRST_SCALE);
  }

  private zoom(by: number, x?: number, y?: number): void {
    this.camera.zoom(by, x, y);
    this.draw();
  }

  private resized(): void {
    const { clientWidth, clientHeight } = this.canvas;
    if (!clientWidth) return;
    this.canvas.width = clientWidth * devicePixelRatio;
    this.canvas.height = clientHeight * devicePixelRatio;
    if (this.fresh) this.first();
    this.fresh = false;
    this.draw();
  }

  private draw(): void {
    if (this.waiting || this.program === null) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.drawNow();
    });
  }

  private drawNow(): void {
    const { clientWidth, clientHeight } = this.canvas;
    const context = this.canvas.getContext("2d")!;
    const { x, y, scale, sight } = this.camera;
    const palette = this.palette();
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    context.clearRect(0, 0, clientWidth, clientHeight);
    context.transform(scale, 0, 0, scale, x, y);
    paint(this.scene, this.marks(), palette, sight, canvasBrush(context, palette.font));
  }

  private marks(): Marks {
    const { cell, bands, kind, heat, lines } = this;
    const listing = this.program!.listings.get(kind)!.listing;
    const shares = heat?.listings.get(kind);
    const lit = new Set(this.scene.boxes.filter(({ node }) => !node.inner && node.lines.some((line) => lines.has(line))));
    return {
      lit,
      current: this.current,
      bands: ({ node }) => bandsOfLines(node.lines.slice(0, 50).flatMap((line) => linesIn(this.program!.document, listing.lines[line]!, cell)), cell, bands),
      heat: shares ? ({ node }) => node.lines.reduce((sum, line) => sum + (shares.get(line) ?? 0), 0) : () => null,
    };
  }

  private palette(): Palette {
    const style = getComputedStyle(this.root);
    const value = (name: string) => style.getPropertyValue(`--${name}`).trim();
    const bands = Array.from({ length: BANDS }, (_, i) => value(`band-${i}`));
    return { background: value("background"), text: value("text"), quiet: value("quiet"), accent: value("accent"), heat: value("heat"), bands, font: style.fontFamily };
  }

  private boxAt(event: MouseEvent): Box | null {
    const [x, y] = this.camera.at(event.offsetX, event.offsetY);
    return this.scene.boxes.findLast((box) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height) ?? null;
  }

  private listen(): void {
    const { canvas } = this;
    canvas.addEventListener("pointerdown", (event) => {
      this.drag = { x: event.clientX, y: event.clientY, moved: false };
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => this.pointerMoved(event));
    canvas.addEventListener("pointerup", (event) => this.pointerUp(event));
    canvas.addEventListener("pointerleave", () => this.events.hovered(this.kind, null));
    canvas.addEventListener("dblclick", (event) => {
      const box = this.boxAt(event);
      if (box) this.toggle(box);
    });
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("keydown", (event) => this.pressed(event));
  }

  private pointerMoved(event: PointerEvent): void {
    if (!this.drag) {
      const box = this.boxAt(event);
      this.canvas.style.cursor = box ? "pointer" : "grab";
      return this.events.hovered(this.kind, box ? box.node.lines[0]! : null);
    }
    const { x, y } = this.drag;
    if (!this.drag.moved && Math.hypot(event.clientX - x, event.clientY - y) < STILL) return;
    this.camera.move(event.clientX - x, event.clientY - y);
    this.drag = { x: event.clientX, y: event.clientY, moved: true };
    this.draw();
  }

  private pointerUp(event: PointerEvent): void {
    const moved = this.drag?.moved;
    this.drag = null;
    const box = moved ? null : this.boxAt(event);
    if (!box) return;
    if (this.isOnOpener(box, event)) this.toggle(box);
    else this.events.picked(this.kind, box.node.lines[0]!);
  }

  /** Whether the pointer is on the triangle that opens a box, or on the head of an open one. */
  private isOnOpener(box: Box, event: MouseEvent): boolean {
    const [x] = this.camera.at(event.offsetX, event.offsetY);
    return box.node.opens && (box.node.inner !== null || x - box.x < OPENER);
  }

  /** Without a modifier the page scrolls, as everywhere else in it. */
  private wheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY / 240), event.offsetX, event.offsetY);
  }

  private pressed(event: KeyboardEvent): void {
    const actions: Record<string, () => void> = {
      "+": () => this.zoom(ZOOM_STEP),
      "=": () => this.zoom(ZOOM_STEP),
      "-": () => this.zoom(1 / ZOOM_STEP),
      "0": () => this.fit(),
      Enter: () => this.current && this.events.picked(this.kind, this.current.node.lines[0]!),
      " ": () => this.current && this.toggle(this.current),
      ArrowDown: () => this.step("down"),
      ArrowUp: () => this.step("up"),
      ArrowRight: () => this.step("right"),
      ArrowLeft: () => this.step("left"),
    };
    const action = actions[event.key];
    if (!action) return;
    action();
    event.preventDefault();
  }

  /** Moves along edges, or to the neighbour in the same layer. */
  private step(way: "up" | "down" | "left" | "right"): void {
    const from = this.current;
    if (!from) return this.go(this.scene.boxes[0] ?? null);
    const { links, boxes } = this.scene;
    if (way === "up") return this.go(links.find((link) => link.to === from)?.from ?? null);
    if (way === "down") return this.go(links.find((link) => link.from === from)?.to ?? null);
    const side = way === "right" ? 1 : -1;
    const beside = boxes.filter((box) => box.depth === from.depth && Math.abs(box.y - from.y) < 1 && side * (box.x - from.x) > 0);
    this.go(beside.reduce<Box | null>((near, box) => (near === null || side * (box.x - near.x) < 0 ? box : near), null));
  }

  private go(box: Box | null): void {
    if (!box) return;
    this.events.moved(this.kind, box.node.lines[0]!);
    this.current = box;
    this.camera.reveal(box);
    this.draw();
  }

  private find(text: string): void {
    const wanted = text.toLowerCase();
    const hits = this.scene.boxes.filter(({ node }) => `${node.label} ${node.detail}`.toLowerCase().includes(wanted));
    const next = hits[(hits.indexOf(this.current!) + 1) % hits.length];
    this.said.textContent = `${hits.length} found`;
    if (next) this.go(next);
  }

  private makeTools(): HTMLElement {
    const button = (label: string, name: string, click: () => void) => element("button", { type: "button", "aria-label": name, title: name, click }, label);
    const search = element("input", { type: "search", placeholder: "find", "aria-label": "Find in the graph", spellcheck: "false" });
    search.addEventListener("keydown", (event) => event.key === "Enter" && search.value && this.find(search.value));
    return element(
      "div",
      { class: "tools" },
      this.source,
      search,
      this.said,
      button("−", "Zoom out", () => this.zoom(1 / ZOOM_STEP)),
      button("+", "Zoom in", () => this.zoom(ZOOM_STEP)),
      button("fit", "Fit the whole graph", () => this.fit()),
      button("SVG", "Save as SVG", () => saveSvg(this.scene, this.marks(), this.palette())),
      button("PNG", "Save as PNG", () => savePng(this.scene, this.marks(), this.palette())),
    );
  }
}
