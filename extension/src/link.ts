// Which lines belong together: pure functions over a report, no page in sight.
import type { Listing, ListingLine, Profile, ReportDocument, Segment, Span, StackIndex } from "./report";

/** The kinds of listings, in the order a program passes through them. */
export const KINDS = ["jaxpr", "stablehlo", "hlo"] as const;

/** The code that XLA makes, where it was asked for. */
export const CODE = ["llvm", "assembly", "ptx"] as const;

/** What the lines of all states between passes are linked under, as if they were one listing. */
export const PASSES = "passes";

export const TITLES: Record<string, string> = { jaxpr: "jaxpr", stablehlo: "StableHLO", hlo: "HLO", llvm: "LLVM IR", assembly: "Assembly", ptx: "PTX" };

/** Columns of a line, the second exclusive; the whole line if it is null. */
export type Range = [start: number, end: number] | null;

/** What a line came from and became. */
export interface Links {
  /** Ranges by `place`, for every source line that is concerned. */
  sources: Map<string, Range[]>;
  /** Indices of lines by kind of listing. */
  listings: Map<string, number[]>;
  /** The call stacks that connect them, innermost frame first. */
  stacks: Span[][];
}

/** A listing that can be asked for the lines of a stack. */
interface Indexed {
  listing: Listing;
  byStack: Map<StackIndex, number[]>;
  byInnermost: Map<string, number[]>;
}

/** A compiled segment, ready to be asked for links. */
export interface Program {
  document: ReportDocument;
  listings: Map<string, Indexed>;
  /** Stacks by every place that one of their frames covers. */
  stacksAt: Map<string, Set<StackIndex>>;
  profile: Profile | null;
}

/** The key of a source line. */
export function place(file: string, line: number): string {
  return `${file}\n${line}`;
}

/** Characters in the first `bytes` bytes of a text: Python counts columns in UTF-8. */
export function characters(text: string, bytes: number): number {
  return new TextDecoder().decode(new TextEncoder().encode(text).slice(0, bytes)).length;
}

/** The spans of a stack, innermost first. */
export function frames(document: ReportDocument, stack: StackIndex): Span[] {
  return document.stacks[stack]!.map((span) => document.spans[span]!);
}

/** Indexes a segment's listings; costs one pass over each. */
export function program(document: ReportDocument, segment: Segment): Program {
  const listings = new Map<string, Indexed>();
  const stacksAt = new Map<string, Set<StackIndex>>();
  for (const kind of [...KINDS, ...CODE]) {
    const listing = segment.listings[kind];
    if (listing) listings.set(kind, indexed(document, listing, stacksAt));
  }
  if (segment.passes) listings.set(PASSES, indexed(document, { kind: PASSES, lines: segment.passes.lines }, stacksAt));
  return { document, listings, stacksAt, profile: segment.profile };
}

/** Links of a source line: the listing lines whose stack passes through it, and the stacks' other frames. */
export function fromSource(program: Program, file: string, line: number): Links {
  const stacks = [...(program.stacksAt.get(place(file, line)) ?? [])];
  const links = linksOf(program, stacks);
  links.sources.set(place(file, line), [null]);
  for (const [kind, { byStack }] of program.listings) links.listings.set(kind, linesOf(byStack, stacks));
  return links;
}

/**
 * Links of a listing line. In the other listings it belongs with the lines that share a call stack; where columns were
 * lost on the way and none does, with those that share the innermost source line.
 */
export function fromListing(program: Program, kind: string, index: number): Links {
  const entry = program.listings.get(kind)!.listing.lines[index]!;
  const links = linksOf(program, entry.stacks);
  const innermost = entry.stacks.flatMap((stack) => innermostPlaces(program.document, stack));
  for (const [other, { byStack, byInnermost }] of program.listings) {
    const sharing = linesOf(byStack, entry.stacks);
    links.listings.set(other, other === kind && kind !== PASSES ? [index] : sharing.length ? sharing : linesOf(byInnermost, innermost));
  }
  return links;
}

/** Lines of `file` that a listing line came from, through whatever helpers. */
export function linesIn(document: ReportDocument, entry: ListingLine, file: string): number[] {
  const spans = entry.stacks.flatMap((stack) => frames(document, stack)).filter((span) => span.file === file);
  return [...new Set(spans.map((span) => span.line))].sort((a, b) => a - b);
}

function indexed(document: ReportDocument, listing: Listing, stacksAt: Map<string, Set<StackIndex>>): Indexed {
  const byStack = new Map<StackIndex, number[]>();
  const byInnermost = new Map<string, number[]>();
  listing.lines.forEach((entry, index) => entry.stacks.forEach((stack) => append(byStack, stack, index)));
  for (const [stack, lines] of byStack) {
    for (const at of innermostPlaces(document, stack)) lines.forEach((line) => append(byInnermost, at, line));
    for (const span of frames(document, stack)) {
      for (const at of places(span)) stacksAt.set(at, (stacksAt.get(at) ?? new Set()).add(stack));
    }
  }
  return { listing, byStack, byInnermost };
}

function linksOf(program: Program, stacks: StackIndex[]): Links {
  const spans = stacks.map((stack) => frames(program.document, stack));
  const sources = new Map<string, Range[]>();
  for (const span of new Set(spans.flat())) {
    for (const at of places(span)) append(sources, at, range(span));
  }
  return { sources, listings: new Map(), stacks: spans };
}

function range(span: Span): Range {
  const oneLine = span.line === span.end_line && span.column !== null && span.end_column !== null;
  return oneLine ? [span.column!, span.end_column!] : null;
}

function places(span: Span): string[] {
  return Array.from({ length: span.end_line - span.line + 1 }, (_, i) => place(span.file, span.line + i));
}

function innermostPlaces(document: ReportDocument, stack: StackIndex): string[] {
  const innermost = frames(document, stack)[0];
  return innermost ? places(innermost) : [];
}

function linesOf<Key>(index: Map<Key, number[]>, keys: Key[]): number[] {
  return [...new Set(keys.flatMap((key) => index.get(key) ?? []))].sort((a, b) => a - b);
}

export function append<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
