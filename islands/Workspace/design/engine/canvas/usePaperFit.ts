import { type RefCallback, useCallback } from "react";

/** What stands free beside the paper on each side: a row's handle has its place there. */
const gutterPx = 34;
/** Without room for that, handles lie on the mail. */
const narrowPx = 400;
const narrowGutterPx = 6;
const fitMin = 0.4;

/**
 * Makes the paper smaller where there is no room for all of it, as `--fit`: a mail keeps its width and its lines, and
 * is never squeezed into what it is not. For an element within a shadow root, whose host is what there is room in.
 */
export function usePaperFit(paperPx: number): RefCallback<HTMLElement> {
  return useCallback(
    (element) => {
      const root = element?.getRootNode();
      if (!element || !(root instanceof ShadowRoot)) return;
      const { host } = root;
      const fit = () => {
        const isNarrow = host.clientWidth < narrowPx;
        const gutter = isNarrow ? narrowGutterPx : gutterPx;
        const share = Math.min(1, (host.clientWidth - 2 * gutter) / paperPx);
        element.style.setProperty("--fit", String(Math.max(fitMin, Math.floor(share * 1000) / 1000)));
        element.style.setProperty("--gutter", `${gutter}px`);
        element.toggleAttribute("data-narrow", isNarrow);
      };
      fit();
      const observer = new ResizeObserver(fit);
      observer.observe(host);
      return () => observer.disconnect();
    },
    [paperPx],
  );
}
