import { useCallback, useSyncExternalStore } from "react";

/** Fingers are all there is: nothing can be dropped, and there are no keys to press at once. */
export const touchOnly = "(hover: none) and (pointer: coarse)";

/** Whether the screen matches a media query such as `(width < 45rem)`; false on the server and in the first render. */
export function useMedia(query: string): boolean {
  const listen = useCallback(
    (heard: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener("change", heard);
      return () => media.removeEventListener("change", heard);
    },
    [query],
  );
  return useSyncExternalStore(
    listen,
    () => window.matchMedia(query).matches,
    () => false,
  );
}
