import {
  type CustomNames,
  compileTemplate,
  type Escaping,
  fillSegment,
  type TemplateSegment,
} from "../../../contract/mergeFields.ts";
import type { FoundLink } from "./findLinks.ts";
import { encodePiece, toCrlf } from "./quotedPrintable.ts";

/** Where the token of a recipient's mail goes, in each of its counted links. */
type ClickPlace = { place: "click" };
const clickPlace: ClickPlace = { place: "click" };

/** A part of a mail that is the same for everybody and encoded already, or the place of what differs. */
export type MailPiece = TemplateSegment | ClickPlace;

/** Which addresses of a campaign are counted: each one's id, and the address of the installation that counts. */
export type CountedLinks = { base: string; ids: ReadonlyMap<string, string> };

/** A template whose fixed parts are quoted-printable already; its fields are not. */
export function encodeTemplate(text: string, custom?: CustomNames): MailPiece[] {
  return compileTemplate(toCrlf(text), custom).map((segment) =>
    typeof segment === "string" ? encodePiece(segment) : segment,
  );
}

/**
 * The same for a stretch of a mail's HTML, its counted links made into ours: `/c/`, the token of the recipient's
 * mail, and the link's id. A link that is not whole within the stretch stays as it is.
 */
export function encodeHtml(
  html: string,
  {
    start,
    end,
    found,
    links,
    custom,
  }: {
    start: number;
    end: number;
    found: readonly FoundLink[];
    links: CountedLinks;
    custom?: CustomNames | undefined;
  },
): MailPiece[] {
  const pieces: MailPiece[] = [];
  let done = start;
  let pending = "";
  for (const link of found) {
    const id = links.ids.get(link.url);
    if (id === undefined || link.start < done || link.end > end) continue;
    const before = `${pending}${html.slice(done, link.start)}${links.base}/c/`;
    pieces.push(...encodeTemplate(before, custom), clickPlace);
    pending = `.${id}`;
    done = link.end;
  }
  return [...pieces, ...encodeTemplate(pending + html.slice(done, end), custom)];
}

/** For mails of which no click is counted: tests, and campaigns whose sender wants none. */
export const noCountedLinks: CountedLinks = { base: "", ids: new Map() };

export type Filling = {
  values: Parameters<typeof fillSegment>[1];
  escape: Escaping;
  /** The mail's token, encoded; needed where links are counted. */
  click?: string | undefined;
};

export function fillPieces(
  pieces: readonly MailPiece[],
  { values, escape: escaping, click }: Filling,
): string {
  let filled = "";
  for (const piece of pieces) {
    if (typeof piece === "string") filled += piece;
    else if ("field" in piece) filled += encodePiece(fillSegment(piece, values, { escape: escaping }));
    else if (click !== undefined) filled += click;
    else throw new TypeError("A mail whose links are counted needs a token");
  }
  return filled;
}
