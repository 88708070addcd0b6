// How the listings look, behind one button: what a person sets once and forgets.
import { element } from "./dom";

export interface Look {
  spread: boolean;
  wrap: boolean;
  types: boolean;
  attributes: boolean;
  hottest: boolean;
  overOne: boolean;
}

export const FIRST_LOOK: Look = { spread: false, wrap: false, types: true, attributes: false, hottest: false, overOne: false };

const LABELS: Record<keyof Look, string> = {
  spread: "side by side",
  wrap: "wrap lines",
  types: "types",
  attributes: "attributes",
  hottest: "hottest first",
  overOne: "over 1 % only",
};
const NEEDS_HEAT: (keyof Look)[] = ["hottest", "overOne"];

export class LookMenu {
  readonly root: HTMLElement;
  private readonly entries = new Map<keyof Look, HTMLElement>();
  private look = FIRST_LOOK;

  constructor(changed: (look: Look) => void, foldAll: (fold: boolean) => void) {
    const boxes = (Object.keys(LABELS) as (keyof Look)[]).map((key) => this.box(key, changed));
    const fold = (label: string, all: boolean) => element("button", { type: "button", click: () => foldAll(all) }, label);
    const panel = element("div", { class: "menu", role: "group", "aria-label": "View of the listings" }, ...boxes, element("hr"), fold("fold all", true), fold("unfold all", false));
    const opener = element("summary", {}, "view");
    this.root = element("details", { class: "opener" }, opener, panel);
    this.root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.root.hasAttribute("open")) return;
      this.root.removeAttribute("open");
      opener.focus();
      event.stopPropagation();
    });
    this.root.addEventListener("focusout", (event) => {
      if (!this.root.contains(event.relatedTarget as Node | null) && event.relatedTarget) this.root.removeAttribute("open");
    });
    this.heat(false);
  }

  /** What needs a heat column shows where there is one. */
  heat(on: boolean): void {
    for (const key of NEEDS_HEAT) this.entries.get(key)!.hidden = !on;
  }

  private box(key: keyof Look, changed: (look: Look) => void): HTMLElement {
    const input = element("input", { type: "checkbox", change: () => changed((this.look = { ...this.look, [key]: input.checked })) });
    input.checked = this.look[key];
    const label = element("label", {}, input, LABELS[key]);
    this.entries.set(key, label);
    return label;
  }
}
