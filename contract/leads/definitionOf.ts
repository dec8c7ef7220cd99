import type { CustomField } from "../schemas/leadFields.ts";
import type { FieldDefinition } from "./customFields.ts";

/** A field as the wire has it, for whoever reads values of it. */
export function definitionOf({ _id: id, key, label, kind, choices }: CustomField): FieldDefinition {
  return { id, key, label, kind, choices: choices.map((choice) => ({ id: choice._id, name: choice.name })) };
}
