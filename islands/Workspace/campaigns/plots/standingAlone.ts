/** The places of those values that have none beside them: a line needs two, so that nothing would be seen of one. */
export function standingAlone(values: readonly (number | null)[]): number[] {
  const isThere = (at: number) => (values[at] ?? null) !== null;
  return [...values.keys()].filter((at) => isThere(at) && !isThere(at - 1) && !isThere(at + 1));
}
