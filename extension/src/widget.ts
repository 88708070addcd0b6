// The explorer as a widget: the same page, fed by the kernel.
import { Explorer } from "./explorer";
import { element } from "./dom";
import { inflate } from "./payload";
import style from "./style.css";
import { followTheme } from "./theme";

/** What anywidget hands over. */
interface Model {
  get(name: "payload"): string;
  on(event: string, callback: () => void): void;
  off(event: string, callback: () => void): void;
}

export default {
  render({ model, el }: { model: Model; el: HTMLElement }): () => void {
    const root = element("div", { class: "root" });
    el.dataset.lmSuppressShortcuts = "true";
    el.attachShadow({ mode: "open" }).append(element("style", {}, style), root);
    followTheme(document, (theme) => (root.dataset.theme = theme));
    const draw = () => void show(root, model.get("payload"));
    model.on("change:payload", draw);
    draw();
    return () => model.off("change:payload", draw);
  },
};

async function show(root: HTMLElement, data: string): Promise<void> {
  try {
    root.replaceChildren(new Explorer(await inflate(data)).root);
  } catch (error) {
    root.replaceChildren(element("p", { class: "notice" }, `The explorer could not open this report: ${error}`));
  }
}
