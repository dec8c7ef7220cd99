/** The checkbox or radio button that stands within its label. */
export function boxLabelled(root: ParentNode, label: string): HTMLInputElement {
  const found = [...root.querySelectorAll("label")].find(({ textContent }) => textContent?.trim() === label);
  const box = found?.querySelector("input");
  if (!box) throw new Error(`No box is labelled "${label}"`);
  return box;
}
