import { type ReactNode, useEffect, useRef, useState } from "react";

type WhenSeenProps = {
  /** The class of the placeholder, which is as tall as the content, so that nothing below it moves. */
  className: string;
  children: ReactNode;
};

/** Content that is loaded once its place is scrolled near, since a list may have fifty of them. */
export function WhenSeen({ className, children }: WhenSeenProps) {
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
    <div ref={place} className={className}>
      {seen ? children : null}
    </div>
  );
}
