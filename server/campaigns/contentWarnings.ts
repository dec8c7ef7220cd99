import { strayTags } from "../../contract/foreignTags/findForeignTags.ts";
import { shownTags } from "../../contract/foreignTags/shownTags.ts";
import { unknownFields } from "../../contract/imports/blankFields.ts";
import { clickLimits } from "../../contract/limits/clicks.ts";
import { designLimits } from "../../contract/limits/design.ts";
import type { CustomNames } from "../../contract/mergeFields.ts";
import type { SendPlan } from "../../contract/schemas/preflight.ts";
import { answerTexts } from "../../contract/texts/answers.ts";
import { sampleAddress, samplesIn } from "../../mail/design/samples.ts";
import { inTexts } from "../core/inWords.ts";
import { finishing } from "../sending/mail/composition.ts";
import { findingLinks } from "../sending/mail/findLinks.ts";
import { type DeadAddresses, deadAddresses } from "./deadAddresses.ts";

type Warnings = SendPlan["warnings"];

/** What a careful person would look at in a mail before it goes to many. */
export function* contentWarnings({
  subject,
  html,
  custom,
  countsAt = null,
}: {
  subject: string;
  html: string;
  custom?: CustomNames;
  /** Where the installation counts clicks; null where those on these links are not. */
  countsAt?: string | null;
}): Generator<void, Warnings> {
  const texts = inTexts(answerTexts).warnings;
  const unknown = unknownFields(`${subject}\n${html}`, custom);
  yield;
  const stray = strayTags(`${subject}\n${html}`, custom);
  yield;
  const insecure = insecureLinks(html);
  yield;
  const dead = yield* deadAddresses(html);
  const written = yield* finishing(html, { hasUnsubscribeLink: false });
  const sent = yield* finishing(html);
  const bytes = yield* sentBytes(sent, { custom, countsAt });
  const warnings: Warnings = [];
  if (unknown.length > 0)
    warnings.push({
      kind: "unknownFields",
      text: texts.unknownFields(unknown.map((field) => `{{${field}}}`)),
    });
  if (stray.length > 0) warnings.push({ kind: "foreignTags", text: texts.foreignTags(shownTags(stray)) });
  const samples = [...samplesIn(subject), ...samplesIn(html)].map(texts.sample);
  yield;
  if (leadsToSample(html)) samples.push(texts.sampleLinks);
  if (samples.length > 0) warnings.push({ kind: "samples", text: texts.samples(samples) });
  // It gets one where it shows none of its own.
  if (sent !== written) warnings.push({ kind: "noUnsubscribe", text: texts.noUnsubscribe });
  if (insecure > 0) warnings.push({ kind: "insecureLinks", text: texts.insecureLinks(insecure) });
  if (dead.links.count > 0) warnings.push({ kind: "deadLinks", text: texts.deadLinks(shown(dead.links)) });
  if (dead.pictures.count > 0)
    warnings.push({ kind: "deadPictures", text: texts.deadPictures(shown(dead.pictures)) });
  if (bytes > designLimits.clipBytes)
    warnings.push({ kind: "clipped", text: texts.clipped(Math.ceil(bytes / 1024)) });
  return warnings;
}

/** Of a mail as it goes out, its links at their longer addresses where those count them. */
function* sentBytes(
  sent: string,
  { custom, countsAt }: { custom: CustomNames | undefined; countsAt: string | null },
): Generator<void, number> {
  const bytes = Buffer.byteLength(sent);
  if (countsAt === null) return bytes;
  const found = yield* findingLinks(sent, { ownOrigin: countsAt, custom });
  const each = countsAt.length + clickLimits.addressBytes;
  return found.reduce((sum, { start, end }) => sum + each - (end - start), bytes);
}

function shown({ count, first }: DeadAddresses): DeadAddresses {
  const max = designLimits.addressCharactersShown;
  const characters = [...first.slice(0, 2 * max)];
  return { count, first: characters.length > max ? `${characters.slice(0, max).join("")}…` : first };
}

/** Leads that a field stays blank for; `missing` counts them by field, of so many recipients. */
export function missingWarning(missing: ReadonlyMap<string, number>, recipients: number): Warnings {
  return [...missing].map(([field, count]) => ({
    kind: "missingValues",
    text: inTexts(answerTexts).warnings.missingValues({ field, count, recipients }),
  }));
}

function leadsToSample(html: string): boolean {
  return new RegExp(`<a\\s[^<>]{0,2000}?href\\s{0,9}=\\s{0,9}["']?${sampleAddress}/?["'\\s>]`, "i").test(
    html,
  );
}

/** Only what is written in the template: a link made of a merge field is nobody's to judge here. */
function insecureLinks(html: string): number {
  // No tag is looked through past the next one's beginning, so that a mail of nothing but "<a" takes no longer.
  return html.match(/<a\s[^<>]{0,2000}?href\s{0,9}=\s{0,9}["']?http:\/\//gi)?.length ?? 0;
}
