import { type ReactNode, useId, useRef } from "react";
import { Button, type ButtonProps } from "./Button.tsx";
import { useBesideControl } from "./floating/useBesideControl.ts";
import { moveInMenu } from "./moveInMenu.ts";

export type MenuItem = {
  key: string;
  label: string;
  danger?: boolean;
  /** For a choice of several of which one is active. */
  checked?: boolean;
  /** Draws a line above it, because a different group begins. */
  begins?: boolean;
  /** Shown at its end: a keyboard shortcut, or a number. */
  aside?: ReactNode;
  /** Where it leads. An entry with an address can be opened in another tab. */
  href?: string;
  onSelect?: () => void;
};

/**
 * A button that opens a short list of actions, on the native popover: the browser closes it on Esc and on a press
 * elsewhere, and returns the focus. Arrows, Home and End move inside it (WAI-ARIA, menu button pattern).
 */
export function Menu({
  items,
  children,
  ...button
}: Omit<ButtonProps, "popoverTarget"> & { items: readonly MenuItem[]; children: ReactNode }) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useBesideControl(list);
  return (
    <>
      <Button {...button} popoverTarget={id} aria-haspopup="menu">
        {children}
      </Button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        className="menu"
        onKeyDown={(event) => moveInMenu(event, () => list.current?.hidePopover())}
      >
        {items.map((item, index) => (
          <Entry
            key={item.key}
            item={item}
            // The popover itself then focuses the first entry as it opens, so that a key pressed right afterwards reaches
            // it.
            mark={index === 0 ? markAutofocus : undefined}
            onDone={() => list.current?.hidePopover()}
          />
        ))}
      </div>
    </>
  );
}

function Entry({
  item: { label, danger, checked, begins, aside, href, onSelect },
  mark,
  onDone,
}: {
  item: MenuItem;
  mark: ((element: HTMLElement | null) => void) | undefined;
  onDone: () => void;
}) {
  const Kind = href === undefined ? "button" : "a";
  return (
    <Kind
      ref={mark}
      {...(href === undefined ? { type: "button" as const } : { href })}
      role={checked === undefined ? "menuitem" : "menuitemradio"}
      aria-checked={checked}
      tabIndex={-1}
      data-danger={danger}
      data-begins={begins}
      onClick={() => {
        onDone();
        onSelect?.();
      }}
    >
      {label}
      {aside === undefined ? null : <span className="menu-aside">{aside}</span>}
    </Kind>
  );
}

/** React would call focus() instead of writing the attribute, which is what the browser looks for. */
function markAutofocus(element: HTMLElement | null): void {
  element?.setAttribute("autofocus", "");
}
