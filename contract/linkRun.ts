import { clickLimits } from "./limits/clicks.ts";

const ends = new Set([" ", "\t", "\r", "\n", "\f", "\u00a0", '"', "<", ">"]);
const space = "&nbsp;";
/** Signs that an address may stand between, and may hold itself. */
const between = /['()]/;
const beginning = /(?:^|['()])(?:[a-z]+=)?(?:https?:\/\/|mailto:|sms:)/i;
/** Behind the host of a web address, or among what a link to a mail or a text message brings along. */
const within =
  /^['()]?(?:[a-z]+=)?(?:https?:\/\/[^/?#\\'()]+[/?#]|mailto:[^?]*\?|sms:[^?&]*(?:\?|&(?:amp;)?))/i;

/** A link of HTML that is not at its end yet. */
const quoted =
  /\bhref\s{0,9}=\s{0,9}(?:"\s{0,9}((?:https?:\/\/|mailto:|sms:)[^"<>]*)|'\s{0,9}((?:https?:\/\/|mailto:|sms:)[^'<>]*))$/i;

/**
 * Follows a text, of HTML or plain, piece by piece and tells whether it is within a link, behind its host: what is filled
 * in there is a part of the address. Pieces are looked at once, so that a long text takes no more than its length.
 */
export function createLinkRun() {
  const { beginningCharacters } = clickLimits;
  let run = "";
  let isAddress = false;
  let known: boolean | null = false;
  /** The one that a link of HTML ends with: before it a space is a part of the address, as in the subject of a mail. */
  let quote = "";
  return {
    pass(text: string): void {
      const link = quoted.exec(text);
      if (link !== null) quote = link[1] === undefined ? "'" : '"';
      else if (quote !== "" && (text.includes(quote) || /[<>]/.test(text))) [quote, run] = ["", ""];
      if (quote !== "") {
        run = (link === null ? run + text : (link[1] ?? link[2] ?? "")).slice(0, beginningCharacters);
        known = null;
        return;
      }
      const at = behindLastEnd(text);
      // What is longer is known by its beginning, unless an address begins behind a sign.
      if (at === 0 && run.length >= beginningCharacters && (isAddress || !between.test(text))) return;
      const joined = `${at > 0 ? "" : run}${text.slice(at)}`;
      const found = beginning.exec(joined);
      isAddress = found !== null;
      const start = found?.index ?? behindLastSign(joined);
      run = joined.slice(start, start + beginningCharacters);
      known = null;
    },
    isWithin(): boolean {
      known ??= within.test(run) && (quote !== "" || !isClosed(run));
      return known;
    },
  };
}

function behindLastEnd(text: string): number {
  let at = text.length;
  while (at > 0 && !ends.has(text[at - 1] ?? "")) at -= 1;
  const spaced = text.lastIndexOf(space);
  return spaced >= at ? spaced + space.length : at;
}

function behindLastSign(text: string): number {
  return Math.max(text.lastIndexOf("'"), text.lastIndexOf("("), text.lastIndexOf(")")) + 1;
}

/** Whether an address in brackets or single quotes has come to its end; those within it come in pairs. */
function isClosed(run: string): boolean {
  const [sign = ""] = run;
  const address = between.test(sign) ? run.slice(1) : run;
  if (sign === "'") return address.includes("'");
  let depth = 0;
  for (const character of address) {
    depth += character === "(" ? 1 : character === ")" ? -1 : 0;
    if (depth < 0) return true;
  }
  return false;
}
