import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import { Button, type ButtonProps } from "./Button.tsx";
import { neighbour } from "./neighbour.ts";

export type MenuItem = { key: string; label: string; danger?: boolean; onSelect: () => void };

/**
 * A button that opens a short list of actions, on the native popover: the browser closes it on Esc and on a press
 * elsewhere, and gives the focus back. Arrows, Home and End move inside it (WAI-ARIA, menu button pattern).
 */
export function Menu({
  items,
  children,
  ...button
}: Omit<ButtonProps, "popoverTarget"> & { items: readonly MenuItem[]; children: ReactNode }) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const entries = () => [...(list.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];

  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === "Tab") list.current?.hidePopover();
    const all = entries();
    const next = neighbour(event.key, all, all.find((entry) => entry === document.activeElement) ?? null);
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };

  return (
    <>
      <Button {...button} popoverTarget={id} aria-haspopup="menu">
        {children}
      </Button>
      <div ref={list} id={id} popover="auto" role="menu" tabIndex={-1} className="menu" onKeyDown={move}>
        {items.map(({ key, label, danger, onSelect }, index) => (
          <button
            key={key}
            // The popover itself then focuses the first as it opens, at once: a key pressed right after is its own.
            ref={index === 0 ? markAutofocus : undefined}
            type="button"
            role="menuitem"
            tabIndex={-1}
            data-danger={danger}
            onClick={() => {
              list.current?.hidePopover();
              onSelect();
            }}
          >
            {label}
          </button>
        ))}
      </div>
    </>
  );
}

/** React would call focus() instead of writing the attribute, which is what the browser looks for. */
function markAutofocus(element: HTMLButtonElement | null): void {
  element?.setAttribute("autofocus", "");
}
