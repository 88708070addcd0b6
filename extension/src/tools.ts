// Finding in a listing that is not all in the page, and copying it.
import { element } from "./dom";

/** A search field, and what to call when it has other lines to search. */
export interface Finder {
  root: HTMLElement;
  again(): void;
}

/** Enter goes to the next line that holds the text, Shift+Enter to the one before. */
export function finder(lines: () => string[], go: (index: number) => void): Finder {
  let at = -1;
  const shown = element("span", { class: "found", "aria-live": "polite" });
  const input = element("input", { type: "search", placeholder: "find", "aria-label": "Find in the listing", spellcheck: "false" });
  const matches = () => find(lines(), input.value);
  const step = (by: number) => {
    const found = matches();
    if (!found.length) return;
    at = (at + by + found.length) % found.length;
    shown.textContent = `${at + 1} of ${found.length}`;
    go(found[at]!);
  };
  const again = () => {
    at = -1;
    shown.textContent = input.value ? `${matches().length}` : "";
  };
  input.addEventListener("input", again);
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    step(event.shiftKey ? (at < 0 ? 0 : -1) : 1);
    event.preventDefault();
  });
  return { root: element("span", { class: "finder" }, input, shown), again };
}

/** Indices of the lines that hold `text`, upper and lower case alike; none for an empty text. */
export function find(lines: string[], text: string): number[] {
  const wanted = text.toLowerCase();
  return wanted ? lines.flatMap((line, index) => (line.toLowerCase().includes(wanted) ? [index] : [])) : [];
}

/** Copies text and says on the button how it went. A sandboxed output may have no clipboard. */
export async function copy(text: string, button: HTMLElement): Promise<void> {
  const name = (button.dataset.name ??= button.textContent!);
  const done = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  button.textContent = done || copyBySelection(text, button) ? "copied" : "no clipboard here";
  setTimeout(() => (button.textContent = name), 1200);
}

function copyBySelection(text: string, near: HTMLElement): boolean {
  const area = element("textarea", { class: "offscreen" });
  area.value = text;
  near.after(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}

/** Hands a file to the person. A sandboxed output may forbid it. */
export function download(file: Blob, name: string): void {
  const href = URL.createObjectURL(file);
  element("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}
