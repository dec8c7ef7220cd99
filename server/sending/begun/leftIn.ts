/** Among the mails that a sender had claimed when it died: all others were not begun. */
export type LeftBehind = {
  /** Their end may have left, and nothing is known of an answer. */
  inDoubt: ReadonlySet<string>;
  /** The server took them, and when. */
  taken: ReadonlyMap<string, number>;
  /** Which were being composed when processes ended, this one or ones before it, and how many of them: it may be their doing. */
  died: ReadonlyMap<string, number>;
};

/** Reads a list back; null where it is missing, torn, not what it should be, or another one than is asked for. */
export function leftIn(
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
    // Nothing of a line may be believed that nobody wrote like that.
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
  // One at a time is, so no other can have done it.
  if (composing !== null) died.set(composing, (died.get(composing) ?? 0) + 1);
  return { inDoubt, taken, died };
}

/** The first line of a file: which list it is, and of which boot of the machine. */
export function headOf(run: string, boot: string | null): string {
  return `begun ${boot} ${run}\n`;
}

const lineShape = /^([bntpcd]) ([^ ]+)(?: (\d{1,16}))?$/;
