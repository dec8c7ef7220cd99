import type { MouseEvent } from "react";
import { Button } from "./Button.tsx";

/**
 * The buttons that turn the pages of a list. Both always stay, and one that leads nowhere is only marked as disabled:
 * otherwise whoever turns to the last page by keyboard would lose the focus with the button.
 */
export function PageTurn({
  words,
  onPrevious,
  onNext,
}: {
  words: { previous: string; next: string };
  /** Null on the first page. */
  onPrevious: (() => void) | null;
  /** Null on the last one. */
  onNext: (() => void) | null;
}) {
  if (onPrevious === null && onNext === null) return null;
  return (
    <div className="actions">
      <Button aria-disabled={onPrevious === null} onClick={turning(onPrevious)}>
        {words.previous}
      </Button>
      <Button aria-disabled={onNext === null} onClick={turning(onNext)}>
        {words.next}
      </Button>
    </div>
  );
}

/** A page is read from its beginning, also where that is out of sight above the buttons. */
function turning(turn: (() => void) | null) {
  return ({ currentTarget }: MouseEvent<HTMLElement>) => {
    turn?.();
    const list = currentTarget.closest(".actions")?.parentElement;
    if (list && list.getBoundingClientRect().top < 0) list.scrollIntoView({ block: "start" });
  };
}

/** The page turns of a list whose pages are named by their cursors; `cursors` are those of the pages after the first. */
export function cursorTurns<Cursor>(
  cursors: readonly Cursor[],
  next: Cursor | null,
  turn: (cursors: Cursor[]) => void,
): { onPrevious: (() => void) | null; onNext: (() => void) | null } {
  return {
    onPrevious: cursors.length === 0 ? null : () => turn(cursors.slice(0, -1)),
    onNext: next === null ? null : () => turn([...cursors, next]),
  };
}
