/** Types into a field as a person would: React hears the native setter and the event, not the property. */
export function typeInto(element: Element | null, text: string): void {
  if (element === null) throw new Error("There is no such field");
  const prototype = Object.getPrototypeOf(element);
  const setter = Object.getOwnPropertyDescriptor(prototype, "value")?.set;
  setter?.call(element, text);
  const { Event } = window;
  element.dispatchEvent(new Event("input", { bubbles: true }));
  element.dispatchEvent(new Event("change", { bubbles: true }));
}

/** The field that a label names, for those who see the page by its words. */
export function fieldLabelled(root: ParentNode, label: string): HTMLInputElement {
  const found = [...root.querySelectorAll("label")].find(
    (candidate) => candidate.textContent?.trim() === label,
  );
  // A label without the name of its field stands around it.
  const field = found?.htmlFor
    ? root.querySelector<HTMLInputElement>(`[id="${found.htmlFor}"]`)
    : (found?.querySelector("input") ?? null);
  if (field === null) throw new Error(`No field is labelled "${label}"`);
  return field;
}

/** Whether a press on it does nothing, be it with `disabled` or, keeping the focus, with `aria-disabled`. */
export function isRefusing(button: HTMLButtonElement): boolean {
  return button.disabled || button.getAttribute("aria-disabled") === "true";
}

export function buttonNamed(root: ParentNode, name: string): HTMLButtonElement {
  const found = [...root.querySelectorAll("button")].find(
    (candidate) =>
      candidate.title === name ||
      (candidate.getAttribute("aria-label") ?? candidate.textContent)?.trim() === name,
  );
  if (found === undefined) throw new Error(`No button is named "${name}"`);
  return found;
}
