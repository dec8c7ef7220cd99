import type { Scope } from "../../contract/identity/scope.ts";
import { type FieldDefinition, fieldByKey } from "../../contract/leads/customFields.ts";
import { leadLimits } from "../../contract/limits/leads.ts";
import { refused } from "../../contract/refused.ts";
import type { ImportChoice, ImportField } from "../../contract/schemas/imports.ts";
import type { CustomFieldInput } from "../../contract/schemas/leadFields.ts";
import type { Core } from "../core/core.ts";
import { createCustomFieldService, createLeadFieldReader } from "../leads/index.ts";
import type { Reading, StartedField } from "./thread/messages.ts";

type NewField = Extract<ImportField, { label: string }>;

/** The custom fields that columns become. New ones are created, all of them or none. */
export function createImportFields(core: Core) {
  const customFields = createCustomFieldService(core);
  const definitionsOf = createLeadFieldReader(core);

  /** @throws {Refusal} bad_request for a field that does not exist or is named twice; conflict as when one is added. */
  return async function fieldsFor(
    scope: Scope,
    { reading, choice }: { reading: Reading; choice: ImportChoice },
  ): Promise<StartedField[]> {
    const { fields = [] } = choice;
    if (fields.length === 0) return [];
    const definitions = await definitionsOf(scope);
    const known = fields.flatMap((field) => ("key" in field ? [knownField(field, definitions)] : []));
    refuseTwice(known);
    const fresh = fields.filter((field): field is NewField => !("key" in field));
    const added = await customFields.addAll(
      scope,
      fresh.map((field) => inputOf(field, reading)),
    );
    const made = added.map((definition, index) => ({ column: fresh[index]?.column ?? "", definition }));
    return [...known, ...made];
  };
}

function knownField(
  { column, key }: Extract<ImportField, { key: string }>,
  definitions: readonly FieldDefinition[],
): StartedField {
  const definition = fieldByKey(definitions, key);
  if (definition === undefined) throw refused("field_unknown", { key });
  return { column, definition };
}

function refuseTwice(known: readonly StartedField[]): void {
  const seen = new Set<string>();
  for (const { definition } of known) {
    if (seen.has(definition.id)) throw refused("field_for_two_columns", { field: definition.label });
    seen.add(definition.id);
  }
}

/** For a field of choices, the distinct cells of the column are the choices. */
function inputOf({ column, label, kind, newKey }: NewField, { fits }: Reading): CustomFieldInput {
  const input = { label, kind, ...(newKey === undefined ? {} : { key: newKey }) };
  if (kind !== "choice") return input;
  const values = fits.find((fit) => fit.column === column)?.values ?? [];
  if (values.length === 0) throw refused("field_choices_missing", { max: leadLimits.choicesMax });
  return { ...input, choices: values.map(({ value }) => value) };
}
