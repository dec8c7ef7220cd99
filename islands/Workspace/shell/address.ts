import { useSyncExternalStore } from "react";

/** What stands in the address behind the "#", part by part: the tab, and what is shown in it. */
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

/** Goes there, with an entry in the history, so that Back returns. */
export function goTo(...parts: readonly string[]): void {
  window.location.hash = addressOf(...parts);
}

export function hearAddress(listener: () => void): () => void {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
}

export const currentHash = (): string => window.location.hash.slice(1);

function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
