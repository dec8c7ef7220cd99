/**
 * Inserts a merge field into a value, at the cursor of its input or in place of the selection there; otherwise at the end.
 */
export function withMergeField(value: string, field: string, input: HTMLInputElement | null): string {
  const start = input?.selectionStart ?? value.length;
  const end = input?.selectionEnd ?? start;
  return `${value.slice(0, start)}{{${field}}}${value.slice(end)}`;
}
