// Blocks that fold: computations, functions, nested jaxprs and regions, told by their indentation.

/** Lines that open a block, each with the first line after it. */
export function blocks(lines: string[]): Map<number, number> {
  const found = new Map<number, number>();
  const open: { line: number; depth: number; holds: boolean }[] = [];
  lines.forEach((text, line) => {
    const depth = indentation(text);
    if (depth < 0) return;
    while (open.length && depth <= open.at(-1)!.depth) {
      const { line: opener, holds } = open.pop()!;
      if (!holds) continue;
      // A lone brace goes with its block; `] a b` holds operands and stays.
      const end = /^\s*[}\])]+\s*$/.test(text) && depth === indentation(lines[opener]!) ? line + 1 : line;
      found.set(opener, end);
    }
    if (open.length) open.at(-1)!.holds = true;
    open.push({ line, depth, holds: false });
  });
  for (const { line, holds } of open) if (holds) found.set(line, lines.length);
  return found;
}

/** Computations of compiled HLO that others call: folded at first, so that a person meets the entry. */
export function called(lines: string[]): number[] {
  return lines.flatMap((text, line) => (/^%?[\w.-]+ \(.*\{$/.test(text) ? [line] : []));
}

/** Columns before the text; -1 for a blank line, which belongs to whatever is around it. */
function indentation(text: string): number {
  return text.search(/\S/);
}
