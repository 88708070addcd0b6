// Figures as a person reads them, as views/rows.py writes them.

/** Three digits and a power of a thousand: `250 M`. */
export function count(value: number): string {
  return scaled(value, ["", "k", "M", "G", "T", "P"]);
}

/** Three digits and a decimal unit: `2 MB`. */
export function size(value: number): string {
  return scaled(value, ["B", "kB", "MB", "GB", "TB", "PB"]);
}

function scaled(value: number, units: string[]): string {
  let unit = 0;
  while (unit < units.length - 1 && Number(value.toPrecision(3)) >= 1000) {
    value /= 1000;
    unit++;
  }
  return `${Number(value.toPrecision(3))} ${units[unit]}`.trimEnd();
}
