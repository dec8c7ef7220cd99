import { memo, useLayoutEffect, useRef } from "react";
import { drawnHtml } from "./drawnHtml.ts";

/** Foreign HTML on the canvas. It is drawn anew only when it has changed. */
export const Drawn = memo(function Drawn({ html }: { html: string }) {
  const holder = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    holder.current?.replaceChildren(drawnHtml(html));
  }, [html]);
  return <div ref={holder} />;
});
