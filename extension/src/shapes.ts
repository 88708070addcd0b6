// Element types and shapes, as the three languages write them.

export interface Shape {
  dtype: string;
  dims: number[];
}

const JAX = /([a-z]\w*(?:<\w+>)?)\[([\d,<=?]*)\]/g;
const TENSOR = /tensor<((?:[\d?]+x)*)([a-z][\w<>]*?)>/g;
const WHOLE_BYTES = 8;

/** The shapes that a text names: `f32[8,4]` of jaxpr and HLO, `tensor<8x4xf32>` of StableHLO. */
export function shapes(text: string): Shape[] {
  if (text.includes("tensor<")) return [...text.matchAll(TENSOR)].map(([, dims, dtype]) => ({ dtype: dtype!, dims: numbers(dims!, "x") }));
  return [...text.matchAll(JAX)].map(([, dtype, dims]) => ({ dtype: dtype!, dims: numbers(dims!, ",") }));
}

/** Where HLO tells the order of axes in memory: `row-major`, `column-major` or the axes, the fastest first. */
export function layout(text: string): string {
  const axes = /\]\{([\d,]+)/.exec(text)?.[1]?.split(",").map(Number) ?? [];
  if (axes.length < 2) return "";
  const falls = axes.every((axis, i) => axis === axes.length - 1 - i);
  return falls ? "row-major" : axes.every((axis, i) => axis === i) ? "column-major" : `fastest axes first: ${axes.join(", ")}`;
}

export function elements({ dims }: Shape): number {
  return dims.reduce((product, length) => product * length, 1);
}

/** Bytes that an array of this shape takes; 0 for what holds no data, such as a token. */
export function bytes(shape: Shape): number {
  return elements(shape) * bytesEach(shape.dtype);
}

/** As JAX writes it: `f32[8,4]`. */
export function written({ dtype, dims }: Shape): string {
  return `${dtype}[${dims.join(",")}]`;
}

function bytesEach(dtype: string): number {
  if (/^(pred|bool|i1)$/.test(dtype)) return 1;
  const bits = Number(/\d+/.exec(dtype)?.[0] ?? 0);
  // A complex number of StableHLO names its parts: complex<f32>.
  return (dtype.startsWith("complex<") ? 2 : 1) * (bits / WHOLE_BYTES);
}

function numbers(text: string, separator: string): number[] {
  return text.split(separator).filter(Boolean).map((part) => Number(part.replace(/\D/g, "")) || 0);
}
