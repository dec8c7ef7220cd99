/** "1 lead", "2,000 leads". */
export function amount(count: number, singular: string, plural = `${singular}s`): string {
  return `${grouped(count)} ${count === 1 ? singular : plural}`;
}

export function grouped(count: number): string {
  return count.toLocaleString("en-US");
}

/** "a, b, c and 12 more": a long list never floods the terminal. */
export function boundedList(items: readonly string[], max: number): string {
  const shown = items.slice(0, max).join(", ");
  return items.length > max ? `${shown} and ${grouped(items.length - max)} more` : shown;
}
