import { isMomentName } from "../../../contract/isoDates.ts";

type Schema = { properties?: Record<string, Schema>; patternProperties?: Record<string, object> };

/** What `dates=iso` puts beside an object's moments, which has to fit wherever there are any. */
const beside = {
  "(^at|At|Until)Iso$": {
    type: ["string", "null"],
    format: "date-time",
    description: "The moment beside it in ISO 8601, in UTC; there where `dates=iso` asks for it",
  },
};

/** The document whose objects with moments say what may stand beside these. */
export function withIsoMoments(document: Record<string, unknown>): Record<string, unknown> {
  say(document.components);
  say(document.paths);
  return document;
}

function say(part: unknown): void {
  if (typeof part !== "object" || part === null) return;
  const { properties } = part as Schema;
  if (properties !== undefined && Object.keys(properties).some(isMomentName))
    (part as Schema).patternProperties = beside;
  for (const [name, each] of Object.entries(part))
    if (name !== "requestBody" && name !== "example") say(each);
}
