// A segment's listings: one at a time behind tabs, or side by side; and other views of the same program.
import { costsOf } from "./costs";
import { element } from "./dom";
import { called } from "./folds";
import { measures, type Heat, type Measure } from "./heat";
import { KINDS, TITLES, type Links, type Program } from "./link";
import { VirtualList } from "./list";
import { listingContent } from "./listing-content";
import { FIRST_LOOK, LookMenu, type Look } from "./menu";
import { operationsOf } from "./operations";
import { rememberedTab, rememberTab } from "./remember";
import type { Segment } from "./report";
import { shortened } from "./shorten";
import { Tabs } from "./tabs";
import { copy, finder } from "./tools";

const READ_AHEAD_MS = 200;

/** Whether a kind is one of the stages that every program goes through: those stand side by side. */
function isStage(kind: string): boolean {
  return (KINDS as readonly string[]).includes(kind);
}

export interface ProgramEvents {
  hovered(kind: string, index: number | null): void;
  picked(kind: string, index: number): void;
  moved(kind: string, index: number): void;
  segment(index: number): void;
  measure(measure: Measure | null): void;
}

/** Another view of a program, behind a tab of its own. */
export interface View {
  readonly key: string;
  readonly title: string;
  readonly root: HTMLElement;
  /** Stands in the bar while the view shows. */
  readonly tools: HTMLElement;
  /** Shows a program; called again when the view comes into sight. */
  show(program: Program, segment: Segment, heat: Heat | null): void;
  light(links: Links | null, kind: string | null, index: number | null): void;
}

export class ProgramPane {
  readonly root: HTMLElement;
  private readonly lists = new Map<string, VirtualList>();
  private readonly frames = new Map<string, HTMLElement>();
  private readonly tabs: Tabs;
  private readonly choice: HTMLSelectElement;
  private readonly measure: HTMLSelectElement;
  private readonly menu: LookMenu;
  private readonly area = element("div", { class: "lists" });
  private readonly listTools: HTMLElement;
  private readonly find = finder(() => this.texts(), (index) => this.lists.get(this.kind)!.move(index));
  private program!: Program;
  private segment!: Segment;
  private heat: Heat | null = null;
  private look: Look = FIRST_LOOK;
  private kind = "";

  constructor(
    private readonly cell: string,
    private readonly bands: Map<string, number[]>,
    kinds: string[],
    segments: string[],
    private readonly views: View[],
    private readonly events: ProgramEvents,
  ) {
    for (const kind of kinds) this.addList(kind);
    for (const view of views) this.addFrame(view.key, view.root);
    const tabs = [...kinds.map((key) => ({ key, title: TITLES[key]! })), ...views];
    this.tabs = new Tabs("Listings", tabs, (kind) => this.choose(kind), rememberTab);
    this.choice = element("select", { "aria-label": "Compiled segment", change: () => events.segment(this.choice.selectedIndex) });
    this.choice.append(...segments.map((name) => element("option", {}, name)));
    this.choice.hidden = segments.length < 2;
    this.measure = element("select", { "aria-label": "Heat", change: () => events.measure((this.measure.value || null) as Measure | null) });
    this.menu = new LookMenu((look) => this.changeLook(look), (fold) => this.lists.get(this.kind)?.foldAll(fold));
    this.listTools = this.tools();
    const bar = element("div", { class: "bar" }, this.tabs.root, element("div", { class: "tools" }, this.choice, this.measure, this.listTools, ...views.map((view) => view.tools)));
    this.root = element("div", { class: "pane" }, bar, this.area);
  }

  show(program: Program, segment: Segment, index: number): void {
    this.program = program;
    this.segment = segment;
    this.choice.selectedIndex = index;
    const known = measures(program);
    const { value } = this.measure;
    this.measure.hidden = !known.length;
    this.measure.replaceChildren(element("option", { value: "" }, "no heat"), ...known.map((name) => element("option", { value: name }, name)));
    this.measure.value = known.includes(value as Measure) ? value : "";
    for (const [kind, list] of this.lists) {
      const lines = program.listings.get(kind)?.listing.lines.map((line) => line.text) ?? [];
      list.show(this.content(kind), kind === "hlo" ? called(lines) : []);
    }
    const remembered = this.kind || rememberedTab();
    this.tabs.choose(this.frames.has(remembered) ? remembered : KINDS[0]);
    const entry = program.listings.get("hlo")?.listing.lines.findIndex((line) => line.text.startsWith("ENTRY")) ?? -1;
    if (entry >= 0) this.lists.get("hlo")!.start(entry);
  }

  /** Shows where the cost goes, or no longer. */
  showHeat(heat: Heat | null, measure: Measure | null): void {
    this.heat = heat;
    this.measure.value = measure ?? "";
    this.menu.heat(heat !== null);
    this.changeLook(this.look);
    this.view()?.show(this.program, this.segment, heat);
  }

  light(links: Links | null, kind: string | null, index: number | null): void {
    const counts = new Map<string, number>();
    for (const [other, list] of this.lists) {
      const lines = links?.listings.get(other) ?? [];
      counts.set(other, lines.length);
      const own = other === kind ? index : null;
      list.light(new Map(lines.map((line) => [line, [null]])), own, own === null ? undefined : this.flow(other, own));
    }
    this.tabs.count(counts);
    this.view()?.light(links, kind, index);
  }

  /** Brings the first of the links into sight, in every listing but the one they start from; folded lines stay folded. */
  reveal(links: Links, except: string | null): void {
    for (const [kind, list] of this.lists) {
      const lines = links.listings.get(kind) ?? [];
      const first = lines.find((line) => !list.isFolded(line)) ?? lines[0];
      if (kind !== except && first !== undefined) list.reveal(first);
    }
  }

  /** Goes to a line of the listing that shows. */
  go(kind: string, index: number): void {
    this.tabs.choose(kind);
    this.lists.get(kind)!.move(index);
  }

  private view(): View | undefined {
    return this.views.find((view) => view.key === this.kind);
  }

  private addList(kind: string): void {
    const list = new VirtualList({
      name: TITLES[kind]!,
      language: "program",
      hovered: (index) => this.events.hovered(kind, index),
      picked: (index) => this.events.picked(kind, index),
      moved: (index) => this.events.moved(kind, index),
    });
    this.lists.set(kind, list);
    this.addFrame(kind, element("div", { class: "caption" }, TITLES[kind]!), list.root);
  }

  private addFrame(kind: string, ...children: Node[]): void {
    const frame = element("div", { class: isStage(kind) ? "frame listing" : "frame", "data-kind": kind }, ...children);
    this.frames.set(kind, frame);
    this.area.append(frame);
  }

  private choose(kind: string): void {
    this.kind = kind;
    for (const [other, frame] of this.frames) frame.classList.toggle("chosen", other === kind);
    const isListing = this.lists.has(kind);
    this.listTools.hidden = !isListing;
    for (const view of this.views) view.tools.hidden = view.key !== kind;
    this.area.classList.toggle("spread", isStage(kind) && this.look.spread);
    this.view()?.show(this.program, this.segment, this.heat);
    if (kind === "hlo") this.readAhead();
    this.find.again();
  }

  /** Estimates costs while nobody waits, so that the first line that is pointed at answers at once. */
  private readAhead(): void {
    const listing = this.program.listings.get("hlo")?.listing;
    if (listing) setTimeout(() => costsOf(listing), READ_AHEAD_MS);
  }

  private changeLook(look: Look): void {
    this.look = look;
    this.area.classList.toggle("spread", look.spread && isStage(this.kind));
    for (const [kind, list] of this.lists) {
      list.change(this.content(kind), { wrap: look.wrap, keeps: this.keeps(kind), hottest: (look.hottest && this.most(kind)) || null });
    }
    this.find.again();
  }

  /** Which rows show, where not all do. */
  private keeps(kind: string): ((row: number) => boolean) | null {
    const most = this.look.overOne && this.most(kind);
    return most ? (row) => most(row) >= 0.01 : null;
  }

  /** The share of the cost that a row has at most; nothing where heat is off. */
  private most(kind: string): ((row: number) => number) | undefined {
    const { listings, together } = this.heat ?? {};
    return listings?.has(kind) ? (row) => (listings.get(kind)!.get(row) ?? 0) + (together?.get(kind)?.get(row) ?? 0) : undefined;
  }

  private content(kind: string) {
    const { program, cell, bands, look } = this;
    return listingContent({ program, kind, cell, bands, segment: this.segment, showing: look, heat: this.heat?.listings.get(kind), together: this.heat?.together.get(kind) });
  }

  /** The lines that a line's values come from and go to. */
  private flow(kind: string, index: number): Map<number, string> {
    const operations = this.operations(kind);
    const operation = operations?.at.get(index);
    if (!operations || !operation) return new Map();
    const from = operations.operands(operation).flatMap((other) => (other ? [other.line] : []));
    const to = operations.users(operation).map((other) => other.line);
    return new Map([...to.map((line): [number, string] => [line, "to"]), ...from.map((line): [number, string] => [line, "from"])]);
  }

  private operations(kind: string) {
    const listing = this.program.listings.get(kind)?.listing;
    return listing && operationsOf(listing);
  }

  private lines(): string[] {
    return (this.program.listings.get(this.kind)?.listing.lines ?? []).map((line) => line.text);
  }

  /** What can be read in the listing that shows; nothing of the rows that are left out. */
  private texts(): string[] {
    const keeps = this.keeps(this.kind);
    return this.lines().map((text, row) => (keeps && !keeps(row) ? "" : shortened(text, this.kind, this.look)));
  }

  private tools(): HTMLElement {
    const copying = element("button", { type: "button", click: () => copy(this.lines().join("\n"), copying) }, "copy");
    return element("div", { class: "tools" }, this.find.root, this.menu.root, copying);
  }
}
