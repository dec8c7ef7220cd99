import { unknownFields } from "../../contract/imports/blankFields.ts";
import { designLimits } from "../../contract/limits/design.ts";
import type { CustomNames } from "../../contract/mergeFields.ts";
import type { SendPlan } from "../../contract/schemas/preflight.ts";
import { sampleAddress, samplesIn } from "../../mail/design/samples.ts";
import { showsUnsubscribeLink } from "../sending/mail/unsubscribeFooter.ts";

type Warnings = SendPlan["warnings"];

/** What a careful person would look at in a mail before it goes to many. */
export function* contentWarnings({
  subject,
  html,
  custom,
}: {
  subject: string;
  html: string;
  custom?: CustomNames;
}): Generator<void, Warnings> {
  const unknown = unknownFields(`${subject}\n${html}`, custom);
  yield;
  const insecure = insecureLinks(html);
  yield;
  const bytes = Buffer.byteLength(html);
  const warnings: Warnings = [];
  if (unknown.length > 0)
    warnings.push({
      kind: "unknownFields",
      text: `${named(unknown)} ${unknown.length === 1 ? "is no merge field and stays as it is" : "are no merge fields and stay as they are"}.`,
    });
  const samples = [...samplesIn(subject), ...samplesIn(html)].map((sample) => `“${sample}”`);
  yield;
  if (leadsToSample(html)) samples.push("links to example.com");
  if (samples.length > 0)
    warnings.push({ kind: "samples", text: `Still a sample, not your own: ${samples.join(", ")}.` });
  if (!(yield* showsUnsubscribeLink(html)))
    warnings.push({
      kind: "noUnsubscribe",
      text: "The template has no unsubscribe link; one is added at its end.",
    });
  if (insecure > 0)
    warnings.push({
      kind: "insecureLinks",
      text: insecure === 1 ? "1 link is not secure (http)." : `${insecure} links are not secure (http).`,
    });
  if (bytes > designLimits.clipBytes)
    warnings.push({
      kind: "clipped",
      text: `The mail has ${Math.ceil(bytes / 1024)} kB; Gmail cuts off what is longer than 102.`,
    });
  return warnings;
}

/** Leads that a field stays blank for; `missing` counts them by field, of so many recipients. */
export function missingWarning(missing: ReadonlyMap<string, number>, recipients: number): Warnings {
  return [...missing].map(([field, count]) => ({
    kind: "missingValues",
    text: `{{${field}}} stays blank for ${count} of ${recipients}. A fallback fills the gap: {{${field}|…}}.`,
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

function named(fields: readonly string[]): string {
  return fields.map((field) => `{{${field}}}`).join(", ");
}
