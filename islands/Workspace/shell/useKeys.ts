import { useEffect, useRef } from "react";
import { readSetting } from "../../_data/setting.ts";
import { isComposed } from "../../_parts/fields/isComposed.ts";

export type Keys = {
  /** Ctrl+K, or Cmd+K: find or do. */
  onFind: () => void;
  /** "?": the list of keys. */
  onHelp: () => void;
};

/**
 * The keys of the whole workspace. None of them is heard while somebody types, or over a dialog. Those that are a single
 * character can be turned off (WCAG 2.1.4): who speaks to a computer, or whose hand shakes, sends them by accident.
 */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isComposed(event) || isTypedIn(event.target)) return;
      if (document.querySelector("dialog[open], .workspace[inert]") !== null) return;
      const hasCommand = event.ctrlKey || event.metaKey;
      const isPlain = !hasCommand && !event.altKey && readSetting("singleKeys") !== "off";
      const isFind = event.key.toLowerCase() === "k" && hasCommand && !event.altKey && !event.shiftKey;
      if (isFind) latest.current.onFind();
      else if (event.key === "?" && isPlain) latest.current.onHelp();
      else if (event.key !== "/" || !isPlain || !focusSearch()) return;
      event.preventDefault();
    };
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, []);
}

/** Boxes that are ticked and buttons take no letters; every other field does, and so does an editor. */
function isTypedIn(target: EventTarget | null): boolean {
  const element = target as HTMLElement | null;
  if (element?.closest?.("[contenteditable]:not([contenteditable=false]), textarea, select, iframe"))
    return true;
  return element?.matches?.("input:not([type=checkbox], [type=radio], [type=button], [type=file])") ?? false;
}

/** The first search of the panel that is shown. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>(".panel:not([hidden]) [type=search]");
  field?.focus();
  field?.select();
  return field !== null;
}
