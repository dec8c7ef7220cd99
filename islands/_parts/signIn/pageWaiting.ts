import { useEffect } from "react";

/** The page of ours that somebody was sent here from, with what stood behind its #; null where it was none. */
export function pageWaiting(): string | null {
  const { search, hash } = window.location;
  const to = new URLSearchParams(search).get("to");
  return to !== null && /^[a-z]+$/.test(to) ? `/${to}${hash}` : null;
}

/** The address of the sign-in or sign-up page where that page goes on waiting. */
export function stillWaiting(path: string): string {
  return pageWaiting() === null ? path : path + window.location.search + window.location.hash;
}

/** Every link between the two, the header's among them: no server knows what stands behind the #. */
export function useStillWaiting(): void {
  useEffect(() => {
    for (const link of document.querySelectorAll('a[href="/login"], a[href="/signup"]'))
      link.setAttribute("href", stillWaiting(link.getAttribute("href") ?? ""));
  }, []);
}
