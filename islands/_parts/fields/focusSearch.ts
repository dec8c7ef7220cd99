/**
 * Focuses the search field of the list at `element`. The button that shows the whole list again disappears with the message
 * that nothing was found, and the next search is typed where the last one was.
 */
export function focusSearch(element: Element): void {
  const fields = [...document.querySelectorAll<HTMLElement>('input[type="search"]')];
  fields
    .findLast((field) => (field.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0)
    ?.focus();
}
