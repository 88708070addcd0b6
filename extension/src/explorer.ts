// The cell beside what became of it. Hovering shows the links of a line, a click or Enter keeps them.
import { bands } from "./bands";
import { detail, type Known } from "./detail";
import { element } from "./dom";
import { heat, measures, type Heat, type Measure } from "./heat";
import { GraphView } from "./graph-view";
import { CODE, fromListing, fromSource, KINDS, place, program, type Links, type Program } from "./link";
import { PassesView } from "./passes-view";
import type { Payload } from "./payload";
import { ProgramPane } from "./program-pane";
import type { Segment } from "./report";
import { SourcePane } from "./source-pane";

/** The line that the links start from. */
export type Target = { file: string; line: number } | { kind: string; index: number };

export class Explorer {
  readonly root: HTMLElement;
  private readonly segments: Segment[];
  private readonly programs: Program[];
  private readonly sources: SourcePane;
  private readonly listings: ProgramPane;
  private readonly detail = element("div", { class: "detail", "aria-live": "polite" });
  private segment = 0;
  private measure: Measure | null = null;
  private heat: Heat | null = null;
  private pinned: Target | null = null;

  constructor(private readonly payload: Payload) {
    const { document } = payload;
    this.segments = document.report.segments.filter((segment) => Object.keys(segment.listings).length);
    this.programs = this.segments.map((segment) => program(document, segment));
    const cell = document.report.source.file;
    const colours = bands(this.programs, cell);
    this.sources = new SourcePane(payload, colours, {
      hovered: (file, line) => this.preview(line === null ? null : { file, line }),
      picked: (file, line) => this.pin({ file, line }),
      moved: (file, line) => this.move({ file, line }),
    });
    const events = {
      hovered: (kind: string, index: number | null) => this.preview(index === null ? null : { kind, index }),
      picked: (kind: string, index: number) => this.pin({ kind, index }),
      moved: (kind: string, index: number) => this.move({ kind, index }),
    };
    const views = [...(this.segments.some(({ passes }) => passes) ? [new PassesView(cell, colours, events)] : []), new GraphView(cell, colours, events)];
    const kinds = [...KINDS, ...CODE.filter((kind) => this.programs.some(({ listings }) => listings.has(kind)))];
    this.listings = new ProgramPane(cell, colours, kinds, this.names(), views, {
      ...events,
      segment: (index) => this.open(index),
      measure: (measure) => this.showHeat(measure),
    });
    const panes = element("div", { class: "panes" }, this.sources.root, ...(this.programs.length ? [this.listings.root] : []));
    const notice = payload.notice ? [element("p", { class: "notice" }, payload.notice)] : [];
    this.root = element("div", { class: "explorer", keydown: (event) => this.key(event) }, ...notice, panes, this.detail);
    // Whoever took times wants to see them.
    if (this.programs.some(({ profile }) => profile)) this.measure = "time";
    if (this.programs.length) this.open(0);
    this.show(null, false);
  }

  private open(segment: number): void {
    this.segment = segment;
    this.pinned = null;
    this.listings.show(this.programs[segment]!, this.segments[segment]!, segment);
    const known = measures(this.programs[segment]!);
    this.showHeat(this.measure && known.includes(this.measure) ? this.measure : null);
    this.show(null, false);
  }

  private showHeat(measure: Measure | null): void {
    this.measure = measure;
    this.heat = measure && heat(this.programs[this.segment]!, measure);
    this.sources.showHeat(this.heat?.sources ?? null);
    this.listings.showHeat(this.heat, measure);
  }

  private preview(target: Target | null): void {
    if (this.pinned === null) this.show(target, false);
  }

  /** The keyboard goes on from a line that is kept, and keeps the new one. */
  private move(target: Target): void {
    if (this.pinned !== null) this.pinned = target;
    this.show(target, true);
  }

  private pin(target: Target): void {
    const again = JSON.stringify(target) === JSON.stringify(this.pinned);
    if ("file" in target) this.openSegmentOf(target.file, target.line);
    this.pinned = again ? null : target;
    this.root.classList.toggle("pinned", !again);
    this.show(target, !again);
  }

  private key(event: KeyboardEvent): void {
    if (event.key !== "Escape" || this.pinned === null) return;
    this.pinned = null;
    this.root.classList.remove("pinned");
    this.show(null, false);
    event.stopPropagation();
  }

  private show(target: Target | null, reveal: boolean): void {
    const links = target && this.links(target);
    const source = target && "file" in target ? place(target.file, target.line) : null;
    const listing = target && "kind" in target ? target : null;
    this.sources.light(links, source);
    this.listings.light(links, listing?.kind ?? null, listing?.index ?? null);
    this.detail.replaceChildren(...detail(this.known(), target, links));
    if (!links || !reveal) return;
    if (source === null) this.sources.reveal(links);
    this.listings.reveal(links, listing?.kind ?? null);
  }

  private known(): Known {
    const { payload, heat } = this;
    return { payload, program: this.programs[this.segment], heat, go: (kind, index) => this.go(kind, index) };
  }

  private go(kind: string, index: number): void {
    this.pinned = { kind, index };
    this.root.classList.add("pinned");
    this.listings.go(kind, index);
  }

  private links(target: Target): Links | null {
    const program = this.programs[this.segment];
    if (!program) return null;
    if ("file" in target) return fromSource(program, target.file, target.line);
    return program.listings.has(target.kind) ? fromListing(program, target.kind, target.index) : null;
  }

  private openSegmentOf(file: string, line: number): void {
    const has = (program: Program) => program.stacksAt.has(place(file, line));
    const segment = this.programs.findIndex(has);
    if (segment >= 0 && !has(this.programs[this.segment]!)) this.open(segment);
  }

  private names(): string[] {
    const { document } = this.payload;
    return this.segments.map(({ spans }, i) => {
      const lines = document.stacks[spans]!.flatMap((span) => [document.spans[span]!.line, document.spans[span]!.end_line]);
      return lines.length ? `lines ${Math.min(...lines)}–${Math.max(...lines)}` : `segment ${i + 1}`;
    });
  }
}
