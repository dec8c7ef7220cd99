/**
 * Shares `width` cells among amounts: every amount above zero gets at least one cell, so that a single failure
 * among thousands is seen, and the cells always add up to `width`.
 */
export function barCells(amounts: readonly number[], width: number): number[] {
  const total = amounts.reduce((sum, one) => sum + one, 0);
  if (total === 0) return amounts.map(() => 0);
  const exact = amounts.map((one) => (one * width) / total);
  const cells = exact.map((share, index) => ((amounts[index] ?? 0) > 0 ? Math.max(1, Math.floor(share)) : 0));
  const used = () => cells.reduce((sum, one) => sum + one, 0);
  while (used() < width) {
    const neediest = largest(
      exact.map((share, index) => ((amounts[index] ?? 0) > 0 ? share - (cells[index] ?? 0) : -1)),
    );
    cells[neediest] = (cells[neediest] ?? 0) + 1;
  }
  while (used() > width) {
    const widest = largest(cells);
    cells[widest] = (cells[widest] ?? 0) - 1;
  }
  return cells;
}

function largest(values: readonly number[]): number {
  return values.indexOf(Math.max(...values));
}
