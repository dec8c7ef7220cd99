import { clickLimits } from "./limits/clicks.ts";

const ends = new Set([" ", "\t", "\r", "\n", "\f", "\u00a0", '"', "'", "<", ">", "(", ")"]);
const space = "&nbsp;";
/** Behind the host of a web address, or among what an e-mail link brings along. */
const within = /^(?:[a-z]+=)?(?:https?:\/\/[^/?#\\]+[/?#]|mailto:[^?]*\?)/i;

/**
 * Follows a text, of HTML or plain, piece by piece and tells whether it is within a link, behind its host: what is filled
 * in there is a part of the address. Pieces are looked at once, so that a long text takes no more than its length.
 */
export function createLinkRun() {
  const { beginningCharacters } = clickLimits;
  let run = "";
  let known: boolean | null = false;
  return {
    pass(text: string): void {
      let at = text.length;
      while (at > 0 && !ends.has(text[at - 1] ?? "")) at -= 1;
      const spaced = text.lastIndexOf(space);
      if (spaced >= at) at = spaced + space.length;
      if (at === 0 && run.length >= beginningCharacters) return;
      const more = text.slice(at, at + beginningCharacters);
      run = `${at > 0 ? "" : run}${more}`.slice(0, beginningCharacters);
      known = null;
    },
    isWithin(): boolean {
      known ??= within.test(run);
      return known;
    },
  };
}
