import type { RefCallback } from "react";

/**
 * Sets styles through the CSSOM: our content security policy forbids them in HTML, where React writes them on the server.
 */
export function styled(styles: Record<string, string | undefined>): RefCallback<HTMLElement> {
  return (element) => {
    if (element === null) return;
    for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, value ?? "");
  };
}
