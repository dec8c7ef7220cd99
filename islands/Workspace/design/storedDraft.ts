import type { Content } from "./useDraft.ts";

/** Unsaved work as stored in the browser: what was being edited, and its current content. */
export type StoredDraft = Content & { uid: string; templateId: string | null; name: string; keptAt: number };

const key = "draft";

/** The unsaved work of this person, if the page was closed or failed while editing. */
export function readKeptDraft(uid: string): StoredDraft | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return isKeptDraft(kept) && kept.uid === uid ? kept : null;
  } catch {
    return null;
  }
}

/** Stores it; null deletes it. If storage is full or forbidden, editing goes on without it. */
export function keepDraft(draft: StoredDraft | null): void {
  try {
    if (draft === null) localStorage.removeItem(key);
    else if (draft.keptAt > forgottenAt) localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // See above.
  }
}

let forgottenAt = 0;

/** For logging out: what was typed until now is not put aside by a timer that ends a moment later. */
export function forgetDraft(): void {
  forgottenAt = Date.now();
  keepDraft(null);
}

function isKeptDraft(value: unknown): value is StoredDraft {
  if (typeof value !== "object" || value === null) return false;
  const { uid, name, html } = value as Partial<StoredDraft>;
  return typeof uid === "string" && typeof name === "string" && typeof html === "string";
}
