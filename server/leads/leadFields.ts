import type { Scope } from "../../contract/identity/scope.ts";
import {
  type FieldDefinition,
  type FieldPatch,
  type FieldValue,
  fieldByKey,
  type StoredFields,
} from "../../contract/leads/customFields.ts";
import { readFieldValue } from "../../contract/leads/readFieldValue.ts";
import { type Reason, reason } from "../../contract/reasons.ts";
import { refusedFor } from "../../contract/refused.ts";
import type { GivenFields } from "../../contract/schemas/leadFields.ts";
import { type CustomFieldRow, createCustomFieldStore } from "../../db/stores/leads/customFields.ts";
import type { Core } from "../core/core.ts";

/** What other services need to know of a workspace's fields to read and to show leads. */
export function createLeadFieldReader(core: Pick<Core, "database">) {
  const store = createCustomFieldStore(core.database);
  return async ({ workspaceId }: Pick<Scope, "workspaceId">): Promise<FieldDefinition[]> =>
    (await store.ownedBy(workspaceId)).map(definitionOf);
}

export function definitionOf({ id, key, label, kind, choices }: CustomFieldRow): FieldDefinition {
  return { id, key, label, kind, choices };
}

type ReadFields = { ok: true; patch: FieldPatch | null } | { ok: false; key: string; reason: Reason };

/** Values as a call has them, by key, in the form in which a lead keeps them; null where nothing is said. */
export function readFields(definitions: readonly FieldDefinition[], given: GivenFields): ReadFields {
  const entries = Object.entries(given ?? {});
  if (entries.length === 0) return { ok: true, patch: null };
  const patch: Record<string, FieldValue | null> = {};
  for (const [key, value] of entries) {
    const field = fieldByKey(definitions, key);
    if (field === undefined) return { ok: false, key, reason: reason("field_unknown", { key }) };
    const read = readFieldValue(field, value);
    if (!read.ok) return { ...read, key };
    patch[field.id] = read.value;
  }
  return { ok: true, patch };
}

/** @throws {Refusal} bad_request for a value that does not fit its field, or a field that is not there. */
export function patchOf(definitions: readonly FieldDefinition[], given: GivenFields): FieldPatch | null {
  const read = readFields(definitions, given);
  if (!read.ok) throw refusedFor("bad_request", read.reason, { field: `fields.${read.key}` });
  return read.patch;
}

/** What of a patch there is to keep for a lead that had nothing, or of which nothing is taken away. */
export function valuesIn(patch: FieldPatch | null): StoredFields {
  const given = Object.entries(patch ?? {}).filter(
    (entry): entry is [string, FieldValue] => entry[1] !== null,
  );
  return given.length === 0 ? null : Object.fromEntries(given);
}
