import { findingLinks } from "../../sending/mail/findLinks.ts";

export type LinkHeat = { url: string; people: number; clicks: number; machineClicks: number };

/** From nobody to the most: paper and ink of a mark, each readable on the other. */
const warmth = [
  { paper: "#e8e6e1", ink: "#45433f" },
  { paper: "#fbdccd", ink: "#6f2409" },
  { paper: "#f3a983", ink: "#421403" },
  { paper: "#b93c0b", ink: "#ffffff" },
] as const;

/**
 * A mail with a mark at the beginning of each counted link: how many people followed it, the warmer the more. `places` has
 * the number of each address in the order of the mail. It yields where others may have a turn.
 */
export function* markingLinks(
  html: string,
  { links, ownOrigin }: { links: readonly LinkHeat[]; ownOrigin: string },
): Generator<void, { html: string; places: Map<string, number> }> {
  const heatOf = new Map(links.map((link) => [link.url, link]));
  const most = Math.max(1, ...links.map(({ people }) => people));
  const found = yield* findingLinks(html, { ownOrigin });
  const places = new Map<string, number>();
  let marked = "";
  let from = 0;
  for (const { start, end, url } of found) {
    const heat = heatOf.get(url);
    if (heat === undefined) continue;
    if (!places.has(url)) places.set(url, places.size + 1);
    const inside = insideOf(html, { start, end });
    // What stands in an attribute of the same tag, or was passed already, takes no mark.
    if (inside === null || inside < from) continue;
    marked += html.slice(from, inside) + markOf(heat.people, heat.people / most);
    from = inside;
  }
  return { html: marked + html.slice(from), places };
}

/** Where the words of a link begin whose address stands here; null for what has none, as an area of a picture. */
function insideOf(html: string, { start, end }: { start: number; end: number }): number | null {
  const open = html.lastIndexOf("<", start);
  if (!/^<a\s/i.test(html.slice(open, open + 3))) return null;
  const inside = endOfTag(html, /["']/.test(html[end] ?? "") ? end + 1 : end);
  return inside === null ? null : besideWords(html, inside);
}

/** A button's words stand in a block of their own: before that a mark would have a line of its own, at the button's edge. */
function besideWords(html: string, inside: number): number {
  for (let at = inside; ; ) {
    const wrapper = /^\s*<span(?=[\s>])/i.exec(html.slice(at, at + lookedAhead));
    const within = wrapper && endOfTag(html, at + wrapper[0].length);
    if (within === null) return at;
    at = within;
  }
}

/** Characters behind a tag within which the next one begins, if nothing but blanks stands between. */
const lookedAhead = 200;

/** Just behind the tag that this is within, and within no value of it. */
function endOfTag(html: string, from: number): number | null {
  let quote = "";
  for (let at = from; at < html.length; at += 1) {
    const character = html[at] ?? "";
    if (quote) {
      if (character === quote) quote = "";
    } else if (character === '"' || character === "'") quote = character;
    else if (character === ">") return at + 1;
  }
  return null;
}

/** None, and thirds of the most. */
function warmthOf(people: number, share: number): 0 | 1 | 2 | 3 {
  if (people === 0) return 0;
  if (share > 2 / 3) return 3;
  return share > 1 / 3 ? 2 : 1;
}

function markOf(people: number, share: number): string {
  const { paper, ink } = warmth[warmthOf(people, share)];
  const style = [
    "display:inline-block;margin:0 5px 0 0;padding:0 7px;border-radius:9px",
    "font:600 12px/18px Arial,sans-serif;letter-spacing:0;text-decoration:none;text-transform:none",
    // On a button of nearly its own colour it still has an edge.
    `background:${paper};color:${ink};box-shadow:0 0 0 1px #ffffff`,
  ].join(";");
  return `<span style="${style}">${people.toLocaleString("en")}</span>`;
}
