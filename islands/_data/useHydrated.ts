import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False in the server's HTML and until React is in charge, then true. Buttons that need script wait for it. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
