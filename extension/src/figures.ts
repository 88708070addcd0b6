// Figures as a person reads them, as views/rows.py writes them.

/** Three digits and a power of a thousand: `250 M`. */
export function count(value: number): string {
  return scaled(value, ["", "k", "M", "G", "T", "P"]);
}

/** Three digits and a decimal unit: `2 MB`. */
export function size(value: number): string {
  return scaled(value, ["B", "kB", "MB", "GB", "TB", "PB"]);
}

/** Nanoseconds as two digits and a unit: `2.1 ms`. */
export function duration(ns: number): string {
  const [unit, scale] = ([["s", 1e9], ["ms", 1e6], ["µs", 1e3]] as const).find(([, each]) => ns >= each) ?? ["ns", 1];
  const value = ns / scale;
  return `${value >= 10 ? Math.round(value) : Number(value.toPrecision(2))} ${unit}`;
}

function scaled(value: number, units: string[]): string {
  let unit = 0;
  while (unit < units.length - 1 && Number(value.toPrecision(3)) >= 1000) {
    value /= 1000;
    unit++;
  }
  return `${Number(value.toPrecision(3))} ${units[unit]}`.trimEnd();
}
