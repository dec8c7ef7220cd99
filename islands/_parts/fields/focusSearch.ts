/**
 * Gives the focus to the search field that narrows what stands at `element`: the button that shows all of it again goes with
 * the words that nothing was found, and the next word is typed where the last one was.
 */
export function focusSearch(element: Element): void {
  const fields = [...document.querySelectorAll<HTMLElement>('input[type="search"]')];
  fields
    .findLast((field) => (field.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0)
    ?.focus();
}
