import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";

/** A place that the site's styles do not reach, so that a mail looks as it will elsewhere. */
export function Shadow({
  className,
  styles,
  children,
}: {
  className: string;
  styles: string;
  children: ReactNode;
}) {
  const host = useRef<HTMLDivElement>(null);
  const [root, setRoot] = useState<ShadowRoot | null>(null);
  useLayoutEffect(() => {
    const element = host.current;
    if (element !== null) setRoot(element.shadowRoot ?? element.attachShadow({ mode: "open" }));
  }, []);
  useLayoutEffect(() => {
    if (root === null) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    root.adoptedStyleSheets = [sheet];
  }, [root, styles]);
  return (
    <div ref={host} className={className}>
      {root === null ? null : createPortal(children, root)}
    </div>
  );
}
