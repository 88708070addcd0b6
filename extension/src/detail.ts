// What the strip under the panes says of a line: its whole text, what it does and costs, and where it came from.
import { costsOf } from "./costs";
import { documentation } from "./documentation";
import { element } from "./dom";
import type { Target } from "./explorer";
import { count, duration, size } from "./figures";
import { times, type Heat } from "./heat";
import { memoryOf } from "./memory";
import { PASSES, TITLES, type Links, type Program } from "./link";
import { operationsOf, type Operation, type Operations } from "./operations";
import type { Payload } from "./payload";
import { percent } from "./row";
import type { Span } from "./report";
import { bytes, written } from "./shapes";

/** What is known where the strip is written. */
export interface Known {
  payload: Payload;
  program: Program | undefined;
  heat: Heat | null;
  /** Goes to a line of a listing. */
  go(kind: string, index: number): void;
}

type ListingTarget = { kind: string; index: number };

const STACKS = 3;
const NEIGHBOURS = 8;
const LONGEST = 4000;
const INVITATION = "Point at a line to see what it came from and what became of it; click to keep it, Escape to let go.";

export function detail(known: Known, target: Target | null, links: Links | null): Node[] {
  if (target === null) return [element("p", { class: "quiet" }, INVITATION)];
  return "file" in target ? ofSource(known, target.file, target.line, links) : ofListing(known, target, links);
}

function ofSource({ payload, heat }: Known, file: string, line: number, links: Links | null): Node[] {
  const { report } = payload.document;
  const isCell = file === report.source.file;
  const state = isCell ? payload.line_states[String(line)] : undefined;
  const became = [...(links?.listings ?? [])]
    .filter(([kind, lines]) => kind in TITLES && lines.length)
    .map(([kind, lines]) => `${lines.length} of ${TITLES[kind]}`);
  const share = heat && percent(heat.sources.get(`${file}\n${line}`) ?? 0);
  const said = [`${titleOf(payload, file)}, line ${line}`, state, became.length && `lines: ${became.join(", ")}`, share && `${share} of the program`];
  const found = report.breaks.find((entry) => {
    const span = payload.document.spans[entry.span]!;
    return isCell && span.line <= line && line <= span.end_line;
  });
  const why = found ? [element("p", {}, [found.reason, found.remedy].filter(Boolean).join(" "))] : [];
  return [element("p", { class: "quiet" }, said.filter(Boolean).join(" · ")), ...why];
}

function ofListing(known: Known, target: ListingTarget, links: Links | null): Node[] {
  const listing = known.program?.listings.get(target.kind)?.listing;
  const text = listing?.lines[target.index]?.text.trim() ?? "";
  // Between passes a line stands in many programs; alone it tells what it does.
  const isBetween = target.kind === PASSES;
  const operations = listing && operationsOf(isBetween ? { kind: "hlo", lines: [listing.lines[target.index]!] } : listing);
  const operation = operations?.at.get(isBetween ? 0 : target.index);
  return [
    ...(operations && operation ? ofOperation(known, target.kind, operation, operations) : []),
    ...origins(known.payload, links?.stacks ?? []),
    element("pre", {}, text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text),
  ];
}

function ofOperation(known: Known, kind: string, operation: Operation, operations: Operations): Node[] {
  const facts = [documentation(operation.opcode), figures(known, kind, operation).filter(Boolean).join(" · ")].filter(Boolean).join("  ");
  const opcode = operation.opcode === "parameter" && kind === "jaxpr" ? "inputs" : operation.opcode;
  const said = element("p", {}, element("b", {}, opcode), facts ? ` ${facts}` : "");
  const from = operations.operands(operation).filter((other): other is Operation => other !== null);
  return [said, ...neighbours(known, kind, { from, to: operations.users(operation) })];
}

function figures({ program, heat }: Known, kind: string, operation: Operation): string[] {
  const [shape, ...more] = operation.shapes;
  const all = operation.shapes.reduce((sum, each) => sum + bytes(each), 0);
  const found = shape ? [more.length ? `${more.length + 1} arrays` : written(shape), more.length ? "" : operation.layout, size(all)] : [];
  if (kind !== "hlo" || !program) return found;
  const { listing } = program.listings.get("hlo")!;
  const spent = costsOf(listing);
  const flops = spent.flops.whole.get(operation.line);
  const moved = spent.bytes.whole.get(operation.line);
  const held = memoryOf(listing).own.get(operation.line);
  const took = times(program).whole.get(operation.line);
  const share = heat && percent(heat.listings.get("hlo")?.get(operation.line) ?? 0);
  return [...found, took ? duration(took) : "", held ? "held at the peak" : "", flops ? `about ${count(flops)} flops` : "", moved ? `${size(moved)} moved` : "", share ? `${share} of the program` : ""];
}

/** Buttons that go where values come from and where they go to. */
function neighbours(known: Known, kind: string, ways: Record<string, Operation[]>): Node[] {
  const chips = Object.entries(ways).flatMap(([way, all]) => {
    const shown = [...new Set(all)].slice(0, NEIGHBOURS).map((other) => chip(known, kind, other));
    const more = all.length > NEIGHBOURS ? [element("span", { class: "quiet" }, `and ${all.length - NEIGHBOURS} more`)] : [];
    return shown.length ? [element("span", { class: "quiet" }, way), ...shown, ...more] : [];
  });
  return chips.length ? [element("p", { class: "chips" }, ...chips)] : [];
}

function chip({ go }: Known, kind: string, { names, line, opcode }: Operation): HTMLElement {
  const name = names[0] ?? opcode;
  const label = names.length > 1 ? `${name} …` : name;
  return element("button", { type: "button", click: () => go(kind, line) }, label);
}

function origins(payload: Payload, stacks: Span[][]): Node[] {
  const shown = stacks.slice(0, STACKS).map((stack) => element("p", { class: "quiet" }, `from ${stack.map((span) => frame(payload, span)).join(" ← ")}`));
  const more = stacks.length > STACKS ? [element("p", { class: "quiet" }, `and ${stacks.length - STACKS} more places`)] : [];
  return [...shown, ...more];
}

function frame(payload: Payload, span: Span): string {
  const name = span.function ? ` in ${span.function}` : "";
  return `${titleOf(payload, span.file)}, line ${span.line}${name}`;
}

function titleOf(payload: Payload, file: string): string {
  const { source, helpers } = payload.document.report;
  return [source, ...helpers].find((text) => text.file === file)?.title ?? file;
}
