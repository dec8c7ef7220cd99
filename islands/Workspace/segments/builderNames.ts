import type { FieldDefinition } from "../../../contract/leads/customFields.ts";

export type Named = { id: string; name: string };

/** The names of everything that a question may refer to. */
export type BuilderNames = {
  fields: readonly FieldDefinition[];
  collections: readonly Named[];
  campaigns: readonly Named[];
};
