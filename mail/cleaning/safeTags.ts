import { fontAddress } from "../values/fonts.ts";

/** The elements of mails. Of any other only the content stays. */
const allowed = new Set(
  `html head body title meta style link a abbr acronym address area article aside b bdi bdo big blockquote br caption
  center cite code col colgroup dd del dfn dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header
  hgroup hr i img ins kbd li main map mark menu nav ol p picture pre q s samp section small source span strike strong
  sub sup table tbody td tfoot th thead time tr tt u ul var wbr xml`.split(/\s+/),
);
/** Elements that go with all that is in them. */
const dropped = new Set(
  "script iframe noscript noembed noframes xmp plaintext textarea svg math template object applet frameset select".split(
    " ",
  ),
);
/** Attributes that hold an address; of the others that could, none is a mail's. */
export const linkAttributes: ReadonlySet<string> = new Set(["href", "cite"]);
export const pictureAttributes: ReadonlySet<string> = new Set(["src", "background", "poster"]);
const refusedAttributes = new Set(
  "srcdoc srcset formaction action ping is nonce data codebase classid archive manifest xlink:href xml:base".split(
    " ",
  ),
);
const httpEquivalents = new Set(["content-type", "x-ua-compatible", "content-language"]);

const tableParts = new Set("caption col colgroup tbody td tfoot th thead tr".split(" "));

/** What there is once on a page, and not within a part of it. */
export function isOfPage(name: string): boolean {
  return name === "html" || name === "head" || name === "body";
}

/** Elements that mean nothing outside of a table, or would end the one that they are put into. */
export function isTablePart(name: string): boolean {
  return tableParts.has(name);
}

/** "keep" writes the tag, "unwrap" only its content, "drop" neither. Outlook's own elements have a prefix. */
export function fateOf(name: string): "keep" | "unwrap" | "drop" {
  if (dropped.has(name)) return "drop";
  return allowed.has(name) || /^[vow]:[a-z]{1,60}$/.test(name) ? "keep" : "unwrap";
}

export function isAttributeName(name: string): boolean {
  return /^[a-z_][\w:.-]{0,60}$/.test(name) && !name.startsWith("on") && !refusedAttributes.has(name);
}

/** Whether a tag of the head says only what a mail may say there. */
export function isHarmlessHead(name: string, attributes: ReadonlyMap<string, string>): boolean {
  const said = (attribute: string) => (attributes.get(attribute) ?? "").trim().toLowerCase();
  if (name === "meta") return !attributes.has("http-equiv") || httpEquivalents.has(said("http-equiv"));
  if (name === "link")
    return said("rel") === "stylesheet" && /^https:/.test(said("href")) && fontAddress(said("href")) !== null;
  return true;
}
