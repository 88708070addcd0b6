// The tab that a person chose last. A sandboxed output may have no storage; then it is remembered in this page alone.

const KEY = "jaxlab.tab";
let last = "";

export function rememberedTab(): string {
  try {
    return localStorage.getItem(KEY) ?? last;
  } catch {
    return last;
  }
}

export function rememberTab(key: string): void {
  last = key;
  try {
    localStorage.setItem(KEY, key);
  } catch {
    // Forbidden here.
  }
}
