// XLA's passes: each with what it did to the program's size, and the program before and after, side by side.
import { bandsOfLines } from "./bands";
import { element } from "./dom";
import { linesIn, PASSES, type Links, type Program } from "./link";
import { VirtualList, type Content } from "./list";
import { beside, changed, nearChanges, stateAt, type Pair } from "./passes";
import type { View } from "./program-pane";
import type { Passes, Segment } from "./report";
import { shortened } from "./shorten";
import { finder } from "./tools";

export interface PassesEvents {
  hovered(kind: string, index: number | null): void;
  picked(kind: string, index: number): void;
  moved(kind: string, index: number): void;
}

const SIDES = [0, 1] as const;
type Side = (typeof SIDES)[number];
const NAMES = ["Program before the pass", "Program after the pass"];
const MARKS = ["−", "+"];
const LABEL = 6;

export class PassesView implements View {
  readonly key = PASSES;
  readonly title = "Passes";
  readonly root: HTMLElement;
  readonly tools: HTMLElement;
  private readonly steps = element("div", { class: "steps", role: "listbox", "aria-label": "Passes of XLA", keydown: (event) => this.pressed(event) });
  private readonly base = element("select", { "aria-label": "Compare with", change: () => this.compare() });
  private readonly whole = element("input", { type: "checkbox", change: () => this.compare() });
  private readonly captions = SIDES.map(() => element("div", { class: "caption" }));
  private readonly lists: VirtualList[];
  private readonly find = finder(() => this.texts(), (row) => this.lists[1]!.move(row));
  private program!: Program;
  private segment: Segment | null = null;
  private pairs: Pair[] = [];
  private step = 0;

  constructor(
    private readonly cell: string,
    private readonly bands: Map<string, number[]>,
    private readonly events: PassesEvents,
  ) {
    this.lists = SIDES.map((side) => this.list(side));
    const [before, after] = this.lists.map((list, side) => element("div", { class: "side" }, this.captions[side]!, list.root));
    this.lists[0]!.follow(this.lists[1]!);
    this.lists[1]!.follow(this.lists[0]!);
    this.root = element("div", { class: "passes" }, this.steps, before!, after!);
    this.tools = element("div", { class: "tools" }, this.find.root, element("label", {}, "compared with ", this.base), element("label", {}, this.whole, "whole program"));
  }

  show(program: Program, segment: Segment): void {
    if (segment === this.segment) return;
    this.program = program;
    this.segment = segment;
    const { passes } = segment;
    this.base.replaceChildren(element("option", { value: "" }, "the step before"), ...(passes?.steps ?? []).map((_, step) => element("option", { value: String(step) }, this.name(step))));
    this.steps.replaceChildren(...(passes?.steps ?? []).map((_, step) => this.stepElement(step)));
    this.root.classList.toggle("bare", !passes?.lines.length);
    this.choose(passes ? first(passes) : 0);
  }

  light(links: Links | null, kind: string | null, index: number | null): void {
    const lit = new Set(links?.listings.get(PASSES));
    const rows = (side: Side) => this.pairs.flatMap((pair, row) => (pair[side] !== null && lit.has(pair[side]) ? [row] : []));
    for (const side of SIDES) {
      const current = kind === PASSES ? this.pairs.findIndex((pair) => pair[side] === index) : -1;
      this.lists[side]!.light(new Map(rows(side).map((row) => [row, [null]])), current < 0 ? null : current);
    }
  }

  /** What both sides have in each row that shows. */
  private texts(): string[] {
    const near = this.whole.checked ? null : nearChanges(this.pairs);
    return this.pairs.map((pair, row) => (!near?.size || near.has(row) ? pair.map((line) => this.text(line)).join("\n") : ""));
  }

  private text(line: number | null): string {
    return line === null ? "" : shortened(this.passes.lines[line]!.text, "hlo", { types: true, attributes: false });
  }

  private get passes(): Passes {
    return this.segment!.passes!;
  }

  private choose(step: number): void {
    this.step = step;
    [...this.steps.children].forEach((each, i) => {
      each.setAttribute("aria-selected", String(i === step));
      (each as HTMLElement).tabIndex = i === step ? 0 : -1;
      if (i === step) reveal(each as HTMLElement, this.steps);
    });
    this.compare();
  }

  private compare(): void {
    if (!this.segment?.passes?.lines.length) return;
    const base = this.base.value === "" ? Math.max(this.step - 1, 0) : Number(this.base.value);
    this.pairs = beside(this.passes, stateAt(this.passes, base), stateAt(this.passes, this.step));
    const near = nearChanges(this.pairs);
    const keeps = this.whole.checked || !near.size ? null : (row: number) => near.has(row);
    [base, this.step].forEach((step, side) => {
      this.captions[side]!.textContent = `${this.name(step)}, ${this.passes.steps[step]!.instructions} instructions`;
      this.lists[side]!.show(this.content(side as Side, near));
      this.lists[side]!.change(this.content(side as Side, keeps && near), { wrap: false, keeps, hottest: null });
    });
    this.find.again();
  }

  /** The rows of one side; the first after ones that are left out says so. */
  private content(side: Side, near: Set<number> | null): Content {
    const { program, cell, bands, pairs } = this;
    const { lines } = this.passes;
    return {
      count: pairs.length,
      length: (row) => this.text(pairs[row]![side]).length,
      label: LABEL,
      blocks: new Map(),
      row: (row) => {
        const [before, after] = pairs[row]!;
        const line = pairs[row]![side];
        const from = line === null ? [] : linesIn(program.document, lines[line]!, cell);
        return {
          text: this.text(line),
          label: from.length > 2 ? `${from[0]}…${from.at(-1)}` : from.join(","),
          bands: bandsOfLines(from, cell, bands).slice(0, 4),
          ...(line === null ? { title: "nothing stands here" } : {}),
          mark: before === after || line === null ? "" : MARKS[side]!,
          kind: `${before === after ? "" : line === null ? "absent" : "changed"}${near && row && !near.has(row - 1) ? " cut" : ""}`,
        };
      },
    };
  }

  private list(side: Side): VirtualList {
    const line = (row: number | null) => (row === null ? null : (this.pairs[row]?.[side] ?? null));
    const tell = (what: (kind: string, index: number) => void) => (row: number) => line(row) !== null && what(PASSES, line(row)!);
    return new VirtualList({
      name: NAMES[side]!,
      language: "program",
      hovered: (row) => this.events.hovered(PASSES, line(row)),
      picked: tell((kind, index) => this.events.picked(kind, index)),
      moved: tell((kind, index) => this.events.moved(kind, index)),
    });
  }

  private name(step: number): string {
    const { name, pipeline } = this.passes.steps[step]!;
    return name || (step ? `up to ${pipeline}` : "before optimisation");
  }

  private stepElement(step: number): HTMLElement {
    const { steps } = this.passes;
    const by = step ? steps[step]!.instructions - steps[step - 1]!.instructions : steps[0]!.instructions;
    const isSame = step > 0 && steps.length > 1 && !changed(this.passes, step) && this.passes.lines.length > 0;
    return element(
      "div",
      { class: isSame ? "step same" : "step", role: "option", title: isSame ? "changed nothing" : steps[step]!.pipeline || false, click: () => this.choose(step) },
      element("span", {}, this.name(step)),
      element("span", { class: "by" }, isSame ? "=" : step ? (by ? `${by > 0 ? "+" : "−"}${Math.abs(by)}` : "changed") : String(by)),
    );
  }

  private pressed(event: KeyboardEvent): void {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const next = by && (this.steps.children[this.step + by] as HTMLElement | undefined);
    if (!next) return;
    this.choose(this.step + by);
    next.focus();
    event.preventDefault();
  }
}

/** Scrolls a list, and not the page around it, so that one of its entries is in sight. */
function reveal(entry: HTMLElement, list: HTMLElement): void {
  const [above, below] = [entry.offsetTop - list.scrollTop, entry.offsetTop + entry.offsetHeight - list.scrollTop - list.clientHeight];
  if (above < 0 || below > 0) list.scrollTop = entry.offsetTop - list.clientHeight / 2;
}

/** Where a person wants to look first: the step that makes the first fusion, else the last. */
function first(passes: Passes): number {
  const fuses = (step: number) => stateAt(passes, step).some((line) => / fusion\(/.test(passes.lines[line]!.text));
  const found = passes.steps.findIndex((_, step) => fuses(step));
  return found < 0 ? passes.steps.length - 1 : found;
}
