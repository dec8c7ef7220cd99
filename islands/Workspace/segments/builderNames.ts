import type { FieldDefinition } from "../../../contract/leads/customFields.ts";

export type Named = { id: string; name: string };

/** What a question may name, and what people call it. */
export type BuilderNames = {
  fields: readonly FieldDefinition[];
  collections: readonly Named[];
  campaigns: readonly Named[];
};
