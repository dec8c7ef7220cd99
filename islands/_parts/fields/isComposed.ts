/**
 * Whether a key belongs to an input method, as for Japanese, and not to the page: it chooses among what is offered, or
 * ends it. Safari tells of the key that ends a composition only afterwards, when `isComposing` is false again; it then
 * has the code of a key that an input method took (UI Events, section 8.3).
 */
export function isComposed(event: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean {
  return event.isComposing || event.keyCode === 229;
}
