// Which rows of a list show, in which order, and where each stands: folding, filtering, sorting and wrapping are this.

export class Placing {
  /** Height of all that shows, in rows of one line. */
  readonly height: number;
  private readonly position: Int32Array;
  private readonly tops: Int32Array;

  /**
   * @param total Rows that there are.
   * @param shown Indices of the rows that show, in their order.
   * @param heightOf Lines that a row takes.
   */
  constructor(
    total: number,
    readonly shown: Int32Array,
    heightOf: (row: number) => number = () => 1,
  ) {
    this.position = new Int32Array(total).fill(-1);
    this.tops = new Int32Array(shown.length + 1);
    shown.forEach((row, at) => {
      this.position[row] = at;
      this.tops[at + 1] = this.tops[at]! + heightOf(row);
    });
    this.height = this.tops[shown.length]!;
  }

  /** Where a row stands among those that show; -1 if it does not. */
  positionOf(row: number): number {
    return this.position[row] ?? -1;
  }

  /** Lines above the row at a position. */
  top(position: number): number {
    return this.tops[position]!;
  }

  /** The position of what stands `lines` below the top. */
  at(lines: number): number {
    let low = 0;
    let high = this.shown.length;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.tops[middle]! <= lines) low = middle;
      else high = middle - 1;
    }
    return Math.min(low, Math.max(this.shown.length - 1, 0));
  }
}

/** The rows that show: those of folded blocks do not, nor those that `keeps` drops; `heat` puts the hottest first. */
export function shownRows(
  total: number,
  folded: Iterable<[start: number, end: number]>,
  keeps: ((row: number) => boolean) | null,
  heat: ((row: number) => number) | null,
): Int32Array {
  const hidden = new Uint8Array(total);
  for (const [start, end] of folded) hidden.fill(1, start + 1, end);
  const rows: number[] = [];
  for (let row = 0; row < total; row++) if (!hidden[row] && (keeps === null || keeps(row))) rows.push(row);
  if (heat) rows.sort((a, b) => heat(b) - heat(a) || a - b);
  return Int32Array.from(rows);
}
