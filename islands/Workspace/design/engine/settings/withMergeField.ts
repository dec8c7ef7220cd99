/** A value with a merge field where the cursor of its input is, in place of what is selected there; else at its end. */
export function withMergeField(value: string, field: string, input: HTMLInputElement | null): string {
  const start = input?.selectionStart ?? value.length;
  const end = input?.selectionEnd ?? start;
  return `${value.slice(0, start)}{{${field}}}${value.slice(end)}`;
}
