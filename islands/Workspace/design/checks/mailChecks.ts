import { editDistance } from "../../../../contract/editDistance.ts";
import { strayTags } from "../../../../contract/foreignTags/findForeignTags.ts";
import { leadsFromMail } from "../../../../contract/leadsFromMail.ts";
import { designLimits } from "../../../../contract/limits/design.ts";
import {
  type CustomNames,
  knownField,
  knownMergeFields,
  mergeFieldsIn,
  noCustomNames,
} from "../../../../contract/mergeFields.ts";
import type { MailCheckTexts } from "../../../../contract/texts/workspace/design/mailChecks.ts";
import { isSampleAddress, samplesIn } from "../../../../mail/design/samples.ts";
import { lowContrastTexts } from "./lowContrastTexts.ts";
import { placeInSource, type SourcePlace } from "./placeInSource.ts";
import { sheetStyles } from "./sheetStyles.ts";

/**
 * Something to look at before sending; `partId` is the mail's own id of the block that it is about, and `place` where
 * the first of what it is about stands in a mail without blocks.
 */
export type MailCheck = { sentence: string; partId?: string; place?: SourcePlace };

/** A problem with the elements that have it, and its texts for one and for several of them. */
type Finding = { say: (count: number) => string; of: readonly Element[] };

/**
 * What should be checked before sending; empty if nothing was found. `document` is the same HTML, parsed with its styles
 * in `data-style`.
 */
export function mailChecks(
  {
    html,
    document,
    custom = noCustomNames,
  }: { html: string; document: Document; custom?: CustomNames | undefined },
  texts: MailCheckTexts,
): MailCheck[] {
  const found = findings(document, texts).flatMap((finding) => perPart(finding, html));
  found.push(...sampleChecks(document, html, texts));
  const say = (sentence: string) => found.push({ sentence });
  if (!showsWayOut(document)) say(texts.noUnsubscribe);
  for (const field of mergeFieldsIn(html).filter((name) => knownField(name, custom) === undefined)) {
    const at = [...document.querySelectorAll(partSelector)].find((part) =>
      mergeFieldsIn(part.outerHTML).includes(field),
    );
    const meant = nearestMergeField(field, custom);
    const sentence = texts.mergeField({ field, meant });
    const start = html.search(new RegExp(`\\{\\{(\\s|&nbsp;)*${field}\\b`));
    const place = { start, end: html.indexOf("}}", start) + 2 };
    found.push(at === undefined ? { sentence, place } : { sentence, partId: at.id });
  }
  found.push(...strayChecks(html, custom, texts));
  const bytes = new TextEncoder().encode(html).length;
  if (bytes > designLimits.clipBytes) say(texts.tooLong(Math.ceil(bytes / 1024)));
  return found;
}

/** As the server sees it: a way out that stands in a comment or a style is none. */
function showsWayOut({ body }: Document): boolean {
  const links = [...body.querySelectorAll("a[href]")].map((link) => link.getAttribute("href"));
  return mergeFieldsIn([body.textContent, ...links].join(" ")).includes("unsubscribeUrl");
}

/** Each field of another product with the place of its first in the HTML. */
function strayChecks(html: string, custom: CustomNames, texts: MailCheckTexts): MailCheck[] {
  return strayTags(html, custom)
    .slice(0, designLimits.foreignTagsShown)
    .map((tag) => {
      const start = html.indexOf(tag);
      const sentence = texts.foreignTags({ tags: [tag], more: 0 });
      return { sentence, place: { start, end: start + tag.length } };
    });
}

const partSelector = '[id^="u_content_"]';

function findings(document: Document, texts: MailCheckTexts): Finding[] {
  const pictures = [...document.querySelectorAll("img")];
  const links = [...document.querySelectorAll("a[href]")];
  const href = (link: Element) => (link.getAttribute("href") ?? "").trim();
  return [
    {
      say: texts.noAlternativeText,
      of: pictures.filter((picture) => (picture.getAttribute("alt") ?? "").trim() === ""),
    },
    {
      say: texts.pictureAddress,
      of: pictures.filter((picture) => {
        const address = (picture.getAttribute("src") ?? "").trim();
        return address !== "" && !leadsFromMail(address) && !isOurs(address);
      }),
    },
    {
      say: texts.notSecure,
      of: links.filter((link) => /^http:\/\/./i.test(href(link))),
    },
    {
      say: texts.leadsNowhere,
      of: links.filter((link) => !leadsFromMail(href(link)) && !isOurs(href(link))),
    },
    {
      say: texts.sampleLink,
      of: links.filter((link) => isSampleAddress(href(link))),
    },
    {
      say: texts.linkSaysHere,
      of: links.filter((link) => /^(click |press )?here[.!]?$/i.test((link.textContent ?? "").trim())),
    },
    {
      // One that holds a picture without words is told of above.
      say: texts.linkSaysNothing,
      of: links.filter(
        (link) => (link.textContent ?? "").trim() === "" && link.querySelector("img") === null,
      ),
    },
    {
      say: texts.headingSkips,
      of: [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].filter(
        (heading, at, all) => at > 0 && levelOf(heading) > levelOf(all[at - 1]) + 1,
      ),
    },
    ...faintFindings(document, texts),
  ];
}

function levelOf(heading: Element | undefined): number {
  return Number(heading?.localName.slice(1));
}

/** Sample texts of a starter design that were not replaced, one finding for each block. */
function sampleChecks(document: Document, html: string, texts: MailCheckTexts): MailCheck[] {
  const sentenceOf = (sample: string) => texts.sample(sample);
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

/** Dark mode is checked only if the mail has styles for it: otherwise each mail program chooses its own colours. */
function faintFindings(document: Document, texts: MailCheckTexts): Finding[] {
  const { light, dark } = sheetStyles(document);
  const faint = (sheet: typeof light, screen: "light" | "dark") =>
    lowContrastTexts(document, { sheet, screen }).map(({ element }) => element);
  const bright = {
    say: texts.faint,
    of: faint(light, "light"),
  };
  if (dark === null) return [bright];
  const night = {
    say: texts.faintInDark,
    of: faint(dark, "dark"),
  };
  return [bright, night];
}

/** Links and images of this installation get its public URL when the mail is drawn. */
function isOurs(address: string): boolean {
  return /^\/(email-assets|images)\//i.test(address);
}

/** One finding for each block that has the problem. */
function perPart({ say, of }: Finding, html: string): MailCheck[] {
  const parts = new Map<string, Element[]>();
  for (const element of of) {
    const id = element.closest(partSelector)?.id ?? "";
    parts.set(id, [...(parts.get(id) ?? []), element]);
  }
  return [...parts].map(([partId, elements]) => {
    const [first] = elements;
    const sentence = say(elements.length);
    if (partId !== "") return { sentence, partId };
    const place = first === undefined ? null : placeInSource(html, first);
    return place === null ? { sentence } : { sentence, place };
  });
}

/** Letters that may be wrong, missing or too many before a name is somebody's own and no slip. */
const editsMax = 2;

/** The merge field that was probably meant, such as `firstName` by `first_name` or `fristname`; null if none is similar. */
function nearestMergeField(name: string, custom: CustomNames): string | null {
  const wanted = plain(name);
  const [nearest] = [...knownMergeFields, ...custom.values()]
    .map((field) => ({ field, edits: editDistance({ wanted, known: plain(field) }) }))
    .sort((one, other) => one.edits - other.edits);
  return nearest !== undefined && nearest.edits <= editsMax ? nearest.field : null;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll("_", "");
}
