// A list that draws only what is in sight: a compiled program can have 200,000 lines.
import { element } from "./dom";
import type { Range } from "./link";
import { tokens } from "./tokens";

export const ROW_HEIGHT = 20;
/** Characters drawn of a line; constants can be megabytes long, and the detail below shows the line whole. */
const LONGEST = 600;
/** Rows drawn above and below what is in sight. */
const MARGIN = 12;
/** Marks in the ruler beside the scroll bar. */
const TICKS = 120;

export interface Row {
  text: string;
  /** What stands in the margin: line numbers. */
  label: string;
  /** Colours as `bands` numbers them. */
  bands: number[];
  mark?: string;
  title?: string;
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

export class VirtualList {
  readonly root: HTMLElement;
  private readonly canvas = element("div", { class: "canvas", role: "presentation" });
  private readonly ruler = element("div", { class: "ruler", "aria-hidden": "true" });
  private readonly scroller: HTMLElement;
  private readonly drawn = new Map<number, HTMLElement>();
  private readonly prefix = `row-${Math.random().toString(36).slice(2)}-`;
  private rows: Row[] = [];
  private linked = new Map<number, Range[]>();
  private current: number | null = null;
  private cursor = 0;

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
    new ResizeObserver(() => this.draw()).observe(this.scroller);
  }

  show(rows: Row[]): void {
    this.rows = rows;
    this.cursor = 0;
    const longest = rows.reduce((most, row) => Math.max(most, Math.min(row.text.length, LONGEST)), 0);
    const label = rows.reduce((most, row) => Math.max(most, row.label.length), 1);
    this.canvas.style.height = `${rows.length * ROW_HEIGHT}px`;
    this.canvas.style.setProperty("--label", `${label}ch`);
    this.canvas.style.minWidth = `calc(${longest + label}ch + 48px)`;
    this.scroller.scrollTo(0, 0);
    this.clear();
    this.draw();
  }

  /** Lights rows up, each with the ranges that are concerned; `current` is the row that the others belong to. */
  light(linked: Map<number, Range[]>, current: number | null): void {
    this.linked = linked;
    this.current = current;
    for (const [index, row] of this.drawn) this.classify(index, row);
    this.drawTicks();
  }

  /** Scrolls so that a row is in sight, if it is not. */
  reveal(index: number): void {
    const { scrollTop, clientHeight } = this.scroller;
    const top = index * ROW_HEIGHT;
    if (top < scrollTop || top + ROW_HEIGHT > scrollTop + clientHeight) this.scroller.scrollTop = top - clientHeight / 3;
    this.draw();
  }

  /** Moves the keyboard's place to a row. */
  move(index: number): void {
    this.cursor = Math.min(Math.max(index, 0), this.rows.length - 1);
    this.reveal(this.cursor);
    this.scroller.setAttribute("aria-activedescendant", this.prefix + this.cursor);
    this.options.moved(this.cursor);
  }

  private key(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / ROW_HEIGHT) - 1);
    const moves: Record<string, number> = {
      ArrowDown: this.cursor + 1,
      ArrowUp: this.cursor - 1,
      PageDown: this.cursor + page,
      PageUp: this.cursor - page,
      Home: 0,
      End: this.rows.length - 1,
    };
    const target = moves[event.key];
    if (target !== undefined) this.move(target);
    else if (event.key === "Enter" || event.key === " ") this.options.picked(this.cursor);
    else return;
    event.preventDefault();
  }

  private click(event: MouseEvent): void {
    const index = this.indexAt(event);
    // Whoever selects text to copy it has not picked a line.
    if (index === null || String(getSelection() ?? "").length > 0) return;
    this.cursor = index;
    this.options.picked(index);
  }

  private indexAt(event: MouseEvent): number | null {
    const row = (event.target as Element).closest<HTMLElement>(".row");
    return row ? Number(row.dataset.index) : null;
  }

  private draw(): void {
    const first = Math.max(0, Math.floor(this.scroller.scrollTop / ROW_HEIGHT) - MARGIN);
    const last = Math.min(this.rows.length, first + Math.ceil(this.scroller.clientHeight / ROW_HEIGHT) + 2 * MARGIN);
    for (const [index, row] of this.drawn) {
      if (index >= first && index < last) continue;
      row.remove();
      this.drawn.delete(index);
    }
    for (let index = first; index < last; index++) if (!this.drawn.has(index)) this.drawRow(index);
  }

  private drawRow(index: number): void {
    const { text, label, bands, mark, title } = this.rows[index]!;
    const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)} … ${text.length - LONGEST} more` : text;
    const row = element(
      "div",
      { class: "row", role: "option", id: this.prefix + index, "data-index": String(index), title: title ?? false },
      element("span", { class: "band", style: `background:${stripes(bands)}` }),
      element("span", { class: "label" }, label),
      ...(mark === undefined ? [] : [element("span", { class: "mark" }, mark)]),
      element("code", {}, ...tokens(shown, this.options.language).map(([kind, part]) => (kind ? element("span", { class: kind }, part) : part))),
    );
    row.style.top = `${index * ROW_HEIGHT}px`;
    row.style.setProperty("--band", `var(--band-${bands[0] ?? "none"})`);
    this.classify(index, row);
    this.canvas.append(row);
    this.drawn.set(index, row);
  }

  private classify(index: number, row: HTMLElement): void {
    const ranges = this.linked.get(index);
    row.classList.toggle("linked", ranges !== undefined);
    row.classList.toggle("current", index === this.current);
    row.setAttribute("aria-selected", String(index === this.current));
    row.querySelectorAll(".range").forEach((range) => range.remove());
    const code = row.querySelector("code")!;
    for (const range of ranges ?? []) {
      if (range) code.append(element("i", { class: "range", style: `left:${range[0]}ch;width:${range[1] - range[0]}ch` }));
    }
  }

  private drawTicks(): void {
    const at = new Set([...this.linked.keys()].map((index) => Math.floor((index / this.rows.length) * TICKS)));
    const ticks = [...at].map((tick) => element("i", { style: `top:${(100 * tick) / TICKS}%` }));
    this.ruler.replaceChildren(...(this.rows.length * ROW_HEIGHT > this.scroller.clientHeight ? ticks : []));
  }

  private clear(): void {
    this.drawn.clear();
    this.canvas.replaceChildren();
    this.light(new Map(), null);
  }
}

function stripes(bands: number[]): string {
  if (bands.length < 2) return bands.length ? `var(--band-${bands[0]})` : "none";
  const part = 100 / bands.length;
  const stops = bands.map((band, i) => `var(--band-${band}) ${i * part}% ${(i + 1) * part}%`);
  return `linear-gradient(to bottom, ${stops.join(", ")})`;
}
