import { type RefObject, useLayoutEffect, useRef } from "react";
import { focusIsLost } from "../../_parts/lostFocus.ts";
import type { TabKey } from "../tabKeys.ts";
import { useAddress } from "./address.ts";

/** All tabs scroll in one place. Each is found again where it was left, and so is the list of campaigns after one of them. */
export function useKeptPlaces(tab: TabKey): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null);
  const places = useRef(new Map<string, number>());
  const [, campaign = ""] = useAddress();
  const view = tab === "campaigns" ? `${tab}/${campaign}` : tab;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is another tab that leaves the focus behind.
  useLayoutEffect(() => {
    // Whoever was in the tab that is hidden now goes on in this one, not at the top of the page.
    if (places.current.size > 0 && (focusIsLost() || document.activeElement?.closest(".panel[hidden]")))
      scroller.current?.focus({ preventScroll: true });
  }, [tab]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const place = places.current.get(view) ?? 0;
    // What is opened from the list begins at its top.
    if (view === "campaigns/")
      for (const left of places.current.keys()) if (left.startsWith(view)) places.current.delete(left);
    places.current.set(view, place);
    return goTo(element, { place, tab, keep: (top) => void places.current.set(view, top) });
  }, [tab, view]);
  return scroller;
}

/** Scrolls there, as soon as what is loaded is high enough, and keeps where somebody scrolls from then on. */
function goTo(
  element: HTMLElement,
  { place, tab, keep }: { place: number; tab: TabKey; keep: (top: number) => void },
): () => void {
  const panel = document.getElementById(`panel-${tab}`);
  let isThere = false;
  let grows: ResizeObserver | undefined;
  const arrive = () => {
    isThere = true;
    grows?.disconnect();
  };
  const go = () => {
    element.scrollTop = place;
    if (element.scrollTop > place - 1) arrive();
  };
  const hear = () => {
    if (isThere) keep(element.scrollTop);
  };
  go();
  if (!isThere && panel !== null) {
    grows = new ResizeObserver(go);
    grows.observe(panel);
  }
  element.addEventListener("scroll", hear, { passive: true });
  // Whoever does something meanwhile is not moved.
  const touches = ["wheel", "touchstart", "pointerdown", "keydown"] as const;
  for (const touch of touches) window.addEventListener(touch, arrive, { passive: true, capture: true });
  return () => {
    arrive();
    element.removeEventListener("scroll", hear);
    for (const touch of touches) window.removeEventListener(touch, arrive, { capture: true });
  };
}
