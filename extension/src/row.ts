// One line of a list as elements.
import { element } from "./dom";
import type { Range } from "./link";
import { tokens } from "./tokens";

export interface Row {
  text: string;
  /** What stands in the margin: line numbers. */
  label: string;
  /** Colours as `bands` numbers them. */
  bands: number[];
  mark?: string;
  title?: string;
  /** Share of the program's cost, between 0 and 1; absent where heat is off. */
  heat?: number;
  /** The same of what it costs together with others. */
  together?: number;
  /** What sets the row apart, as classes. */
  kind?: string;
  /** Stands after the text, and is no part of it: names that people know. */
  inlay?: string;
}

/** Whether a row opens a block, and if so, whether that is folded and how many lines it has. */
export interface Fold {
  folded: boolean;
  lines: number;
}

export function rowElement(row: Row, language: "python" | "program", longest: number, fold: Fold | null): HTMLElement {
  const { text, label, bands, mark, title, heat, together, inlay, kind } = row;
  const shown = text.length > longest ? `${text.slice(0, longest)} … ${text.length - longest} more` : text;
  const code = tokens(shown, language).map(([kind, part]) => (kind ? element("span", { class: kind }, part) : part));
  const made = element(
    "div",
    { class: kind ? `row ${kind}` : "row", role: "option", title: title ?? inlay ?? false },
    element("span", { class: "band", style: `background:${stripes(bands)}` }),
    element("span", { class: "label" }, label),
    ...(heat === undefined ? [] : [heatElement(heat, together ?? 0)]),
    ...(mark === undefined ? [] : [element("span", { class: "mark" }, mark)]),
    ...(language === "program" ? [element("span", { class: "fold", "data-fold": fold !== null }, fold ? (fold.folded ? "▸" : "▾") : "")] : []),
    element("code", {}, ...code),
    ...(fold?.folded ? [element("span", { class: "inlay" }, `${fold.lines} lines`)] : []),
    ...(inlay ? [element("span", { class: "inlay name" }, inlay)] : []),
  );
  made.style.setProperty("--band", `var(--band-${bands[0] ?? "none"})`);
  return made;
}

/** Marks the columns of a row that are concerned. */
export function markRanges(row: HTMLElement, ranges: Range[]): void {
  row.querySelectorAll(".range").forEach((range) => range.remove());
  const code = row.querySelector("code")!;
  for (const range of ranges) {
    if (range) code.append(element("i", { class: "range", style: `left:${range[0]}ch;width:${range[1] - range[0]}ch` }));
  }
}

/** A share as a person reads it; nothing below a thousandth. */
export function percent(share: number): string {
  if (share < 0.001) return "";
  return share < 0.01 ? "<1 %" : `${Math.round(100 * share)} %`;
}

function heatElement(share: number, together: number): HTMLElement {
  const more = together < 0.01 ? "" : percent(together);
  const title = more && `a part of ${more} that several operations cost together`;
  return element("span", { class: "heat", style: `--share:${share.toFixed(3)}`, title: title || false }, percent(share) || (more && `of ${more}`));
}

function stripes(bands: number[]): string {
  if (bands.length < 2) return bands.length ? `var(--band-${bands[0]})` : "none";
  const part = 100 / bands.length;
  const stops = bands.map((band, i) => `var(--band-${band}) ${i * part}% ${(i + 1) * part}%`);
  return `linear-gradient(to bottom, ${stops.join(", ")})`;
}
