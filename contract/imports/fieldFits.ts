import type { FieldDefinition, FieldKind } from "../leads/customFields.ts";
import { choiceName } from "../leads/readFieldValue.ts";
import { leadLimits } from "../limits/leads.ts";
import type { ColumnChoice, ColumnFit, ImportField } from "../schemas/imports.ts";
import type { CustomField } from "../schemas/leadFields.ts";

/**
 * Columns that neither say who a lead is nor whether they want mail, in the order of the file. A column that only stands
 * in where another one is blank is there too: a company is worth keeping, also where it is a first name to some.
 */
export function otherColumns(columns: readonly string[], chosen: ColumnChoice): string[] {
  const { firstName, lastName, email, phone, unsubscribed, subscribed, consent = [] } = chosen;
  const first = [firstName, lastName, email, phone].flatMap((names) => names.slice(0, 1));
  const used = new Set([...first, ...unsubscribed, ...subscribed, ...consent]);
  return columns.filter((column) => !used.has(column));
}

/** Columns that are called as a field is, by its label or its key: nobody has to choose these. */
export function matchedFields(columns: readonly string[], fields: readonly CustomField[]): ImportField[] {
  const taken = new Set<string>();
  return columns.flatMap((column) => {
    const name = column.trim().toLowerCase();
    const field = fields.find(({ key, label }) => [key, label].some((text) => text.toLowerCase() === name));
    if (field === undefined || taken.has(field.key)) return [];
    taken.add(field.key);
    return [{ column, key: field.key }];
  });
}

/** A new field for a column: called as it is, of the kind that its cells seem to be of. */
export function newFieldFor(column: string, fits: readonly ColumnFit[], kind?: FieldKind): ImportField {
  return {
    column,
    label: column.trim().slice(0, leadLimits.fieldLabelMax),
    kind: kind ?? fitOf(column, fits)?.kind ?? "text",
  };
}

export function fitOf(column: string, fits: readonly ColumnFit[]): ColumnFit | undefined {
  return fits.find((fit) => fit.column === column);
}

/** How many cells of a column do not fit a field; "unknown" where too many different ones were there to be counted. */
export function unfitCount(
  fit: ColumnFit | undefined,
  { kind, choices }: Pick<FieldDefinition, "kind"> & { choices: readonly { name: string }[] },
): number | "unknown" {
  if (fit === undefined) return 0;
  if (kind !== "choice") return fit.unfit[kind];
  if (fit.values === null) return "unknown";
  const known = new Set(choices.map(({ name }) => choiceName(name)));
  return fit.values
    .filter(({ value }) => !known.has(choiceName(value)))
    .reduce((sum, { count }) => sum + count, 0);
}
