import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { SkeletonRows } from "../../_parts/SkeletonRows.tsx";

/** A part that is loaded, and asked for, once its place has come near: a list may have fifty of them. */
export function WhenSeen({ rows, children }: { rows: number; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null || seen) return;
    const observer = new IntersectionObserver(
      (entries) => setSeen((before) => before || entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: "200px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [seen]);
  return (
    <div ref={place}>
      {seen ? <Suspense fallback={<SkeletonRows rows={rows} />}>{children}</Suspense> : null}
    </div>
  );
}
