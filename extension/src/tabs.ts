// A row of tabs, as ARIA's authoring practices describe them: arrows move, the chosen tab alone is in the Tab order.
import { element } from "./dom";

export interface Tab {
  key: string;
  title: string;
}

export class Tabs {
  readonly root: HTMLElement;
  private readonly buttons = new Map<string, HTMLButtonElement>();
  private readonly counts = new Map<string, HTMLElement>();

  constructor(
    name: string,
    tabs: Tab[],
    private readonly chosen: (key: string) => void,
    /** Called as well where it was a person who chose. */
    private readonly picked: (key: string) => void = () => {},
  ) {
    this.root = element("div", { class: "tabs", role: "tablist", "aria-label": name, keydown: (event) => this.key(event) });
    for (const { key, title } of tabs) {
      const count = element("span", { class: "count", "aria-hidden": "true" });
      const button = element("button", { type: "button", role: "tab", click: () => this.pick(key) }, title, count);
      this.buttons.set(key, button);
      this.counts.set(key, count);
      this.root.append(button);
    }
  }

  choose(key: string): void {
    for (const [other, button] of this.buttons) {
      button.setAttribute("aria-selected", String(other === key));
      button.tabIndex = other === key ? 0 : -1;
    }
    this.chosen(key);
  }

  private pick(key: string): void {
    this.choose(key);
    this.picked(key);
  }

  /** Shows beside each tab how many of its lines are concerned; 0 shows nothing. */
  count(counts: Map<string, number>): void {
    for (const [key, shown] of this.counts) shown.textContent = counts.get(key) ? String(counts.get(key)) : "";
  }

  private key(event: KeyboardEvent): void {
    const keys = [...this.buttons.keys()];
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const now = keys.findIndex((key) => this.buttons.get(key)!.tabIndex === 0);
    if (step === undefined) return;
    const next = keys[(now + step + keys.length) % keys.length]!;
    this.pick(next);
    this.buttons.get(next)!.focus();
    event.preventDefault();
  }
}
