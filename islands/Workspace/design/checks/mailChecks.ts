import { slipsBetween } from "../../../../contract/imports/slipsBetween.ts";
import { designLimits } from "../../../../contract/limits/design.ts";
import {
  isMergeField,
  knownMergeFields,
  type MergeField,
  mergeFieldsIn,
} from "../../../../contract/mergeFields.ts";
import { isSampleAddress, samplesIn } from "../../../../mail/design/samples.ts";
import { faintTexts } from "./faintTexts.ts";
import { placeInSource, type SourcePlace } from "./placeInSource.ts";
import { sheetStyles } from "./sheetStyles.ts";

/**
 * Something to look at before sending; `partId` is the mail's own id of the block that it is about, and `place` where
 * the first of what it is about stands in a mail without blocks.
 */
export type MailCheck = { sentence: string; partId?: string; place?: SourcePlace };

type Finding = { one: string; many: string; of: readonly Element[] };

/**
 * What a careful person would look at before sending; none when there is nothing to say. `document` is the same HTML,
 * read with its styles under `data-style`.
 */
export function mailChecks({ html, document }: { html: string; document: Document }): MailCheck[] {
  const found = findings(document).flatMap((finding) => perPart(finding, html));
  found.push(...sampleChecks(document, html));
  const say = (sentence: string) => found.push({ sentence });
  if (!html.includes("{{unsubscribeUrl"))
    say("There is no unsubscribe link; one is added when the mail is sent.");
  for (const field of mergeFieldsIn(html).filter((name) => !isMergeField(name))) {
    const at = [...document.querySelectorAll(partSelector)].find((part) =>
      part.outerHTML.includes(`{{${field}`),
    );
    const meant = nearestMergeField(field);
    const hint = meant === null ? "" : ` Did you mean {{${meant}}}?`;
    const sentence = `{{${field}}} is no merge field and stays as it is.${hint}`;
    const start = html.search(new RegExp(`\\{\\{\\s*${field}\\b`));
    const place = { start, end: html.indexOf("}}", start) + 2 };
    found.push(at === undefined ? { sentence, place } : { sentence, partId: at.id });
  }
  const bytes = new TextEncoder().encode(html).length;
  if (bytes > designLimits.clipBytes)
    say(`The mail has ${Math.ceil(bytes / 1024)} kB; Gmail cuts off what is longer than 102.`);
  return found;
}

const partSelector = '[id^="u_content_"]';

function findings(document: Document): Finding[] {
  const pictures = [...document.querySelectorAll("img")];
  const links = [...document.querySelectorAll("a[href]")];
  const href = (link: Element) => (link.getAttribute("href") ?? "").trim();
  return [
    {
      one: "1 picture has no alternative text.",
      many: "pictures have no alternative text.",
      of: pictures.filter((picture) => (picture.getAttribute("alt") ?? "").trim() === ""),
    },
    {
      one: "1 picture has an address that leads nowhere from a mail.",
      many: "pictures have addresses that lead nowhere from a mail.",
      of: pictures.filter((picture) => isRelative((picture.getAttribute("src") ?? "").trim())),
    },
    {
      one: "1 link is not secure (http).",
      many: "links are not secure (http).",
      of: links.filter((link) => /^http:\/\/./i.test(href(link))),
    },
    {
      one: "1 link leads nowhere.",
      many: "links lead nowhere.",
      of: links.filter((link) => /^(#|https?:\/\/)?$/i.test(href(link))),
    },
    {
      one: "1 link leads to example.com: a sample, to be replaced by your own.",
      many: "links lead to example.com: samples, to be replaced by your own.",
      of: links.filter((link) => isSampleAddress(href(link))),
    },
    {
      one: "1 link says only “here”: say where it leads, for who hears the links alone.",
      many: "links say only “here”: say where they lead, for who hears the links alone.",
      of: links.filter((link) => /^(click |press )?here[.!]?$/i.test((link.textContent ?? "").trim())),
    },
    ...faintFindings(document),
  ];
}

/** What a starter invented and nobody has replaced, for each block that has it. */
function sampleChecks(document: Document, html: string): MailCheck[] {
  const sentenceOf = (sample: string) => `“${sample}” is a sample, to be replaced by your own words.`;
  const parts = [...document.querySelectorAll(partSelector)];
  if (parts.length > 0)
    return parts.flatMap(({ id, innerHTML }) =>
      samplesIn(innerHTML).map((sample) => ({ sentence: sentenceOf(sample), partId: id })),
    );
  return samplesIn(html).map((sample) => {
    const start = html.indexOf(sample);
    const sentence = sentenceOf(sample);
    return start < 0 ? { sentence } : { sentence, place: { start, end: start + sample.length } };
  });
}

/** In the dark only where the mail has styles for it: otherwise each program chooses colours of its own. */
function faintFindings(document: Document): Finding[] {
  const { light, dark } = sheetStyles(document);
  const faint = (sheet: typeof light, screen: "light" | "dark") =>
    faintTexts(document, { sheet, screen }).map(({ element }) => element);
  const bright = {
    one: "1 text is hard to read on its background.",
    many: "texts are hard to read on their background.",
    of: faint(light, "light"),
  };
  if (dark === null) return [bright];
  const night = {
    one: "1 text is hard to read in the dark, by the mail's own dark styles.",
    many: "texts are hard to read in the dark, by the mail's own dark styles.",
    of: faint(dark, "dark"),
  };
  return [bright, night];
}

/** What is of ours is given our address when the mail is sent. */
function isRelative(address: string): boolean {
  return address !== "" && !/^([a-z][a-z0-9+.-]*:|\/\/|\{\{|\/email-assets\/|\/images\/)/i.test(address);
}

/** One sentence for each block that has the fault. */
function perPart({ one, many, of }: Finding, html: string): MailCheck[] {
  const parts = new Map<string, Element[]>();
  for (const element of of) {
    const id = element.closest(partSelector)?.id ?? "";
    parts.set(id, [...(parts.get(id) ?? []), element]);
  }
  return [...parts].map(([partId, elements]) => {
    const [first] = elements;
    const sentence = elements.length === 1 ? one : `${elements.length} ${many}`;
    if (partId !== "") return { sentence, partId };
    const place = first === undefined ? null : placeInSource(html, first);
    return place === null ? { sentence } : { sentence, place };
  });
}

/** Letters that may be wrong, missing or too many before a name is somebody's own and no slip. */
const slipsMax = 2;

/** The field that was probably meant, as `firstName` by `first_name` or `fristname`; null when it is none of them. */
function nearestMergeField(name: string): MergeField | null {
  const wanted = plain(name);
  const [nearest] = knownMergeFields
    .map((field) => ({ field, slips: slipsBetween({ wanted, known: plain(field) }) }))
    .sort((one, other) => one.slips - other.slips);
  return nearest !== undefined && nearest.slips <= slipsMax ? nearest.field : null;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll("_", "");
}
