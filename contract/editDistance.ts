type Words = {
  wanted: string;
  known: string;
  /** More is not told apart from still more, and not counted to its end. */
  atMost?: number;
};

/** The Damerau-Levenshtein distance of two words: letters changed, added, left out, or swapped with the next. */
export function editDistance({ wanted, known, atMost = Number.POSITIVE_INFINITY }: Words): number {
  let leastBefore = 0;
  const rows: number[][] = [Array.from({ length: known.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= wanted.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= known.length; column += 1) {
      const differs = wanted[row - 1] === known[column - 1] ? 0 : 1;
      const hasSwapped = wanted[row - 1] === known[column - 2] && wanted[row - 2] === known[column - 1];
      const least = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + differs,
        hasSwapped && row > 1 && column > 1 ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
      rows[row]?.push(least);
    }
    // What comes is built on these two rows, and is never less.
    const leastNow = Math.min(...(rows[row] ?? []));
    if (Math.min(leastBefore, leastNow) > atMost) return leastNow;
    leastBefore = leastNow;
  }
  return at(wanted.length, known.length);
}
