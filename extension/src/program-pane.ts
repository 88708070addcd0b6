// A segment's listings: one at a time behind tabs, or side by side.
import { bandsOfLines } from "./bands";
import { element } from "./dom";
import { KINDS, TITLES, linesIn, type Links, type Program } from "./link";
import { VirtualList, type Row } from "./list";
import { Tabs } from "./tabs";
import { copy, finder } from "./tools";

export interface ProgramEvents {
  hovered(kind: string, index: number | null): void;
  picked(kind: string, index: number): void;
  moved(kind: string, index: number): void;
  segment(index: number): void;
}

export class ProgramPane {
  readonly root: HTMLElement;
  private readonly lists = new Map<string, VirtualList>();
  private readonly frames = new Map<string, HTMLElement>();
  private readonly tabs: Tabs;
  private readonly choice: HTMLSelectElement;
  private readonly area = element("div", { class: "lists" });
  private program!: Program;
  private kind = "";

  constructor(
    private readonly cell: string,
    private readonly bands: Map<string, number[]>,
    segments: string[],
    private readonly events: ProgramEvents,
  ) {
    for (const kind of KINDS) this.addList(kind);
    this.tabs = new Tabs("Listings", KINDS.map((key) => ({ key, title: TITLES[key]! })), (kind) => this.choose(kind));
    this.choice = element("select", { "aria-label": "Compiled segment", change: () => events.segment(this.choice.selectedIndex) });
    this.choice.append(...segments.map((name) => element("option", {}, name)));
    this.choice.hidden = segments.length < 2;
    this.root = element("div", { class: "pane" }, element("div", { class: "bar" }, this.tabs.root, this.tools()), this.area);
  }

  show(program: Program, segment: number): void {
    this.program = program;
    this.choice.selectedIndex = segment;
    for (const [kind, list] of this.lists) list.show(this.rows(kind));
    this.tabs.choose(this.kind || "jaxpr");
  }

  light(links: Links | null, kind: string | null, index: number | null): void {
    const counts = new Map<string, number>();
    for (const [other, list] of this.lists) {
      const lines = links?.listings.get(other) ?? [];
      counts.set(other, lines.length);
      list.light(new Map(lines.map((line) => [line, [null]])), other === kind ? index : null);
    }
    this.tabs.count(counts);
  }

  /** Brings the first of the links into sight, in every listing but the one they start from. */
  reveal(links: Links, except: string | null): void {
    for (const [kind, list] of this.lists) {
      const first = links.listings.get(kind)?.[0];
      if (kind !== except && first !== undefined) list.reveal(first);
    }
  }

  private addList(kind: string): void {
    const list = new VirtualList({
      name: TITLES[kind]!,
      language: "program",
      hovered: (index) => this.events.hovered(kind, index),
      picked: (index) => this.events.picked(kind, index),
      moved: (index) => this.events.moved(kind, index),
    });
    const frame = element("div", { class: "frame", "data-kind": kind }, element("div", { class: "caption" }, TITLES[kind]!), list.root);
    this.lists.set(kind, list);
    this.frames.set(kind, frame);
    this.area.append(frame);
  }

  private choose(kind: string): void {
    this.kind = kind;
    for (const [other, frame] of this.frames) frame.classList.toggle("chosen", other === kind);
  }

  private rows(kind: string): Row[] {
    const lines = this.program.listings.get(kind)?.listing.lines;
    if (!lines) return [{ text: "This stage gave no listing.", label: "", bands: [] }];
    return lines.map((entry) => {
      const from = linesIn(this.program.document, entry, this.cell);
      const label = from.length > 3 ? `${from[0]}…${from.at(-1)}` : from.join(",");
      return { text: entry.text, label, bands: bandsOfLines(from, this.cell, this.bands).slice(0, 4) };
    });
  }

  private tools(): HTMLElement {
    const text = () => (this.program.listings.get(this.kind)?.listing.lines ?? []).map((line) => line.text);
    const sideBySide = element("button", { type: "button", "aria-pressed": "false", click: () => this.spread(sideBySide) }, "side by side");
    const copying = element("button", { type: "button", click: () => copy(text().join("\n"), copying) }, "copy");
    const find = finder(text, (index) => this.lists.get(this.kind)!.move(index));
    return element("div", { class: "tools" }, this.choice, find, sideBySide, copying);
  }

  private spread(button: HTMLElement): void {
    const spread = this.area.classList.toggle("spread");
    button.setAttribute("aria-pressed", String(spread));
  }
}
