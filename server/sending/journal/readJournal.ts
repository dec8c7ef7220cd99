/** What a journal says of the mails that a sender had claimed when it died. The others had not begun. */
export type LeftBehind = {
  /** Their end may have left, and no answer is known. */
  inDoubt: ReadonlySet<string>;
  /** When the server accepted them. */
  taken: ReadonlyMap<string, number>;
  /** Mails that were being composed when this sender or earlier ones died, and how many did: the mail may be to blame. */
  died: ReadonlyMap<string, number>;
};

/** Reads a journal's file. Null if it is missing, torn, malformed, of another boot or not the one that is asked for. */
export function readJournal(
  text: string | null,
  { run, boot }: { run: string; boot: string | null },
): LeftBehind | null {
  if (text === null || boot === null || !text.startsWith(headOf(run, boot)) || !text.endsWith("\n"))
    return null;
  const inDoubt = new Set<string>();
  const taken = new Map<string, number>();
  const died = new Map<string, number>();
  let composing: string | null = null;
  for (const line of text.slice(0, -1).split("\n").slice(1)) {
    const [, what, id = "", at] = lineShape.exec(line) ?? [];
    // The journal never writes such a line, so the file cannot be trusted.
    if (what === undefined || (what === "t" || what === "d") !== (at !== undefined)) return null;
    if (what === "d") died.set(id, Number(at));
    else if (what === "p") composing = id;
    else {
      if (composing === id) composing = null;
      died.delete(id);
      if (what === "c") continue;
      if (what === "b") inDoubt.add(id);
      else inDoubt.delete(id);
      if (what === "t") taken.set(id, Number(at));
    }
  }
  // Mails are composed one at a time then, so no other can be to blame.
  if (composing !== null) died.set(composing, (died.get(composing) ?? 0) + 1);
  return { inDoubt, taken, died };
}

/** The first line of the file: which journal it is, and of which boot of the machine. */
export function headOf(run: string, boot: string | null): string {
  return `begun ${boot} ${run}\n`;
}

const lineShape = /^([bntpcd]) ([^ ]+)(?: (\d{1,16}))?$/;
