// Colours for code, one line at a time: enough to find one's way, far from a parser.

export type Token = [kind: "" | "keyword" | "string" | "comment" | "number" | "name" | "type", text: string];

const WORDS =
  "and as assert async await break class continue def del elif else except False finally for from global if import in is lambda None nonlocal not or pass raise return True try while with yield";
const PYTHON = new RegExp(
  [
    String.raw`(?<comment>#.*)`,
    String.raw`(?<string>[rbfuRBFU]{0,2}(?:"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?))`,
    String.raw`(?<keyword>^%%?\w+|\b(?:${WORDS.replaceAll(" ", "|")})\b)`,
    String.raw`(?<number>\b\d[\w.]*)`,
    String.raw`(?<name>\b[A-Za-z_]\w*(?=\())`,
  ].join("|"),
  "g",
);
const PROGRAM = new RegExp(
  [
    String.raw`(?<string>"(?:\\.|[^"\\])*"?)`,
    String.raw`(?<type>\b(?:tensor<[^>]*>|(?:[fsucbi]\d+|bf16|pred|bool)\[[^\]]*\](?:\{[^}]*\})?))`,
    String.raw`(?<name>[%@][\w.#-]+)`,
    String.raw`(?<keyword>\b(?:lambda|let|in|ROOT|ENTRY|func\.func|return|module|parameter)\b|\bstablehlo\.\w+|(?<== )[a-z]\w*(?=[\[ ])|(?<=[\]})] )[a-z][\w-]*(?=\())`,
    String.raw`(?<number>\b\d[\w.+-]*)`,
  ].join("|"),
  "g",
);

/** Splits a line of Python, or of a program listing, into tokens; joined they give the line back. */
export function tokens(text: string, language: "python" | "program"): Token[] {
  const found: Token[] = [];
  let last = 0;
  for (const match of text.matchAll(language === "python" ? PYTHON : PROGRAM)) {
    if (match.index > last) found.push(["", text.slice(last, match.index)]);
    const kind = Object.entries(match.groups!).find(([, value]) => value !== undefined)![0];
    found.push([kind as Token[0], match[0]]);
    last = match.index + match[0].length;
  }
  if (last < text.length) found.push(["", text.slice(last)]);
  return found;
}
