// Written by generate_types.py from jaxlab/model; do not edit.

/** An index into `ReportDocument.spans`. */
export type SpanIndex = number;
/** An index into `ReportDocument.stacks`. */
export type StackIndex = number;
/** A number, or the name of one that JSON has not. */
export type Float = number | "nan" | "inf" | "-inf";

export type LineState = "compiled" | "plain" | "constant" | "optimised away";

/** A stretch of source text. */
export interface Span {
  file: string;
  line: number;
  column: number | null;
  end_line: number;
  end_column: number | null;
  function: string;
}

/** What one run of a cell under a magic did. */
export interface Report {
  magic: string;
  source: SourceText;
  helpers: SourceText[];
  segments: Segment[];
  breaks: Break[];
  diagnostics: Diagnostic[];
  reused: boolean;
  recompiled_because: string;
  device: string;
  versions: Record<string, string>;
  comparison: Comparison | null;
}

/** The text of one cell or module. */
export interface SourceText {
  file: string;
  title: string;
  text: string;
}

/** Statements that were compiled together. */
export interface Segment {
  spans: StackIndex;
  inputs: Argument[];
  outputs: Argument[];
  listings: Record<string, Listing>;
  cost: Cost | null;
  memory: Memory | null;
  passes: Passes | null;
  profile: Profile | null;
}

/** An input or an output of a compiled program. */
export interface Argument {
  name: string;
  aval: Aval;
  bytes: number;
  placement: Placement | null;
  python_type: string;
  position: number | null;
}

/** An abstract value: what is known of an array before it has values. */
export interface Aval {
  dtype: string;
  shape: number[];
}

/** Where one array lives while the compiled program runs. */
export interface Placement {
  sharding: string;
  devices: string[];
  memory_kind: string | null;
  bytes_per_device: number | null;
  mesh: MeshAxis[];
  shards: Shard[];
}

/** An axis of the mesh that devices are arranged in. */
export interface MeshAxis {
  name: string;
  size: number;
}

/** The part of an array that one device holds. */
export interface Shard {
  device: string;
  index: number[][];
}

/** A program in one intermediate representation. */
export interface Listing {
  kind: string;
  lines: ListingLine[];
}

/** A line of a listing. */
export interface ListingLine {
  text: string;
  stacks: StackIndex[];
  is_operation: boolean;
}

/** XLA's cost analysis of one executable. */
export interface Cost {
  flops: Float | null;
  bytes_accessed: Float | null;
  transcendentals: Float | null;
}

/** XLA's memory analysis of one executable, in bytes. */
export interface Memory {
  argument_bytes: number | null;
  output_bytes: number | null;
  temporary_bytes: number | null;
  alias_bytes: number | null;
  peak_bytes: number | null;
}

/** What XLA's passes made of a program, one after the other. */
export interface Passes {
  steps: Pass[];
  lines: ListingLine[];
}

/** The program as one pass of XLA's left it. */
export interface Pass {
  name: string;
  pipeline: string;
  instructions: number;
  runs: number[][];
}

/** Times of a program's instructions. Threads and devices work at once: their sum can be more than the run took. */
export interface Profile {
  runs: number;
  ops: OpTime[];
}

/** Time of one instruction of the optimised HLO, in a run of the program. */
export interface OpTime {
  name: string;
  launches: number;
  total_ns: number;
  own_ns: number;
}

/** A statement that ran as plain Python between compiled segments. */
export interface Break {
  span: SpanIndex;
  line: number;
  reason: string;
  remedy: string;
  array_work: boolean;
}

/** A finding about a cell. */
export interface Diagnostic {
  code: string;
  message: string;
  hint: string;
  span: SpanIndex | null;
}

/** A cell run by several backends on the same inputs. */
export interface Comparison {
  rows: ComparisonRow[];
  tolerance: Float;
  threads: Record<string, number>;
  others_busy: Float | null;
  sweep: Sweep | null;
  is_interrupted: boolean;
}

/** One way of running the cell, measured. */
export interface ComparisonRow {
  backend: string;
  variant: string;
  loops: number;
  peak_bytes: number | null;
  agrees: boolean | null;
  max_abs_error: Float | null;
  bits: number | null;
  is_ranked: boolean;
  note: string;
}

/** A cell compared at several sizes. */
export interface Sweep {
  name: string;
  points: SweepPoint[];
  rebuilt: string[];
  note: string;
}

/** What was measured at one size. */
export interface SweepPoint {
  size: number;
  rows: ComparisonRow[];
}

/** A report as JSON: its timings stand apart, and spans and stacks are held once. */
export interface ReportDocument {
  schema_version: number;
  spans: Span[];
  /** Innermost frame first. */
  stacks: SpanIndex[][];
  report: Report;
}
