import { begunLimits } from "../../../contract/limits/sending.ts";

/** Among the mails that a sender had claimed when it died: all others were not begun. */
export type LeftBehind = {
  /** Their end may have left, and nothing is known of an answer. */
  inDoubt: ReadonlySet<string>;
  /** The server took them, and when. */
  taken: ReadonlyMap<string, number>;
  /** At which processes ended, this one or ones before it, and how many of them: it may be that mail's doing. */
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
  const prepared = new Set<string>();
  const composed = new Set<string>();
  for (const line of text.slice(0, -1).split("\n").slice(1)) {
    const [, what, id = "", at] = lineShape.exec(line) ?? [];
    // Nothing of a line may be believed that nobody wrote like that.
    if (what === undefined || (what === "t" || what === "d") !== (at !== undefined)) return null;
    if (what === "d") died.set(id, Number(at));
    else if (what === "p") {
      prepared.add(id);
      composed.delete(id);
    } else if (what === "c") composed.add(id);
    else {
      prepared.delete(id);
      composed.delete(id);
      died.delete(id);
      if (what === "b") inDoubt.add(id);
      else inDoubt.delete(id);
      if (what === "t") taken.set(id, Number(at));
    }
  }
  // Where one was being composed it is that one's doing. Else it may be any's that waited, and most likely none's: the same
  // mails wait for a connection first thing after every start.
  const composing = prepared.difference(composed);
  const [blamed, share] = composing.size > 0 ? [composing, 1] : [prepared, begunLimits.waitingShare];
  for (const id of blamed) died.set(id, (died.get(id) ?? 0) + share);
  return { inDoubt, taken, died };
}

/** The first line of a file: which list it is, and of which boot of the machine. */
export function headOf(run: string, boot: string | null): string {
  return `begun ${boot} ${run}\n`;
}

const lineShape = /^([bntpcd]) ([^ ]+)(?: (\d{1,16}(?:\.\d{1,2})?))?$/;
