import { QuoteType, Tokenizer } from "htmlparser2";
import { clickLimits } from "../../../contract/limits/clicks.ts";
import { htmlLimits } from "../../../contract/limits/html.ts";
import { type CustomNames, mergeFieldRanges } from "../../../contract/mergeFields.ts";
import { atOnce } from "../../core/inSlices.ts";

/** The position of a URL in a mail's HTML, without its quotes, and the URL itself with its entities decoded. */
export type FoundLink = { start: number; end: number; url: string };

/**
 * The web links that a reader of this HTML can follow, in document order: of `a` and `area`, and of the VML shapes that
 * Outlook shows in their place. `ownOrigin` is the installation's: its own links are left out, as are mailto, tel,
 * anchors, and whatever becomes a URL only once a merge field is filled in. It yields where other work may be given a
 * turn.
 */
export function* findingLinks(
  html: string,
  { ownOrigin, custom }: { ownOrigin: string; custom?: CustomNames | undefined },
): Generator<void, FoundLink[]> {
  const found: FoundLink[] = [];
  yield* scan({ html, from: 0, found, depth: 0 });
  const fields = mergeFieldRanges(html, custom);
  let first = 0;
  return found.flatMap((link) => {
    while ((fields[first]?.end ?? Number.POSITIVE_INFINITY) <= link.start) first += 1;
    // A field's fallback may hold a link of its own; cutting there would break the field.
    for (let at = first; (fields[at]?.start ?? link.end) < link.end; at += 1) {
      const { start, end } = fields[at] ?? link;
      if (start < link.start || end > link.end) return [];
    }
    const url = link.url.trim();
    return isCounted(url, ownOrigin) ? [{ ...link, url }] : [];
  });
}

/**
 * Whether a URL, as it stands in a template, is a web link whatever its merge fields are filled with: fields may come
 * only after the host, so that a lead's values can never choose the server that a link goes to.
 */
function isCounted(url: string, ownOrigin: string): boolean {
  if (url.length > clickLimits.urlCharactersMax) return false;
  const authority = /^https?:\/\/([^/?#\\]*)/i.exec(url)?.[1];
  if (authority === undefined || /\{\{|\}\}/.test(authority)) return false;
  // An unsubscribe link always goes straight to its page, wherever in the URL its field stands.
  if (/\{\{\s*unsubscribeUrl\b/.test(url)) return false;
  try {
    return new URL(url).origin !== ownOrigin;
  } catch {
    return false;
  }
}

type Scan = {
  html: string;
  /** Where `html` begins in the whole mail. */
  from: number;
  found: FoundLink[];
  depth: number;
};

/** One pass over the tags, which need not be balanced. Conditional comments are included, as Outlook shows what is in them. */
function* scan({ html, from, found, depth }: Scan): Generator<void, void> {
  let isLink = false;
  let hasAddress = false;
  let isAddress = false;
  let nameEnd = 0;
  let url = "";
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname: (start, end) => {
        isLink = linkTag.test(html.slice(start, end));
        hasAddress = false;
      },
      onattribname: (start, end) => {
        // If an attribute is repeated, mail programs use the first.
        isAddress = isLink && !hasAddress && html.slice(start, end).toLowerCase() === "href";
        nameEnd = end;
        url = "";
      },
      onattribdata: (start, end) => {
        if (isAddress) url += html.slice(start, end);
      },
      onattribentity: (codepoint) => {
        if (isAddress) url += String.fromCodePoint(codepoint);
      },
      onattribend: (quote, end) => {
        if (!isAddress) return;
        hasAddress = true;
        isAddress = false;
        const before = /^\s*=\s*["']?/.exec(html.slice(nameEnd, end))?.[0].length;
        if (before === undefined) return;
        const isQuoted = quote === QuoteType.Single || quote === QuoteType.Double;
        found.push({ start: from + nameEnd + before, end: from + end - (isQuoted ? 1 : 0), url });
      },
      oncomment: (start, end, endOffset) => {
        const comment = html.slice(start, end - endOffset);
        const condition = depth === 0 ? /^\[if[^\]]{0,200}\]>/i.exec(comment)?.[0] : undefined;
        if (condition === undefined) return;
        const inside = comment.slice(condition.length);
        atOnce(scan({ html: inside, from: from + start + condition.length, found, depth: depth + 1 }));
      },
      onopentagend: () => {},
      onselfclosingtag: () => {},
      onclosetag: () => {},
      ontext: () => {},
      ontextentity: () => {},
      ondeclaration: () => {},
      oncdata: () => {},
      onprocessinginstruction: () => {},
      onend: () => {},
    },
  );
  const { parseSliceCharacters } = htmlLimits;
  for (let at = 0; at < html.length; at += parseSliceCharacters) {
    tokenizer.write(html.slice(at, at + parseSliceCharacters));
    yield;
  }
  tokenizer.end();
}

/** `v:roundrect` and its kind are the buttons of Outlook on Windows. */
const linkTag = /^(a|area|v:\w+)$/i;
