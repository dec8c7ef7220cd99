import { useCallback, useSyncExternalStore } from "react";

/** What the browser remembers, under the keys that the specification names (section 9). */
export type SettingKey =
  | "uid"
  | "theme"
  | "collection"
  | "activeTab"
  | "site"
  | "leadColumns"
  | "leadOrder"
  | "sidebar"
  | "templateOrder"
  | "editorSides";

/** Storage can be full or forbidden (private windows); a setting that is not kept must not stop the work. */
export function readSetting(key: SettingKey): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

const listeners = new Set<() => void>();

/** Keeps a setting and tells every component that shows it; an empty value forgets it. */
export function writeSetting(key: SettingKey, value: string): void {
  try {
    if (value === "") localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Nothing is lost but the memory of it.
  }
  for (const listener of listeners) listener();
}

/** A remembered setting and its setter. The first render has "" on both sides, since the server cannot know. */
export function useSetting(key: SettingKey): [string, (value: string) => void] {
  const value = useSyncExternalStore(
    subscribe,
    () => readSetting(key),
    () => "",
  );
  return [value, useCallback((next: string) => writeSetting(key, next), [key])];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // The storage event comes from other tabs only.
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}
