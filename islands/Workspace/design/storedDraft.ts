import { screenLimits } from "../../../contract/limits/screen.ts";
import type { Content } from "./useDraft.ts";

/** Unsaved work as stored in the browser: what was being edited, and its current content. */
export type StoredDraft = Content & {
  /** The page that it was made in: each keeps its own, so that no window takes away what another one keeps. */
  page: string;
  uid: string;
  templateId: string | null;
  /** Of the template as it was opened; work of earlier versions of this program has none. */
  version?: number | null;
  name: string;
  keptAt: number;
};

const key = "draft";

/** The newest unsaved work of this person, if a page was closed or failed while editing. */
export function readKeptDraft(uid: string): StoredDraft | null {
  return readAll().find((draft) => draft.uid === uid) ?? null;
}

/** Stores it in place of what the same page stored before. If storage is full or forbidden, editing goes on without it. */
export function keepDraft(draft: StoredDraft): void {
  if (draft.keptAt <= forgottenAt) return;
  const others = readAll().filter(({ page, uid }) => page !== draft.page && uid === draft.uid);
  // The oldest give way to the newest.
  for (let kept = screenLimits.draftsKept; kept > 0; kept -= 1)
    if (store([draft, ...others].slice(0, kept))) return;
}

/** Deletes what this page stored. */
export function dropDraft(page: string): void {
  store(readAll().filter((draft) => draft.page !== page));
}

let forgottenAt = 0;

/**
 * For logging out: what was typed until now is not put aside by a timer that ends a moment later. What else this tab
 * keeps is of leads, too.
 */
export function forgetDraft(): void {
  forgottenAt = Date.now();
  store([]);
  try {
    sessionStorage.clear();
  } catch {
    // Then nothing is kept there.
  }
}

function store(drafts: readonly StoredDraft[]): boolean {
  try {
    if (drafts.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(drafts));
    return true;
  } catch {
    return false;
  }
}

/** All of them, the newest first. */
function readAll(): StoredDraft[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    // Earlier versions of this program kept a single one.
    const all = Array.isArray(kept) ? kept : [{ page: "", ...(kept as object) }];
    return all.filter(isKeptDraft).sort((one, other) => other.keptAt - one.keptAt);
  } catch {
    return [];
  }
}

function isKeptDraft(value: unknown): value is StoredDraft {
  if (typeof value !== "object" || value === null) return false;
  const { page, uid, name, html } = value as Partial<StoredDraft>;
  return [page, uid, name, html].every((each) => typeof each === "string");
}
