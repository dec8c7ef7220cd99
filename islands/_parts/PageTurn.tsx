import { Button } from "./Button.tsx";

/**
 * Turns the pages of a list. Both buttons stay where they are, and what leads nowhere is only said not to: whoever turns to
 * the last page by keyboard would lose the focus with the button that was pressed.
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
      <Button aria-disabled={onPrevious === null} onClick={onPrevious ?? undefined}>
        {words.previous}
      </Button>
      <Button aria-disabled={onNext === null} onClick={onNext ?? undefined}>
        {words.next}
      </Button>
    </div>
  );
}

/** The ways of a list whose pages are named by where each begins: `cursors` are those of the pages behind the first. */
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
