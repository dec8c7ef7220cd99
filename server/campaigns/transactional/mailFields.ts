import {
  type CustomNames,
  compileTemplate,
  isMergeField,
  type MergeValues,
  mergeFieldsIn,
} from "../../../contract/mergeFields.ts";
import { refused } from "../../../contract/refused.ts";

/** The texts of a mail that may name fields. */
export type MailTexts = { subject: string; html: string; text: string | null };

/**
 * The names that a mail gives its fields, beside those that every mail knows: whatever stands in braces is a field, since
 * its values come with the call. As with a workspace's own fields case does not matter.
 */
export function namesIn({ subject, html, text }: MailTexts): CustomNames {
  const names = mergeFieldsIn(`${subject}\n${html}\n${text ?? ""}`).filter((name) => !isMergeField(name));
  return new Map(names.map((name) => [name.toLowerCase(), name.toLowerCase()]));
}

/** What of the fields a mail says when there is no value: those without a fallback. */
export function neededFields({ subject, html, text }: MailTexts, names: CustomNames): Set<string> {
  const needed = new Set<string>();
  for (const said of [subject, html, text ?? ""])
    for (const segment of compileTemplate(said, names))
      if (typeof segment !== "string" && segment.fallback === "") needed.add(segment.field);
  return needed;
}

type Given = Readonly<Record<string, string>> | undefined;

const unsubscribeField = "unsubscribeUrl";

/**
 * One recipient's values, their own before those of all, by the names of the fields; `place` is where their own stand
 * in the call.
 * @throws {Refusal} bad_request where a field that has no fallback has no value. An empty one is a value: somebody said
 * so; but for the way out, which stands where a link leads to.
 */
export function valuesFor(
  { email, shared, own, place }: { email: string; shared: Given; own: Given; place: string },
  needed: ReadonlySet<string>,
): MergeValues {
  const values = new Map<string, string>([["email", email]]);
  for (const [name, value] of [...Object.entries(shared ?? {}), ...Object.entries(own ?? {})])
    values.set(isMergeField(name) ? name : name.toLowerCase(), value);
  const leadsTo = values.get(unsubscribeField);
  if (leadsTo !== undefined && !/^(https?:\/\/|mailto:)\S+$/i.test(leadsTo))
    throw refused("way_out_not_address", {}, { field: place });
  for (const field of needed)
    if (!values.has(field))
      throw field === unsubscribeField
        ? refused("way_out_missing", {}, { field: place })
        : refused("value_missing", { field, email }, { field: place });
  return Object.fromEntries(values);
}
