// Elements in one expression. Text goes in as text nodes, so nothing a user typed is ever parsed as HTML.

type Attributes = Record<string, string | boolean | ((event: any) => void)>;

/** Makes an element; functions among the attributes become listeners, false leaves an attribute out. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}
