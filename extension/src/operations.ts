// What each line of a program says: what it defines, from which values, by which operation. One parser a language.
import type { Listing } from "./report";
import { shapes, type Shape } from "./shapes";

export interface Operation {
  /** Index of its line in the listing. */
  line: number;
  /** Index of the line that opens its computation or function; values of another scope are others. */
  scope: number;
  /** The values it defines, such as `%add.1` or `e`. */
  names: string[];
  /** Without a dialect's prefix: `add`, `dot_general`, `fusion`. */
  opcode: string;
  shapes: Shape[];
  operands: string[];
  /** Names of the computations that it calls. */
  called: string[];
}

/** The operations of a listing, with ways from each to those around it. */
export class Operations {
  readonly at = new Map<number, Operation>();
  /** Lines that open a computation, by its name; the entry's name is empty as well. */
  readonly scopes = new Map<string, number>();
  private readonly scoped = new Map<number, Operation[]>();
  private readonly defined = new Map<string, Operation>();
  private readonly used = new Map<string, Operation[]>();

  constructor(listing: Listing) {
    PARSERS[listing.kind]?.(listing.lines.map((line) => line.text), this);
  }

  add(operation: Operation): void {
    const before = this.at.get(operation.line);
    this.at.set(operation.line, operation);
    append(this.scoped, operation.scope, operation, before);
    for (const name of operation.names) this.defined.set(`${operation.scope} ${name}`, operation);
    for (const name of new Set(operation.operands)) {
      append(this.used, `${operation.scope} ${name}`, operation, before);
    }
  }

  /** The operations that define what this one uses, in the order of its operands; null where one is not in sight. */
  operands(operation: Operation): (Operation | null)[] {
    return operation.operands.map((name) => this.defined.get(`${operation.scope} ${name}`) ?? null);
  }

  users(operation: Operation): Operation[] {
    return operation.names.flatMap((name) => this.used.get(`${operation.scope} ${name}`) ?? []);
  }

  /** The operations of the computation that opens at `scope`, in their order. */
  within(scope: number): Operation[] {
    return this.scoped.get(scope) ?? [];
  }
}

/** Adds to a list of the map, in the place of `before` if that is in it. */
function append<Key>(lists: Map<Key, Operation[]>, key: Key, operation: Operation, before?: Operation): void {
  const list = lists.get(key);
  const at = before && list ? list.indexOf(before) : -1;
  if (!list) lists.set(key, [operation]);
  else if (at < 0) list.push(operation);
  else list[at] = operation;
}

type Parser = (lines: string[], into: Operations) => void;

const HLO = /^\s+(?:ROOT )?(%?[\w.-]+) = (\((?:[^()]|\([^()]*\))*\)|\S+) ([a-z][\w-]*)\(/;
const HLO_COMPUTATION = /^(ENTRY )?(%?[\w.-]+) \(.*\{$/;
const CALLED =
  /\b(?:calls|to_apply|condition|body|true_computation|false_computation|branch_computations|called_computations)=(\{[^}]*\}|%?[\w.-]+)/g;

function parseHlo(lines: string[], into: Operations): void {
  let scope = -1;
  lines.forEach((text, line) => {
    const computation = HLO_COMPUTATION.exec(text);
    if (computation) {
      scope = line;
      into.scopes.set(computation[2]!, line);
      if (computation[1]) into.scopes.set("", line);
    }
    const found = HLO.exec(text);
    if (!found) return;
    const [whole, name, type, opcode] = found as unknown as [string, string, string, string];
    const end = closing(text, whole.length);
    const operands = text.slice(whole.length, end).match(/%[\w.-]+/g) ?? [];
    const called = [...text.slice(end).matchAll(CALLED)].flatMap(([, names]) => names!.match(/%?[\w.-]+/g) ?? []);
    into.add({ line, scope, names: [name], opcode, shapes: shapes(type), operands, called });
  });
}

/** Index of the parenthesis that closes what is open at `from`. */
function closing(text: string, from: number): number {
  for (let depth = 1, at = from; at < text.length; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")" && --depth === 0) return at;
  }
  return text.length;
}

const STABLEHLO = /^\s*(%[\w.-]+)(?::\d+)? = "?(?:[a-z_]+\.)?([a-z]\w*)"?/;
const FUNCTION = /^\s*func\.func\s+(?:public |private )?(@[\w.-]+)/;

function parseStableHlo(lines: string[], into: Operations): void {
  let scope = -1;
  lines.forEach((text, line) => {
    const opened = FUNCTION.exec(text);
    if (opened) {
      scope = line;
      into.scopes.set(opened[1]!, line);
      if (text.includes("public")) into.scopes.set("", line);
      return;
    }
    const found = STABLEHLO.exec(text);
    if (!found) return;
    const [whole, name, opcode] = found as unknown as [string, string, string];
    const rest = text.slice(whole.length);
    const type = rest.slice(Math.max(rest.lastIndexOf("->"), rest.lastIndexOf(" : ")));
    const operands = (rest.match(/%[\w.-]+/g) ?? []).filter((operand) => operand !== name);
    const called = opcode === "call" ? (rest.match(/@[\w.-]+/g) ?? []) : [];
    into.add({ line, scope, names: [name], opcode, shapes: shapes(type), operands, called });
  });
}

const EQUATION = /^(\s*)((?:[\w*]+:[\w<>]+\[[\d,]*\](?:\{[^}]*\})? ?)+)= ([a-z][\w-]*)/;
const BINDER = /\{ lambda ;(.*?)\. let/;
const RESULTS = /^\s*in \(?(.*?),?\)? \}/;

/** Reads equations and the jaxprs nested in their parameters, each a scope of its own. */
class JaxprReader {
  private readonly scopes: number[] = [];
  /** Equations whose parameters go on over the next lines, innermost last. */
  private readonly open: { operation: Operation; indentation: number }[] = [];

  constructor(private readonly into: Operations) {}

  read(text: string, line: number): void {
    const equation = EQUATION.exec(text);
    if (equation) return this.equation(text, line, equation);
    const indentation = text.length - text.trimStart().length;
    if (text[indentation] === "]" && this.open.at(-1)?.indentation === indentation) {
      const { operation } = this.open.pop()!;
      this.into.add({ ...operation, operands: variables(text.slice(indentation + 1)) });
    }
    const binder = BINDER.exec(text);
    if (binder) this.enter(binder[1]!, line);
    const results = RESULTS.exec(text);
    if (results) {
      this.add(line, [], "outputs", "", variables(results[1]!.replaceAll(",", " ")));
      this.scopes.pop();
    }
  }

  private equation(text: string, line: number, [whole, space, left, opcode]: RegExpExecArray): void {
    const rest = text.slice(whole.length);
    const operation = this.add(line, variables(left!), opcode!, left!, balanced(rest) ? variables(afterParameters(rest)) : []);
    if (!balanced(rest)) this.open.push({ operation, indentation: space!.length });
  }

  private enter(bound: string, line: number): void {
    const name = this.scopes.length ? `jaxpr ${line}` : "";
    this.into.scopes.set(name, line);
    if (name) this.open.at(-1)?.operation.called.push(name);
    this.scopes.push(line);
    this.add(line, variables(bound), "parameter", bound, []);
  }

  private add(line: number, names: string[], opcode: string, types: string, operands: string[]): Operation {
    const operation = { line, scope: this.scopes.at(-1) ?? 0, names, opcode, shapes: shapes(types), operands, called: [] };
    this.into.add(operation);
    return operation;
  }
}

function parseJaxpr(lines: string[], into: Operations): void {
  const reader = new JaxprReader(into);
  lines.forEach((text, line) => reader.read(text, line));
}

/** Variables in `a:f32[8] b:i32[]` or `a 2.0:f32[] b`; literals are none. */
function variables(text: string): string[] {
  return text.split(/\s+/).map((word) => word.split(":")[0]!).filter((word) => /^[a-z]{1,4}$/.test(word));
}

function balanced(text: string): boolean {
  return text.split("[").length === text.split("]").length;
}

function afterParameters(text: string): string {
  if (!text.startsWith("[")) return text;
  for (let depth = 0, at = 0; at < text.length; at++) {
    if (text[at] === "[") depth++;
    else if (text[at] === "]" && --depth === 0) return text.slice(at + 1);
  }
  return "";
}

const PARSERS: Record<string, Parser> = { hlo: parseHlo, stablehlo: parseStableHlo, jaxpr: parseJaxpr };

const known = new WeakMap<Listing, Operations>();

/** The operations of a listing, read once. */
export function operationsOf(listing: Listing): Operations {
  const found = known.get(listing) ?? new Operations(listing);
  known.set(listing, found);
  return found;
}
