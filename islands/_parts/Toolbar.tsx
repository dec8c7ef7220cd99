import { type ComponentProps, type KeyboardEvent, useLayoutEffect, useRef } from "react";
import { neighbour } from "./neighbour.ts";

/**
 * Buttons in a row that are one stop for Tab; arrows, Home and End move between them (WAI-ARIA, toolbar pattern). Tab enters
 * it at the button that was used last, or else at the one that is in the pressed state, or else at the first.
 */
export function Toolbar({ children, ...rest }: ComponentProps<"div"> & { "aria-label": string }) {
  const bar = useRef<HTMLDivElement>(null);
  const last = useRef<Element | null>(null);
  const enter = () => {
    const all = buttonsIn(bar.current);
    const used = all.find((button) => button === last.current);
    const way = used ?? all.find((button) => button.ariaPressed === "true") ?? all[0];
    for (const button of all) button.tabIndex = button === way ? 0 : -1;
  };
  // Every render may change which buttons there are.
  useLayoutEffect(enter);

  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === "ArrowUp" || event.key === "ArrowDown") return;
    const all = buttonsIn(bar.current);
    const next = neighbour(event.key, all, all.find((button) => button === event.target) ?? null);
    // A menu that is open above it has keys of its own.
    if (next === undefined || !all.some((button) => button === event.target)) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <div
      ref={bar}
      role="toolbar"
      onKeyDown={move}
      onFocus={({ target }) => {
        if (!buttonsIn(bar.current).some((button) => button === target)) return;
        last.current = target;
        enter();
      }}
      {...rest}
    >
      {children}
    </div>
  );
}

/** The visible ones, without those inside their menus. */
function buttonsIn(bar: HTMLElement | null): HTMLElement[] {
  return [...(bar?.querySelectorAll<HTMLElement>("button:not([popover] button, [inert] button)") ?? [])];
}
