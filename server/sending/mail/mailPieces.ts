import {
  type CustomNames,
  compileTemplate,
  type Filling as FieldFilling,
  fillSegment,
  type TemplateSegment,
} from "../../../contract/mergeFields.ts";
import type { FoundLink } from "./findLinks.ts";
import { encodePiece, toCrlf } from "./quotedPrintable.ts";

/** The place in a counted link where the token of the recipient's mail goes. */
type ClickPlace = { place: "click" };
const clickPlace: ClickPlace = { place: "click" };

/** A part of a mail that is the same for everybody, as encoded bytes; or a place to be filled in. */
export type MailPiece = Uint8Array | Exclude<TemplateSegment, string> | ClickPlace;

/** The URLs of a campaign whose clicks are counted, each with its id, and the URL of the installation that counts them. */
export type CountedLinks = { base: string; ids: ReadonlyMap<string, string> };

/** A template whose fixed parts are encoded as quoted-printable; values of its fields are encoded when filled in. */
export function encodeTemplate(text: string, custom?: CustomNames): MailPiece[] {
  return compileTemplate(toCrlf(text), custom).map((segment) =>
    typeof segment === "string" ? Buffer.from(encodePiece(segment), "latin1") : segment,
  );
}

/**
 * The same for the HTML from `start` to `end`, with its counted links replaced by ours: `/c/`, the token of the
 * recipient's mail, and the link's id. A link that is not wholly within that range stays as it is.
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

/** For mails in which no clicks are counted: tests, and campaigns with click tracking off. */
export const noCountedLinks: CountedLinks = { base: "", ids: new Map() };

export type Filling = FieldFilling & {
  values: Parameters<typeof fillSegment>[1];
  /** The mail's token, encoded as quoted-printable; required if links are counted. */
  click?: string | undefined;
};

/** Appends the pieces, filled with one recipient's values, to `into`. */
export function fillPieces(
  into: MailParts,
  pieces: readonly MailPiece[],
  { values, click, ...filling }: Filling,
): void {
  for (const piece of pieces) {
    if (piece instanceof Uint8Array) into.push(piece);
    else if ("field" in piece) into.push(encodePiece(fillSegment(piece, values, filling)));
    else if (click !== undefined) into.push(click);
    else throw new TypeError("A mail whose links are counted needs a token");
  }
}

/** A mail in its order: bytes, and ASCII text. */
export type MailParts = (Uint8Array | string)[];

/** Writes all parts into a buffer, one after the other. What is the same for everybody stays bytes and is never decoded. */
export function writeParts(parts: MailParts, buffer: Buffer): void {
  let at = 0;
  for (const part of parts) {
    if (typeof part === "string") buffer.write(part, at, "latin1");
    else buffer.set(part, at);
    at += part.length;
  }
}
