import { useEffect, useState } from "react";
import { headerParts } from "./headerParts.ts";
import { isApple } from "./isApple.ts";

type PersonButton = { button: HTMLButtonElement; place: HTMLElement };

/**
 * The header is the page's, drawn before any script; what its buttons open is the island's. Answers the person's button
 * once somebody has pressed it: from then on it opens its menu by itself.
 */
export function useHeader(onFind: () => void): PersonButton | null {
  const [opened, setOpened] = useState<PersonButton | null>(null);
  useEffect(() => {
    const finder = document.getElementById(headerParts.finder);
    const keys = finder?.querySelector("kbd");
    if (keys && isApple()) keys.textContent = "⌘ K";
    finder?.addEventListener("click", onFind);
    return () => finder?.removeEventListener("click", onFind);
  }, [onFind]);
  useEffect(() => {
    const skip = document.getElementById(headerParts.skip);
    const toPanel = (event: MouseEvent) => {
      // The address says what is shown, and stays as it is.
      event.preventDefault();
      document.querySelector<HTMLElement>(".workspace-content")?.focus({ preventScroll: true });
    };
    skip?.addEventListener("click", toPanel);
    return () => skip?.removeEventListener("click", toPanel);
  }, []);
  useEffect(() => {
    const button = document.getElementById(headerParts.person) as HTMLButtonElement | null;
    const place = document.getElementById(headerParts.menuPlace);
    if (button === null || place === null || opened !== null) return;
    const open = () => setOpened({ button, place });
    const openByKey = (event: KeyboardEvent) => {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      open();
    };
    button.addEventListener("click", open);
    button.addEventListener("keydown", openByKey);
    return () => {
      button.removeEventListener("click", open);
      button.removeEventListener("keydown", openByKey);
    };
  }, [opened]);
  return opened;
}
