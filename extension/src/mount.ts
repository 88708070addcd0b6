// Takes over the plain HTML of a report: same figures, in a shadow root of our own, with the explorer above them.
import { element } from "./dom";
import { Explorer } from "./explorer";
import { followDevices } from "./placements";
import { inflate } from "./payload";
import style from "./style.css";
import { followTheme } from "./theme";

/** The output this script came with. A copied output has the script of another, so any unclaimed one will do. */
export function unclaimed(page: Document): HTMLElement | null {
  const free = ".jaxlab-report:not([data-claimed])";
  return page.currentScript?.closest<HTMLElement>(free) ?? page.querySelector<HTMLElement>(free);
}

export function mount(host: HTMLElement): void {
  host.dataset.claimed = "";
  const details = host.querySelector("details");
  const data = host.querySelector(".jaxlab-payload")?.textContent;
  if (!details || !data) return;
  // Inline styles serve readers whose host strips style sheets; here ours takes over.
  details.querySelectorAll("[style]:not(.jaxlab-shards td)").forEach((styled) => styled.removeAttribute("style"));
  followDevices(details);
  const root = element("div", { class: "root" }, details);
  host.attachShadow({ mode: "open" }).append(element("style", {}, style), root);
  followTheme(document, (theme) => (root.dataset.theme = theme));
  const open = () => void explore(details, data);
  if (details.open) open();
  else details.addEventListener("toggle", open, { once: true });
}

/** Unpacks the report only now: a notebook can hold a hundred of them. */
async function explore(details: HTMLDetailsElement, data: string): Promise<void> {
  const plain = details.querySelector(".jaxlab-source")!;
  try {
    plain.replaceWith(new Explorer(await inflate(data)).root);
  } catch (error) {
    plain.before(element("p", { class: "notice" }, `The explorer could not open this report: ${error}`));
  }
}
