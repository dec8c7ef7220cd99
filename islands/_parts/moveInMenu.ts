import type { KeyboardEvent } from "react";
import { neighbour } from "./neighbour.ts";

export function entriesOf(menu: Element): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
}

/** Handles the keys in a menu (WAI-ARIA, menu pattern): arrows, Home, End and first letters move, Tab leaves. */
export function moveInMenu(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  if (event.key === "Tab") close();
  const all = entriesOf(event.currentTarget);
  // A letter leads to the next entry that begins with it.
  if (event.key.length === 1 && /\S/.test(event.key) && !event.ctrlKey && !event.metaKey) {
    const from = all.indexOf(document.activeElement as HTMLElement) + 1;
    const letter = event.key.toLowerCase();
    const named = (entry: HTMLElement) => entry.textContent.trim().toLowerCase().startsWith(letter);
    [...all.slice(from), ...all.slice(0, from)].find(named)?.focus();
  }
  const next = neighbour(event.key, all, all.find((entry) => entry === document.activeElement) ?? null);
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
