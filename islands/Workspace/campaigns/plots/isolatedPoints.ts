/** The indexes of values without a neighbour: a line needs two points, so these would be invisible. */
export function isolatedPoints(values: readonly (number | null)[]): number[] {
  const isThere = (at: number) => (values[at] ?? null) !== null;
  return [...values.keys()].filter((at) => isThere(at) && !isThere(at - 1) && !isThere(at + 1));
}
