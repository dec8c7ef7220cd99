import { type RefObject, useEffect, useRef } from "react";
import { designLimits } from "../../../../../contract/limits/design.ts";
import { rememberAlt } from "./uploadImage.ts";

/**
 * Keeps what was said of a picture, once nobody has typed for a moment or another block is chosen. That it could not
 * be kept is no reason to disturb: the mail itself has the words.
 */
export function useRememberedAlt({ url, alt }: { url: string; alt: string }): void {
  const pending = useRef<{ url: string; alt: string } | null>(null);
  const seen = useRef({ url, alt });
  useEffect(() => {
    const before = seen.current;
    seen.current = { url, alt };
    // Another picture brings its own words; only typing changes them for the same one.
    if (before.url !== url || before.alt === alt || alt === "") return;
    pending.current = { url, alt };
    const timer = setTimeout(() => flush(pending), designLimits.autosaveMs);
    return () => clearTimeout(timer);
  }, [url, alt]);
  useEffect(() => () => flush(pending), []);
}

function flush(pending: RefObject<{ url: string; alt: string } | null>): void {
  const said = pending.current;
  pending.current = null;
  if (said !== null) rememberAlt(said).catch(() => {});
}
