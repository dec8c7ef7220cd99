import { useSyncExternalStore } from "react";

/** The parts of the URL after the "#": the tab, and what is shown in it. */
export function useAddress(): readonly string[] {
  return readAddress(useSyncExternalStore(hearAddress, currentHash, () => ""));
}

export function readAddress(hash: string): readonly string[] {
  return hash.split("/").map((part) => decodedPart(part));
}

/** The address of something in a tab, as a link has it: "#campaigns/<id>". */
export function addressOf(...parts: readonly string[]): string {
  return `#${parts.map(encodeURIComponent).join("/")}`;
}

/** Navigates there with a history entry, so that Back returns; false if the current view prevents that. */
export function goTo(...parts: readonly string[]): boolean {
  const address = addressOf(...parts);
  if (holdUp?.(address.slice(1)) === true) return false;
  if (window.location.hash !== address) window.location.hash = address;
  return true;
}

type HoldUp = (hash: string) => boolean;
let holdUp: HoldUp | null = null;

/**
 * What is shown may want to be asked before somebody leaves it, by a press in the page, a link or the Back button.
 * `ask` is told the address and answers whether it is held up. Answers what takes that back.
 */
export function holdUpLeaving(ask: HoldUp): () => void {
  const hear = (event: HashChangeEvent) => {
    if (!ask(currentHash())) return;
    // Before the workspace hears of it, which would take away what is shown.
    event.stopImmediatePropagation();
    history.pushState(null, "", new URL(event.oldURL).hash);
  };
  holdUp = ask;
  window.addEventListener("hashchange", hear, true);
  return () => {
    holdUp = null;
    window.removeEventListener("hashchange", hear, true);
  };
}

function hearAddress(listener: () => void): () => void {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
}

const currentHash = (): string => window.location.hash.slice(1);

function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
