import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { textLimits } from "../../../../contract/limits/text.ts";
import { overlayTexts } from "../../../../contract/texts/workspace/overlays.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { isComposed } from "../../../_parts/fields/isComposed.ts";
import { Icon } from "../../../_parts/Icon.tsx";
import { focusIsLost } from "../../../_parts/lostFocus.ts";
import { neighbour } from "../../../_parts/neighbour.ts";
import type { Tab } from "../../tabs.tsx";
import { type Finding, type Found, useFinding } from "./useFinding.ts";

/**
 * Finds whatever has a name and does whatever can be done, by typing (WAI-ARIA, combobox pattern: the field keeps the
 * focus, the marked option is its active descendant). Its pieces are ours, 3 kB: cmdk brings 16 kB with Radix's dialog.
 */
export default function Finder({
  tabs,
  takeTyped,
  onKeys,
  onClose,
}: {
  tabs: readonly Tab[];
  /** What was typed while this was being fetched. */
  takeTyped: () => string;
  onKeys: () => void;
  onClose: () => void;
}) {
  const texts = useTexts(overlayTexts).finder;
  const dialog = useRef<HTMLDialogElement>(null);
  const listId = useId();
  const [text, setText] = useState("");
  const [marked, setMarked] = useState("");
  const finding = useFinding(text, { tabs, onKeys });
  const options = finding.groups.flatMap(({ found }) => found);
  const current = options.find(({ key }) => key === marked) ?? options[0];
  useShown(dialog);
  // The field has the focus now, so what is typed next arrives in it.
  useEffect(() => setText((before) => before + takeTyped()), [takeTyped]);
  useEffect(() => {
    const option = current && document.getElementById(`${listId}-${current.key}`);
    option?.scrollIntoView?.({ block: "nearest" });
  }, [current, listId]);

  // The page knows at once that this is closed, before the browser's own event: a key that follows is heard.
  const leave = () => {
    dialog.current?.close();
    onClose();
  };
  // Closed before it is done: what it opens takes the focus after it was given back.
  const pick = (found: Found) => {
    const element = dialog.current;
    leave();
    found.run();
    // Nothing had it before, and what comes takes none: the next Tab is about what is shown. Until the browser draws
    // again the closed field still counts as what has it.
    if (focusIsLost() || element?.contains(document.activeElement))
      document.querySelector<HTMLElement>(".workspace-content")?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposed(event.nativeEvent)) return;
    const next =
      event.key === "ArrowDown" || event.key === "ArrowUp"
        ? neighbour(event.key, options, current ?? null)
        : undefined;
    if (next !== undefined) setMarked(next.key);
    else if (event.key === "Enter" && current !== undefined) pick(current);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc does the same; a press beside it closes it.
    <dialog
      ref={dialog}
      className="finder-dialog"
      aria-label={texts.title}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && leave()}
    >
      <div className="finder-field">
        <Icon size={16} path="M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM16 16l4.5 4.5" />
        <input
          type="text"
          role="combobox"
          aria-label={texts.title}
          aria-autocomplete="list"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={current === undefined ? undefined : `${listId}-${current.key}`}
          autoComplete="off"
          placeholder={texts.placeholder}
          maxLength={textLimits.searchMax}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setMarked("");
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={listId} role="listbox" aria-label={texts.title} className="finder-list">
        <Groups listId={listId} finding={finding} current={current} onPick={pick} />
      </div>
      <p className="finder-state" role="status">
        {stateOf(finding, text, texts)}
      </p>
      <p className="finder-hint" aria-hidden="true">
        {texts.hint}
      </p>
    </dialog>
  );
}

function stateOf(
  { groups, isSearching, hasFailed }: Finding,
  text: string,
  texts: {
    searching: string;
    failed: string;
    nothing: (text: string) => string;
    found: (count: number) => string;
  },
): string {
  if (hasFailed) return texts.failed;
  if (isSearching) return texts.searching;
  const count = groups.reduce((sum, { total }) => sum + total, 0);
  if (text.trim() === "") return "";
  return count === 0 ? texts.nothing(text.trim()) : texts.found(count);
}

function Groups({
  listId,
  finding,
  current,
  onPick,
}: {
  listId: string;
  finding: Finding;
  current: Found | undefined;
  onPick: (found: Found) => void;
}) {
  return finding.groups.map(({ title, found }) => (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list of options.
    <div key={title} role="group" aria-label={title}>
      <p aria-hidden="true">{title}</p>
      {found.map((one) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys, and keeps the focus.
        <div
          key={one.key}
          id={`${listId}-${one.key}`}
          role="option"
          tabIndex={-1}
          aria-selected={one === current}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(one)}
        >
          <span>{one.label}</span>
          {one.detail ? <span className="finder-detail">{one.detail}</span> : null}
        </div>
      ))}
    </div>
  ));
}

function useShown(dialog: React.RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector("input")?.focus();
    return () => element?.close();
  }, [dialog]);
}
