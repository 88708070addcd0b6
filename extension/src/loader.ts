// The only script that an output carries as such: it inflates the explorer's code, which runs inside the same output.
import { inflateText } from "./inflate";

const free = ".jaxlab-report:not([data-loading])";
const host = document.currentScript?.closest<HTMLElement>(free) ?? document.querySelector<HTMLElement>(free);
const code = host?.querySelector(".jaxlab-code");
if (host && code) {
  host.dataset.loading = "";
  void inflateText(code.textContent!).then((text) => {
    const script = document.createElement("script");
    script.textContent = text;
    host.append(script);
  });
}
