import type { RefCallback } from "react";

/** Sets styles through the CSSOM: our policy refuses them in HTML, and React writes them there on the server only. */
export function styled(styles: Record<string, string | undefined>): RefCallback<HTMLElement> {
  return (element) => {
    if (element === null) return;
    for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, value ?? "");
  };
}
