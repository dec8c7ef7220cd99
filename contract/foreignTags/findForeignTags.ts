import {
  type CustomNames,
  knownField,
  mergeFieldRanges,
  mergeFieldsIn,
  noCustomNames,
} from "../mergeFields.ts";
import {
  type ForeignForm,
  foreignBeginnings,
  foreignForms,
  ofTheLead,
  ourNames,
  unsubscribeWord,
} from "./foreignForms.ts";

/** A field or link of another product as it stands in a text, and what it is here; null where nothing is the same. */
export type ForeignTag = {
  start: number;
  end: number;
  tag: string;
  product: string | null;
  becomes: string | null;
};

/** The fields and links of other products in a text, in their order. Fields of our own are none of them. */
export function findForeignTags(text: string, custom: CustomNames = noCustomNames): ForeignTag[] {
  const found: ForeignTag[] = [];
  let end = 0;
  for (const { index } of text.matchAll(foreignBeginnings)) {
    if (index < end) continue;
    const tag = tagAt(text, index, custom);
    if (tag === null) continue;
    end = tag.end;
    if (tag.isOurs || isCommented(text, tag)) continue;
    const { isOurs: _ours, ...told } = tag;
    found.push(told);
  }
  return found;
}

/** Those that stay in a mail as they stand and that nobody is told of otherwise, each once. */
export function strayTags(text: string, custom: CustomNames = noCustomNames): string[] {
  const isTold = (tag: string) => mergeFieldsIn(tag).some((name) => knownField(name, custom) === undefined);
  const tags = findForeignTags(text, custom).map(({ tag }) => tag);
  return [...new Set(tags.filter((tag) => !isTold(tag)))];
}

function tagAt(text: string, index: number, custom: CustomNames): (ForeignTag & { isOurs: boolean }) | null {
  for (const form of foreignForms) {
    form.pattern.lastIndex = index;
    const match = form.pattern.exec(text);
    if (match === null) continue;
    const [tag, asked = "", fallback] = match;
    if (form.isOwnAlone && !isOwn(asked, custom)) continue;
    const place = { start: index, end: index + tag.length, tag, product: form.product };
    if (isOurField(tag, custom)) return { ...place, becomes: null, isOurs: true };
    return { ...place, becomes: meaningOf({ ...place, asked, fallback, form }, text, custom), isOurs: false };
  }
  return null;
}

/** A field of ours whose fallback is no filter of another product, which would be said as it stands. */
function isOurField(tag: string, custom: CustomNames): boolean {
  const [range] = mergeFieldRanges(tag, custom);
  return range !== undefined && range.start === 0 && range.end === tag.length && !isFilter(tag);
}

function isFilter(tag: string): boolean {
  return /^\{\{[^|]{0,100}\|\s{0,9}default\s{0,9}[:(]/.test(tag);
}

/** What is in a comment is left out when a mail is saved. */
function isCommented(text: string, { start, end }: ForeignTag): boolean {
  return text.startsWith("<!--", start - 4) && text.startsWith("-->", end);
}

type Asked = Pick<ForeignTag, "start" | "end" | "tag"> & {
  asked: string;
  fallback: string | undefined;
  form: ForeignForm;
};

function meaningOf(
  { asked, fallback, form, ...tag }: Asked,
  text: string,
  custom: CustomNames,
): string | null {
  const special = specialOf(asked.trim(), tag, text);
  if (special !== undefined) return special;
  const [given = "", ...filters] = asked.split("|").map((part) => part.trim());
  const { name, instead } = named(given);
  const otherwise = fallback ?? instead ?? (form.hasPlainFallback ? filters.join("|") : fallbackIn(filters));
  if (otherwise === null || /[{}|]/.test(otherwise)) return null;
  const field = fieldNamed(name, custom);
  if (field === null) return null;
  return field === "unsubscribeUrl" || otherwise === "" ? `{{${field}}}` : `{{${field}|${otherwise}}}`;
}

function fieldNamed(name: string, custom: CustomNames): string | null {
  const bare = name.replace(ofTheLead, "");
  // What else has a prefix is not the lead's, as LIST:ADDRESS is the sender's own.
  if (!/^[\p{L}\p{N}_ -]+$/u.test(bare)) return null;
  const letters = bare.toLowerCase().replace(/[_ -]/g, "");
  return ourNames.get(letters) ?? knownField(bare, custom) ?? knownField(letters, custom) ?? null;
}

/** Whether a field of the workspace's own is called so. */
function isOwn(name: string, custom: CustomNames): boolean {
  const field = fieldNamed(name, custom);
  return field !== null && knownField(field, noCustomNames) === undefined;
}

/** Mailjet writes the fallback behind the name: data:firstname:"there"; SendGrid within: insert first_name "default=there". */
function named(given: string): { name: string; instead: string | undefined } {
  const [, name, instead] =
    /^data:([\w-]{1,60}):"?([^"]{0,80})"?$/.exec(given) ??
    /^insert ([\w-]{1,60}) "default=([^"]{0,80})"$/.exec(given) ??
    [];
  return name === undefined ? { name: given, instead: undefined } : { name, instead };
}

/** What filters say where there is nothing; null where one of them does anything else. */
function fallbackIn(filters: readonly string[]): string | null {
  let said = "";
  for (const filter of filters) {
    const [, quoted] =
      /^default\s{0,9}[:(]\s{0,9}(?:"|'|&quot;|&#39;|&#34;)(.{0,80}?)(?:"|'|&quot;|&#39;|&#34;)\s{0,9}\)?$/.exec(
        filter,
      ) ?? [];
    if (quoted !== undefined) said = quoted;
    else if (!/^(?:title|capitalize|trim|escape|safe)$/.test(filter)) return null;
  }
  return said;
}

/** Tags that are no fields; undefined for any other. */
function specialOf(
  asked: string,
  { start, end, tag }: Pick<ForeignTag, "start" | "end" | "tag">,
  text: string,
): string | null | undefined {
  const link = '<a href="{{unsubscribeUrl}}">';
  if (/^(?:TrackView\b.*|@TrackLink)$/.test(asked)) return "";
  // Mails get their title and their preview line of themselves here.
  if (asked === "MC_PREVIEW_TEXT") return "";
  if (asked === "MC:SUBJECT")
    return text.slice(Math.max(0, start - 7), start).toLowerCase() === "<title>" ? "" : null;
  if (tag === "<unsubscribe>") return link;
  if (tag === "</unsubscribe>") return "</a>";
  if (/^\[(?:name|email)\]$/i.test(tag)) return null;
  if (/^full_?name$/i.test(asked)) return "{{firstName}} {{lastName}}";
  const [, tracked] = /^TrackLink\s{1,9}["`]([^"`]{1,500})["`]/.exec(asked) ?? [];
  if (tracked !== undefined) return tracked;
  const [, kind, words] = /^(unsubscribe(?:_link|_url)?)\s{0,9}(?:['"]([^'"]{0,80})['"])?$/.exec(asked) ?? [];
  if (!tag.startsWith("{%")) return undefined;
  if (kind === undefined) return null;
  const isAddress = kind !== "unsubscribe" || isInAttribute(text, { start, end });
  return isAddress ? "{{unsubscribeUrl}}" : `${link}${words ?? unsubscribeWord}</a>`;
}

/** Right behind an equals sign, or all of a design's value. */
function isInAttribute(text: string, { start, end }: { start: number; end: number }): boolean {
  const isAll = text.length < 300 && end - start === text.trim().length;
  return isAll || /=\s{0,9}["']?\s{0,9}$/.test(text.slice(Math.max(0, start - 20), start));
}
