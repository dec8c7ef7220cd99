import { createLinkRun } from "./linkRun.ts";

/**
 * Merge fields: `{{firstName}}`, or `{{firstName|there}}` with what to say when the lead has no first name.
 * A text is read once into segments and filled many times. Values go in as they are and are never read again,
 * so a lead called `{{email}}` stays a lead called `{{email}}`.
 */

export const knownMergeFields = ["firstName", "lastName", "email", "phone", "unsubscribeUrl"] as const;
export type MergeField = (typeof knownMergeFields)[number];
/** Values by field; those of a workspace's own fields by their keys. */
export type MergeValues = { readonly [field in MergeField]?: string | undefined } & {
  readonly [custom: string]: string | undefined;
};

/** The keys of a workspace's own fields, each by itself in lower case: `{{Company}}` means `company` too. */
export type CustomNames = ReadonlyMap<string, string>;
export const noCustomNames: CustomNames = new Map();

export function customNames(fields: readonly { key: string }[]): CustomNames {
  return fields.length === 0 ? noCustomNames : new Map(fields.map(({ key }) => [key.toLowerCase(), key]));
}

/** Text as it stands, or the place where a value goes; `inLink` where that is a part of an address, behind its host. */
export type TemplateSegment = string | { field: string; fallback: string; inLink?: true };

/** "html" escapes values for element text and quoted attributes; "none" leaves them alone. */
export type Escaping = "html" | "none";

/**
 * Values within links are percent-encoded, as a "+" or "&" would be read as something else there, and a space would end
 * the link; `linksAsGiven` where whoever gives the values has seen to that.
 */
export type Filling = { escape: Escaping; linksAsGiven?: boolean | undefined };

const namePattern = "[A-Za-z][A-Za-z0-9_]{0,63}";
/** What may stand in the braces of a merge field. */
export const mergeFieldNamePattern = `^${namePattern}$`;

// Every repetition is bounded or ends at a brace, so hostile text cannot make the search slow. HTML that was pasted may have
// its spaces as entities.
const blanks = "(?:\\s|&nbsp;){0,20}";
const fieldPattern = new RegExp(`\\{\\{${blanks}(${namePattern})${blanks}(?:\\|([^{}]{0,500}))?\\}\\}`, "g");

/**
 * Editors percent-encode the braces of a merge field within a link, and some its bar; here they become a field again. What
 * it says instead of a value stays encoded, as it is a part of the address.
 */
export function withFieldsInLinks(html: string): string {
  return html.replace(encodedField, (_, name: string, fallback?: string) =>
    fallback === undefined ? `{{${name}}}` : `{{${name}|${fallback.replace(/^(?:%20)+|(?:%20)+$/g, "")}}}`,
  );
}

const encodedField =
  /%7B%7B(?:%20|\s){0,5}(\w{1,64})(?:%20|\s){0,5}(?:(?:\||%7C)((?:(?!%7[BD])[^{}"'<>\s]){0,500}))?%7D%7D/gi;

/** Reads a text into its segments. A field that is not known stays in the text as it was written. */
export function compileTemplate(text: string, custom: CustomNames = noCustomNames): TemplateSegment[] {
  const segments: TemplateSegment[] = [];
  const run = createLinkRun();
  let end = 0;
  for (const match of text.matchAll(fieldPattern)) {
    const [whole, name = "", fallback = ""] = match;
    const field = knownField(name, custom);
    if (field === undefined) continue;
    const before = text.slice(end, match.index);
    if (before !== "") segments.push(before);
    run.pass(before);
    // The unsubscribe link is an address already.
    const inLink = field !== "unsubscribeUrl" && run.isWithin();
    segments.push({ field, fallback: fallback.trim(), ...(inLink ? { inLink } : {}) });
    run.pass(field);
    end = match.index + whole.length;
  }
  if (end < text.length) segments.push(text.slice(end));
  return segments;
}

/** The text with its values. Fallbacks belong to the template, so in HTML they are markup already. */
export function fillSegments(
  segments: readonly TemplateSegment[],
  values: MergeValues,
  options: Filling,
): string {
  return segments.map((segment) => fillSegment(segment, values, options)).join("");
}

export function fillSegment(segment: TemplateSegment, values: MergeValues, options: Filling): string {
  if (typeof segment === "string") return segment;
  // A program may call a field of its own "constructor", which every object has.
  const value = (Object.hasOwn(values, segment.field) ? values[segment.field] : undefined) ?? "";
  if (value === "") return segment.fallback;
  const written = segment.inLink && !options.linksAsGiven ? encodeURIComponent(value.toWellFormed()) : value;
  return options.escape === "html" ? escapeHtml(written) : written;
}

/** Reads and fills in one go, for a preview or a single mail. In HTML, fields in links are read as editors write them, too. */
export function fillIn(
  text: string,
  values: MergeValues,
  options: Filling & { custom?: CustomNames },
): string {
  const read = options.escape === "html" ? withFieldsInLinks(text) : text;
  return fillSegments(compileTemplate(read, options.custom), values, options);
}

/** A text to know a mail by: each field as whoever lacks it reads it, or by its name: "Hello there", "Hello [firstName]". */
export function withFallbacks(text: string): string {
  return text.replaceAll(fieldPattern, (_, field: string, fallback = "") => fallback.trim() || `[${field}]`);
}

/** Where the known fields of a text stand, in their order: from their first brace to behind their last. */
export function mergeFieldRanges(
  text: string,
  custom: CustomNames = noCustomNames,
): { start: number; end: number }[] {
  return Array.from(text.matchAll(fieldPattern))
    .filter(([, name = ""]) => knownField(name, custom) !== undefined)
    .map((match) => ({ start: match.index, end: match.index + match[0].length }));
}

/** The names of all fields in a text, each once and in the order met, unknown ones too. */
export function mergeFieldsIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(fieldPattern), (match) => match[1] ?? ""))];
}

/** The field that a name in braces means, or undefined where there is none. */
export function knownField(name: string, custom: CustomNames): string | undefined {
  return isMergeField(name) ? name : custom.size === 0 ? undefined : custom.get(name.toLowerCase());
}

export function isMergeField(name: string): name is MergeField {
  return (knownMergeFields as readonly string[]).includes(name);
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function escapeHtml(text: string): string {
  return /[&<>"']/.test(text)
    ? text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
    : text;
}
