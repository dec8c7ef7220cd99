import { useCallback, useSyncExternalStore } from "react";

/** The settings that the browser stores, under the keys that the specification gives (section 9). */
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
  | "editorSides"
  | "singleKeys"
  | "undoSeconds";

/** Storage can be full or forbidden (private windows). A setting that cannot be stored must not stop the work. */
export function readSetting(key: SettingKey): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

const listeners = new Set<() => void>();

/** Stores a setting and tells every component that shows it. An empty value deletes it. */
export function writeSetting(key: SettingKey, value: string): void {
  try {
    if (value === "") localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Only the setting is lost.
  }
  for (const listener of listeners) listener();
}

/** A stored setting and its setter. The first render has "" on both sides, since the server cannot know it. */
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
