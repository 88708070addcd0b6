// Follows the host: JupyterLab, VS Code, Colab, or whatever the reader's system asks for.

export type Theme = "light" | "dark";

/** The theme that the page around us shows. */
export function currentTheme(page: Document): Theme {
  const { body, documentElement } = page;
  const lab = body.dataset.jpThemeLight;
  if (lab !== undefined) return lab === "false" ? "dark" : "light";
  const code = body.dataset.vscodeThemeKind;
  if (code !== undefined) return /dark|high-contrast$/.test(code) ? "dark" : "light";
  const colab = documentElement.getAttribute("theme");
  if (colab !== null) return colab === "dark" ? "dark" : "light";
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Calls `show` with the theme now and whenever it changes. */
export function followTheme(page: Document, show: (theme: Theme) => void): void {
  const update = () => show(currentTheme(page));
  const observer = new MutationObserver(update);
  const attributeFilter = ["data-jp-theme-light", "data-vscode-theme-kind", "theme"];
  for (const element of [page.body, page.documentElement]) observer.observe(element, { attributes: true, attributeFilter });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", update);
  update();
}
