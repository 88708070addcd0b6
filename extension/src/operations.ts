// What each line of a program says: what it defines, from which values, by which operation. One parser a language.
import { append } from "./link";
import type { Listing } from "./report";
import { layout, shapes, type Shape } from "./shapes";

/** The parts of an operation's text that are read when someone asks: a large program has a hundred thousand of them. */
interface Parts {
  type: string;
  operands(): string[];
  called?(): string[];
}

export class Operation {
  private known: { shapes?: Shape[]; operands?: string[]; called?: string[] } = {};

  constructor(
    /** Index of its line in the listing. */
    readonly line: number,
    /** Index of the line that opens its computation or function; values of another scope are others. */
    readonly scope: number,
    /** The values it defines, such as `%add.1` or `e`. */
    readonly names: string[],
    /** Without a dialect's prefix: `add`, `dot_general`, `fusion`. */
    readonly opcode: string,
    private readonly parts: Parts,
  ) {}

  get shapes(): Shape[] {
    return (this.known.shapes ??= shapes(this.parts.type));
  }

  /** How its elements lie in memory, where the type says so. */
  get layout(): string {
    return layout(this.parts.type);
  }

  get operands(): string[] {
    return (this.known.operands ??= this.parts.operands());
  }

  /** Names of the computations that it calls. */
  get called(): string[] {
    return (this.known.called ??= this.parts.called?.() ?? []);
  }
}

/** The operations of a listing, with ways from each to those around it. */
export class Operations {
  readonly at = new Map<number, Operation>();
  /** Lines that open a computation, by its name; the entry's name is empty as well. */
  readonly scopes = new Map<string, number>();
  /** What a computation of HLO results in, by its line. */
  readonly roots = new Map<number, Operation>();
  private readonly scoped = new Map<number, Operation[]>();
  private readonly indices = new Map<number, Index>();

  constructor(listing: Listing) {
    PARSERS[listing.kind]?.(listing.lines.map((line) => line.text), this);
  }

  add(operation: Operation): Operation {
    this.at.set(operation.line, operation);
    append(this.scoped, operation.scope, operation);
    return operation;
  }

  /** The operations that define what this one uses, in the order of its operands; null where one is not in sight. */
  operands({ scope, operands }: Operation): (Operation | null)[] {
    const { defined } = this.indexOf(scope);
    return operands.map((name) => defined.get(name) ?? null);
  }

  users({ scope, names }: Operation): Operation[] {
    const { used } = this.indexOf(scope);
    return names.flatMap((name) => used.get(name) ?? []);
  }

  /** The operations of the computation that opens at `scope`, in their order. */
  within(scope: number): Operation[] {
    return this.scoped.get(scope) ?? [];
  }

  private indexOf(scope: number): Index {
    const index = this.indices.get(scope) ?? makeIndex(this.within(scope));
    this.indices.set(scope, index);
    return index;
  }
}

/** The operations of one scope by the names that they define and use. */
interface Index {
  defined: Map<string, Operation>;
  used: Map<string, Operation[]>;
}

function makeIndex(operations: Operation[]): Index {
  const index: Index = { defined: new Map(), used: new Map() };
  for (const operation of operations) {
    for (const name of operation.names) index.defined.set(name, operation);
    for (const name of new Set(operation.operands)) append(index.used, name, operation);
  }
  return index;
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
    const from = whole.length;
    const operation = into.add(
      new Operation(line, scope, [name], opcode, {
        type,
        operands: () => text.slice(from, closing(text, from)).match(/%[\w.-]+/g) ?? [],
        called: () => [...text.slice(closing(text, from)).matchAll(CALLED)].flatMap(([, names]) => names!.match(/%?[\w.-]+/g) ?? []),
      }),
    );
    if (whole.trimStart().startsWith("ROOT ")) into.roots.set(scope, operation);
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
    into.add(
      new Operation(line, scope, [name], opcode, {
        type: rest.slice(Math.max(rest.lastIndexOf("->"), rest.lastIndexOf(" : "))),
        operands: () => (rest.match(/%[\w.-]+/g) ?? []).filter((operand) => operand !== name),
        called: () => (opcode === "call" ? (rest.match(/@[\w.-]+/g) ?? []) : []),
      }),
    );
  });
}

const EQUATION = /^(\s*)((?:[\w*]+:[\w<>]+\[[\d,]*\](?:\{[^}]*\})? ?)+)= ([a-z][\w-]*)/;
const BINDER = /\{ lambda ;(.*?)\. let/;
const RESULTS = /^\s*in \(?(.*?),?\)? \}/;

/** An equation whose parameters go on over the next lines: its operands come at their end. */
interface Open {
  indentation: number;
  operands: string[];
  called: string[];
}

/** Reads equations and the jaxprs nested in their parameters, each a scope of its own. */
class JaxprReader {
  private readonly scopes: number[] = [];
  private readonly open: Open[] = [];

  constructor(private readonly into: Operations) {}

  read(text: string, line: number): void {
    const equation = EQUATION.exec(text);
    if (equation) return this.equation(text, line, equation);
    const indentation = text.length - text.trimStart().length;
    if (text[indentation] === "]" && this.open.at(-1)?.indentation === indentation) {
      this.open.pop()!.operands.push(...variables(text.slice(indentation + 1)));
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
    const isWhole = balanced(rest);
    const open: Open = { indentation: space!.length, operands: isWhole ? variables(afterParameters(rest)) : [], called: [] };
    this.add(line, variables(left!), opcode!, left!, open.operands, open.called);
    if (!isWhole) this.open.push(open);
  }

  private enter(bound: string, line: number): void {
    const name = this.scopes.length ? `jaxpr ${line}` : "";
    this.into.scopes.set(name, line);
    if (name) this.open.at(-1)?.called.push(name);
    this.scopes.push(line);
    this.add(line, variables(bound), "parameter", bound, []);
  }

  private add(line: number, names: string[], opcode: string, type: string, operands: string[], called: string[] = []): void {
    this.into.add(new Operation(line, this.scopes.at(-1) ?? 0, names, opcode, { type, operands: () => operands, called: () => called }));
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
