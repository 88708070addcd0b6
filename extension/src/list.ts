// A list that draws only what is in sight: a compiled program can have 200,000 lines.
import { element } from "./dom";
import type { Range } from "./link";
import { Placing, shownRows } from "./placing";
import { markRanges, rowElement, type Fold, type Row } from "./row";

export const ROW_HEIGHT = 20;
/** Characters drawn of a line; constants can be megabytes long, and the detail below shows the line whole. */
const LONGEST = 600;
/** The same where lines wrap. */
const LONGEST_WRAPPED = 4000;
/** Rows drawn above and below what is in sight. */
const MARGIN = 12;
/** Marks in the ruler beside the scroll bar. */
const TICKS = 120;
/** Pixels of a row that are not text, labels apart. */
const GUTTER = 100;

/** What a list shows; rows are made when they come into sight. */
export interface Content {
  count: number;
  row(index: number): Row;
  /** Characters in a row, without making it. */
  length(index: number): number;
  /** Whether names stand after a row's text. */
  isNamed?(index: number): boolean;
  /** Characters in the longest label. */
  label: number;
  /** Blocks that fold: lines that open one, each with the first line after it. */
  blocks: Map<number, number>;
}

/** How the rows are laid out. */
export interface Arrangement {
  wrap: boolean;
  keeps: ((row: number) => boolean) | null;
  /** Puts the hottest rows first. */
  hottest: ((row: number) => number) | null;
}

export interface ListOptions {
  name: string;
  language: "python" | "program";
  /** The pointer is over a row, or over none. */
  hovered(index: number | null): void;
  /** A row was clicked, or chosen with Enter. */
  picked(index: number): void;
  /** The keyboard moved to a row. */
  moved(index: number): void;
}

const NOTHING: Content = { count: 0, row: () => ({ text: "", label: "", bands: [] }), length: () => 0, label: 1, blocks: new Map() };
export const AS_WRITTEN: Arrangement = { wrap: false, keeps: null, hottest: null };

export class VirtualList {
  readonly root: HTMLElement;
  private readonly canvas = element("div", { class: "canvas", role: "presentation" });
  private readonly ruler = element("div", { class: "ruler", "aria-hidden": "true" });
  private readonly scroller: HTMLElement;
  private readonly drawn = new Map<number, HTMLElement>();
  private readonly prefix = `row-${Math.random().toString(36).slice(2)}-`;
  private content = NOTHING;
  private arrangement = AS_WRITTEN;
  private folded = new Set<number>();
  private placing = new Placing(0, new Int32Array());
  private linked = new Map<number, Range[]>();
  private flow = new Map<number, string>();
  private current: number | null = null;
  private cursor = 0;
  private width = 0;
  /** The row to begin at; null once it has. */
  private first: number | null = null;

  constructor(private readonly options: ListOptions) {
    this.scroller = element(
      "div",
      {
        class: "scroller",
        tabindex: "0",
        role: "listbox",
        "aria-label": options.name,
        scroll: () => this.draw(),
        keydown: (event: KeyboardEvent) => this.key(event),
        mouseover: (event: MouseEvent) => options.hovered(this.indexAt(event)),
        mouseleave: () => options.hovered(null),
        click: (event: MouseEvent) => this.click(event),
      },
      this.canvas,
    );
    this.root = element("div", { class: `list ${options.language}` }, this.scroller, this.ruler);
    new ResizeObserver(() => this.resized()).observe(this.scroller);
  }

  show(content: Content, folded: Iterable<number> = []): void {
    this.content = content;
    this.folded = new Set(folded);
    this.cursor = 0;
    this.linked = new Map();
    this.current = null;
    this.first = 0;
    this.scroller.scrollTo(0, 0);
    this.rearrange();
  }

  /** Shows the same rows otherwise: place, folds and lights stay. */
  change(content: Content, arrangement: Arrangement): void {
    this.content = content;
    this.arrangement = arrangement;
    this.root.classList.toggle("wrapped", arrangement.wrap);
    this.rearrange();
  }

  foldAll(fold: boolean): void {
    this.folded = new Set(fold ? [...this.content.blocks.keys()].filter((line) => line > 0) : []);
    this.rearrange();
  }

  /** Lights rows up, each with the ranges that are concerned; `current` is the row that the others belong to. */
  light(linked: Map<number, Range[]>, current: number | null, flow = new Map<number, string>()): void {
    this.linked = linked;
    this.current = current;
    this.flow = flow;
    for (const [index, row] of this.drawn) this.classify(index, row);
    this.drawTicks();
  }

  /** Scrolls so that a row is in sight, if it is not; what folds it is opened. */
  reveal(index: number): void {
    this.unfold(index);
    const position = this.placing.positionOf(index);
    if (position < 0) return;
    const { scrollTop, clientHeight } = this.scroller;
    const top = this.placing.top(position) * ROW_HEIGHT;
    if (top < scrollTop || top + ROW_HEIGHT > scrollTop + clientHeight) this.scroller.scrollTop = top - clientHeight / 3;
    this.draw();
  }

  /** Scrolls down and up as another list does. */
  follow(other: VirtualList): void {
    other.scroller.addEventListener("scroll", () => (this.scroller.scrollTop = other.scroller.scrollTop));
  }

  /** Scrolls so that a row is the first in sight, now or when the list comes into sight itself. */
  start(index: number): void {
    this.first = index;
    if (this.scroller.clientHeight) this.resized();
  }

  /** Whether a row is hidden in a folded block. */
  isFolded(index: number): boolean {
    return this.folds(index).length > 0;
  }

  /** Moves the keyboard's place to a row. */
  move(index: number): void {
    this.cursor = Math.min(Math.max(index, 0), this.content.count - 1);
    this.reveal(this.cursor);
    this.scroller.setAttribute("aria-activedescendant", this.prefix + this.cursor);
    this.options.moved(this.cursor);
  }

  private key(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / ROW_HEIGHT) - 1);
    const at = Math.max(this.placing.positionOf(this.cursor), 0);
    const last = this.placing.shown.length - 1;
    const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page, Home: 0, End: last };
    const target = moves[event.key];
    if (target !== undefined) this.move(this.placing.shown[Math.min(Math.max(target, 0), last)] ?? 0);
    else if (event.key === "ArrowLeft" || event.key === "ArrowRight") this.fold(this.cursor, event.key === "ArrowLeft");
    else if (event.key === "Enter" || event.key === " ") this.options.picked(this.cursor);
    else return;
    event.preventDefault();
  }

  private click(event: MouseEvent): void {
    const index = this.indexAt(event);
    // Whoever selects text to copy it has not picked a line.
    if (index === null || String(getSelection() ?? "").length > 0) return;
    this.cursor = index;
    if ((event.target as Element).closest("[data-fold]")) this.fold(index, !this.folded.has(index));
    else this.options.picked(index);
  }

  private fold(index: number, fold: boolean): void {
    if (!this.content.blocks.has(index) || this.folded.has(index) === fold) return;
    if (fold) this.folded.add(index);
    else this.folded.delete(index);
    this.rearrange();
    this.reveal(index);
  }

  /** Folded blocks around a row. */
  private folds(index: number): number[] {
    return [...this.folded].filter((start) => start < index && index < this.content.blocks.get(start)!);
  }

  private unfold(index: number): void {
    const around = this.placing.positionOf(index) < 0 ? this.folds(index) : [];
    around.forEach((start) => this.folded.delete(start));
    if (around.length) this.rearrange();
  }

  private rearrange(): void {
    const { count, length, blocks, label, isNamed } = this.content;
    const { keeps, hottest, wrap } = this.arrangement;
    const folded = [...this.folded].map((start): [number, number] => [start, blocks.get(start)!]);
    const shown = shownRows(count, keeps || hottest ? [] : folded, keeps, hottest);
    const columns = wrap ? this.columns() : LONGEST;
    const height = (row: number) => Math.max(1, Math.ceil(Math.min(length(row), LONGEST_WRAPPED) / columns)) + Number(!!isNamed?.(row));
    this.placing = wrap ? new Placing(count, shown, height) : new Placing(count, shown);
    const longest = shown.reduce((most, row) => Math.max(most, Math.min(length(row), LONGEST)), 0);
    this.canvas.style.height = `${this.placing.height * ROW_HEIGHT}px`;
    this.canvas.style.setProperty("--label", `${label}ch`);
    this.canvas.style.setProperty("--columns", `${columns}ch`);
    this.canvas.style.minWidth = wrap ? "0" : `calc(${longest + label}ch + ${GUTTER + ROW_HEIGHT}px)`;
    this.drawn.clear();
    this.canvas.replaceChildren();
    this.draw();
    this.drawTicks();
  }

  /** Characters that fit beside the margin. */
  private columns(): number {
    const ruler = element("span", { class: "offscreen" }, "0".repeat(100));
    this.canvas.append(ruler);
    const character = ruler.getBoundingClientRect().width / 100 || 7;
    ruler.remove();
    return Math.max(20, Math.floor((this.scroller.clientWidth - GUTTER) / character) - this.content.label);
  }

  private resized(): void {
    const { clientWidth, clientHeight } = this.scroller;
    if (this.arrangement.wrap && clientWidth !== this.width) this.rearrange();
    this.width = clientWidth;
    if (this.first !== null && clientHeight) {
      this.scroller.scrollTop = this.placing.top(Math.max(this.placing.positionOf(this.first), 0)) * ROW_HEIGHT;
      this.first = null;
    }
    this.draw();
  }

  private indexAt(event: MouseEvent): number | null {
    const row = (event.target as Element).closest<HTMLElement>(".row");
    return row ? Number(row.dataset.index) : null;
  }

  private draw(): void {
    const { scrollTop, clientHeight } = this.scroller;
    if (!clientHeight) return;
    const first = Math.max(0, this.placing.at(Math.floor(scrollTop / ROW_HEIGHT)) - MARGIN);
    const last = Math.min(this.placing.shown.length, this.placing.at(Math.ceil((scrollTop + clientHeight) / ROW_HEIGHT)) + 1 + MARGIN);
    for (const [index, row] of this.drawn) {
      const position = this.placing.positionOf(index);
      if (position >= first && position < last) continue;
      row.remove();
      this.drawn.delete(index);
    }
    for (let position = first; position < last; position++) {
      const index = this.placing.shown[position]!;
      if (!this.drawn.has(index)) this.drawRow(index, position);
    }
  }

  private drawRow(index: number, position: number): void {
    const end = this.content.blocks.get(index);
    const fold: Fold | null = end === undefined ? null : { folded: this.folded.has(index), lines: end - index - 1 };
    const row = rowElement(this.content.row(index), this.options.language, this.arrangement.wrap ? LONGEST_WRAPPED : LONGEST, fold);
    row.id = this.prefix + index;
    row.dataset.index = String(index);
    row.style.top = `${this.placing.top(position) * ROW_HEIGHT}px`;
    row.style.height = `${(this.placing.top(position + 1) - this.placing.top(position)) * ROW_HEIGHT}px`;
    this.classify(index, row);
    this.canvas.append(row);
    this.drawn.set(index, row);
  }

  private classify(index: number, row: HTMLElement): void {
    const ranges = this.linked.get(index);
    row.classList.toggle("linked", ranges !== undefined);
    row.classList.toggle("current", index === this.current);
    row.setAttribute("aria-selected", String(index === this.current));
    row.dataset.flow = this.flow.get(index) ?? "";
    markRanges(row, ranges ?? []);
  }

  private drawTicks(): void {
    const positions = [...this.linked.keys()].map((index) => this.placing.positionOf(index)).filter((position) => position >= 0);
    const at = new Set(positions.map((position) => Math.floor((this.placing.top(position) / this.placing.height) * TICKS)));
    const ticks = [...at].map((tick) => element("i", { style: `top:${(100 * tick) / TICKS}%` }));
    this.ruler.replaceChildren(...(this.placing.height * ROW_HEIGHT > this.scroller.clientHeight ? ticks : []));
  }
}
