/** Among the mails that a sender had claimed when it died: all others were not begun. */
export type LeftBehind = {
  /** Their end may have left, and nothing is known of an answer. */
  inDoubt: ReadonlySet<string>;
  /** The server took them, and when. */
  taken: ReadonlyMap<string, number>;
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
  for (const line of text.slice(0, -1).split("\n").slice(1)) {
    const [, what, id = "", at] = lineShape.exec(line) ?? [];
    // Nothing of a line may be believed that nobody wrote like that.
    if (what === undefined || (what === "t") !== (at !== undefined)) return null;
    if (what === "b") inDoubt.add(id);
    else inDoubt.delete(id);
    if (what === "t") taken.set(id, Number(at));
  }
  return { inDoubt, taken };
}

/** The first line of a file: which list it is, and of which boot of the machine. */
export function headOf(run: string, boot: string | null): string {
  return `begun ${boot} ${run}\n`;
}

const lineShape = /^([bnt]) ([^ ]+)(?: (\d{1,16}))?$/;
