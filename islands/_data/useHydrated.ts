import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False in the server's HTML and until React has hydrated it, then true. Buttons that need scripts wait for it. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
