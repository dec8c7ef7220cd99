import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useBesideControl } from "../floating/useBesideControl.ts";
import { neighbour } from "../neighbour.ts";
import { FieldFrame, useFieldIds } from "./Field.tsx";
import { isComposed } from "./isComposed.ts";

export type ComboboxOption = { key: string; label: string; detail?: string };

/**
 * A field that finds one of many by typing (WAI-ARIA, combobox pattern, list autocomplete with manual selection).
 * `onSearch` is given what is typed, and its caller passes other options. Leaving the field, or Esc, keeps the choice.
 */
export function Combobox({
  label,
  hint,
  value,
  placeholder = value,
  options,
  state,
  onSearch,
  onPick,
}: {
  label: string;
  hint?: ReactNode;
  /** The text of the choice. */
  value: string;
  /** Shown in the empty field; by default the text of the choice. */
  placeholder?: string;
  options: readonly ComboboxOption[];
  /** Shown below the options: that they are being loaded, or that there are none. */
  state: string;
  onSearch: (text: string) => void;
  onPick: (key: string) => void;
}) {
  const ids = useFieldIds({ hint });
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [marked, setMarked] = useState("");
  const isOpen = typed !== null;
  const current = options.find(({ key }) => key === marked) ?? options[0];

  useBesideControl(list, { control: field });
  useEffect(() => {
    if (!isOpen) return list.current?.hidePopover?.();
    list.current?.showPopover?.();
  }, [isOpen]);
  useEffect(() => {
    const option =
      isOpen && current !== undefined ? document.getElementById(`${listId}-${current.key}`) : null;
    option?.scrollIntoView?.({ block: "nearest" });
  }, [isOpen, current, listId]);

  const open = (text: string) => {
    setTyped(text);
    setMarked("");
    onSearch(text.trim());
  };
  const close = () => setTyped(null);
  const pick = (key: string) => {
    close();
    onPick(key);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposed(event.nativeEvent)) return;
    if (!isOpen) {
      if (event.key === "ArrowDown" || event.key === "ArrowUp") open("");
      else return;
    } else if (event.key === "Escape") close();
    else if (event.key === "Enter" && current !== undefined) pick(current.key);
    else {
      // Home and End move within the text.
      const isMove = event.key === "ArrowDown" || event.key === "ArrowUp";
      const next = isMove ? neighbour(event.key, options, current ?? null) : undefined;
      if (next === undefined) return;
      setMarked(next.key);
    }
    event.preventDefault();
  };

  return (
    <FieldFrame ids={ids} label={label} hint={hint}>
      <input
        ref={field}
        className="input combobox"
        {...ids.control}
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={isOpen && current !== undefined ? `${listId}-${current.key}` : undefined}
        value={typed ?? value}
        placeholder={placeholder}
        onChange={(event) => open(event.target.value)}
        onClick={() => isOpen || open("")}
        onBlur={close}
        onKeyDown={onKeyDown}
      />
      <div ref={list} popover="manual" className="menu combobox-list">
        <div id={listId} role="listbox" aria-label={label}>
          <Options listId={listId} options={options} current={current?.key} onPick={pick} />
        </div>
        {state === "" ? null : (
          <p className="combobox-state" role="status">
            {state}
          </p>
        )}
      </div>
    </FieldFrame>
  );
}

function Options({
  listId,
  options,
  current,
  onPick,
}: {
  listId: string;
  options: readonly ComboboxOption[];
  current: string | undefined;
  onPick: (key: string) => void;
}) {
  return options.map(({ key, label, detail }) => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys, and keeps the focus.
    <div
      key={key}
      id={`${listId}-${key}`}
      role="option"
      tabIndex={-1}
      aria-selected={key === current}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onPick(key)}
    >
      <span>{label}</span>
      {detail === undefined ? null : <span className="combobox-detail">{detail}</span>}
    </div>
  ));
}
