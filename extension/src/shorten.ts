// What a line shows of itself: types and attributes can be left out.

export interface Showing {
  /** Types and layouts of values. */
  types: boolean;
  /** What XLA notes down for itself: backend configurations, module attributes. */
  attributes: boolean;
}

const NOTES = /, (?:backend_config|frontend_attributes|sharding|origin|operand_layout_constraints|api_version|statistics|is_scheduled|entry_computation_layout|allow_spmd_sharding_propagation_to_\w+|num_partitions|replica_count|schedule)=/;

export function shortened(text: string, kind: string, { types, attributes }: Showing): string {
  const kept = attributes ? text : withoutAttributes(text, kind);
  return types ? kept : withoutTypes(kept, kind);
}

function withoutAttributes(text: string, kind: string): string {
  if (kind === "stablehlo") return text.replace(/ attributes \{.*\}(?= \{$)|, precision = \[DEFAULT, DEFAULT\]| \{jax\.result_info = "[^"]*"\}/g, "");
  if (kind !== "hlo") return text;
  for (let found = NOTES.exec(text); found; found = NOTES.exec(text)) {
    text = text.slice(0, found.index) + text.slice(valueEnd(text, found.index + found[0].length));
  }
  return text;
}

/** Index after the attribute's value: a word, a string, or all between matching braces. */
function valueEnd(text: string, from: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = from; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"' && text[at - 1] !== "\\") quoted = !quoted;
    if (quoted) continue;
    if ("{([".includes(character)) depth++;
    else if ("})]".includes(character)) depth--;
    else if (character === "," && depth === 0) return at;
  }
  return text.length;
}

function withoutTypes(text: string, kind: string): string {
  if (kind === "jaxpr") return text.replace(/:[a-z]\w*(?:<\w+>)?\[[\d,]*\]/g, "");
  if (kind === "stablehlo") return text.startsWith("  func") || !text.includes(" = ") ? text : text.replace(/ : (?:\(.*\) -> .*|tensor<[^ ]*|[^:]*)$/, "");
  return text.replace(/ = (?:\((?:[^()]|\([^()]*\))*\)|\S+) (?=[a-z][\w-]*\()/, " = ");
}
