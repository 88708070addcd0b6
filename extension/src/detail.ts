// What the strip under the panes says of a line: its whole text, and where it came from.
import { element } from "./dom";
import type { Target } from "./explorer";
import { TITLES, type Links, type Program } from "./link";
import type { Payload } from "./payload";
import type { Span } from "./report";

const STACKS = 3;
const INVITATION = "Point at a line to see what it came from and what became of it; click to keep it, Escape to let go.";

export function detail(payload: Payload, program: Program | undefined, target: Target | null, links: Links | null): Node[] {
  if (target === null) return [element("p", { class: "quiet" }, INVITATION)];
  return "file" in target ? ofSource(payload, target.file, target.line, links) : ofListing(payload, program, target, links);
}

function ofSource(payload: Payload, file: string, line: number, links: Links | null): Node[] {
  const { report } = payload.document;
  const isCell = file === report.source.file;
  const state = isCell ? payload.line_states[String(line)] : undefined;
  const became = [...(links?.listings ?? [])]
    .filter(([, lines]) => lines.length)
    .map(([kind, lines]) => `${lines.length} of ${TITLES[kind]}`);
  const said = [`${titleOf(payload, file)}, line ${line}`, state ?? "", became.length ? `lines: ${became.join(", ")}` : ""];
  const found = report.breaks.find((entry) => {
    const span = payload.document.spans[entry.span]!;
    return isCell && span.line <= line && line <= span.end_line;
  });
  const why = found ? [element("p", {}, [found.reason, found.remedy].filter(Boolean).join(" "))] : [];
  return [element("p", { class: "quiet" }, said.filter(Boolean).join(" · ")), ...why];
}

function ofListing(payload: Payload, program: Program | undefined, target: { kind: string; index: number }, links: Links | null): Node[] {
  const text = program?.listings.get(target.kind)?.listing.lines[target.index]?.text ?? "";
  const stacks = links?.stacks ?? [];
  const origins = stacks.slice(0, STACKS).map((stack) => element("p", { class: "quiet" }, `from ${stack.map((span) => frame(payload, span)).join(" ← ")}`));
  const more = stacks.length > STACKS ? [element("p", { class: "quiet" }, `and ${stacks.length - STACKS} more places`)] : [];
  return [element("pre", {}, text.trim()), ...origins, ...more];
}

function frame(payload: Payload, span: Span): string {
  const name = span.function ? ` in ${span.function}` : "";
  return `${titleOf(payload, span.file)}, line ${span.line}${name}`;
}

function titleOf(payload: Payload, file: string): string {
  const { source, helpers } = payload.document.report;
  return [source, ...helpers].find((text) => text.file === file)?.title ?? file;
}
