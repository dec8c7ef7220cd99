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
  let run = "";
  return {
    pass(text: string): void {
      let at = text.length;
      while (at > 0 && !ends.has(text[at - 1] ?? "")) at -= 1;
      // Whether it is a link is told by how it begins.
      run = `${at > 0 ? "" : run}${text.slice(at, at + clickLimits.urlCharactersMax)}`;
      const spaced = run.lastIndexOf(space);
      if (spaced !== -1) run = run.slice(spaced + space.length);
      run = run.slice(0, clickLimits.urlCharactersMax);
    },
    isWithin: (): boolean => within.test(run),
  };
}
