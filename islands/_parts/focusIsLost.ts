/** Whether nothing has the focus: what had it has gone, and the next Tab would begin at the top of the page. */
export function focusIsLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body;
}
