// The cell, and the helpers its programs point into, one tab each.
import { element } from "./dom";
import { characters, place, type Links, type Range } from "./link";
import { AS_WRITTEN, VirtualList, type Content } from "./list";
import type { Payload } from "./payload";
import type { LineState, SourceText } from "./report";
import { Tabs } from "./tabs";

const MARKS: Record<LineState, string> = { compiled: "●", plain: "○", constant: "=", "optimised away": "×" };

export interface SourceEvents {
  hovered(file: string, line: number | null): void;
  picked(file: string, line: number): void;
  moved(file: string, line: number): void;
}

export class SourcePane {
  readonly root: HTMLElement;
  private readonly list: VirtualList;
  private readonly tabs: Tabs;
  private readonly sources: SourceText[];
  private shown: SourceText;
  private links: Links | null = null;
  private heat: Map<string, number> | null = null;
  private current: string | null = null;

  constructor(
    private readonly payload: Payload,
    private readonly bands: Map<string, number[]>,
    events: SourceEvents,
  ) {
    const { source, helpers } = payload.document.report;
    this.sources = [source, ...helpers];
    this.shown = source;
    this.list = new VirtualList({
      name: "Source",
      language: "python",
      hovered: (index) => events.hovered(this.shown.file, index === null ? null : index + 1),
      picked: (index) => events.picked(this.shown.file, index + 1),
      moved: (index) => events.moved(this.shown.file, index + 1),
    });
    this.tabs = new Tabs("Sources", this.sources.map(({ file, title }) => ({ key: file, title })), (file) => this.choose(file));
    this.root = element("div", { class: "pane" }, element("div", { class: "bar" }, this.tabs.root), this.list.root, this.legend());
    this.tabs.choose(source.file);
  }

  light(links: Links | null, current: string | null): void {
    this.links = links;
    this.current = current;
    const lines = this.shown.text.split("\n").map((_, index) => place(this.shown.file, index + 1));
    const lit = new Map<number, Range[]>();
    lines.forEach((at, index) => links?.sources.has(at) && lit.set(index, this.inCharacters(index, links.sources.get(at)!)));
    this.list.light(lit, current === null ? null : lines.indexOf(current));
    this.tabs.count(this.countElsewhere(links));
  }

  /** Shows how much of the program's cost each line has, by `place`; null shows it no longer. */
  showHeat(heat: Map<string, number> | null): void {
    this.heat = heat;
    this.list.change(this.content(), AS_WRITTEN);
  }

  /** Brings the first of the links into sight. */
  reveal(links: Links): void {
    const lines = [...links.sources.keys()].filter((at) => at.startsWith(`${this.shown.file}\n`));
    if (lines.length) this.list.reveal(Math.min(...lines.map((at) => Number(at.slice(this.shown.file.length + 1)))) - 1);
  }

  private choose(file: string): void {
    this.shown = this.sources.find((source) => source.file === file)!;
    this.list.show(this.content());
    this.light(this.links, this.current);
  }

  private inCharacters(line: number, ranges: Range[]): Range[] {
    const text = this.shown.text.split("\n")[line]!;
    return ranges.map((range) => range && [characters(text, range[0]), characters(text, range[1])]);
  }

  private content(): Content {
    const isCell = this.shown === this.sources[0];
    const lines = this.shown.text.replace(/\n+$/, "").split("\n");
    return {
      count: lines.length,
      length: (index) => lines[index]!.length,
      label: String(lines.length).length,
      blocks: new Map(),
      row: (index) => {
        const at = place(this.shown.file, index + 1);
        const state = isCell ? this.payload.line_states[String(index + 1)] : undefined;
        return {
          text: lines[index]!,
          label: String(index + 1),
          bands: this.bands.get(at) ?? [],
          mark: isCell ? (state ? MARKS[state] : " ") : undefined,
          title: state,
          ...(this.heat ? { heat: this.heat.get(at) ?? 0 } : {}),
        };
      },
    };
  }

  private countElsewhere(links: Links | null): Map<string, number> {
    const counts = new Map<string, number>();
    for (const at of links?.sources.keys() ?? []) {
      const file = at.slice(0, at.lastIndexOf("\n"));
      if (file !== this.shown.file) counts.set(file, (counts.get(file) ?? 0) + 1);
    }
    return counts;
  }

  private legend(): HTMLElement {
    const states = new Set(Object.values(this.payload.line_states));
    const entries = Object.entries(MARKS).filter(([state]) => states.has(state as LineState));
    return element("div", { class: "legend" }, ...entries.map(([state, mark]) => element("span", {}, element("b", {}, mark), ` ${state}`)));
  }
}
