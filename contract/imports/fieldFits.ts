import type { FieldDefinition, FieldKind } from "../leads/customFields.ts";
import { lookOfName } from "../leads/lookOfName.ts";
import { choiceName } from "../leads/readFieldValue.ts";
import { leadLimits } from "../limits/leads.ts";
import type { ColumnChoice, ColumnFit, ImportField, ImportJob } from "../schemas/imports.ts";
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

/**
 * Columns that are called as a field is, by its label or its key: nobody has to choose these. Of our own file the server has
 * said which ones are fields, as others may be called the same.
 */
export function matchedFields(
  columns: readonly string[],
  { fields, exported }: { fields: readonly CustomField[]; exported?: ImportJob["exportedFields"] },
): ImportField[] {
  const taken = new Set<string>();
  return columns.flatMap((column) => {
    const field = exported ? fieldOf(column, { fields, exported }) : fieldCalled(column, fields);
    if (field === undefined || taken.has(field.key)) return [];
    taken.add(field.key);
    return [{ column, key: field.key }];
  });
}

type Exported = { fields: readonly CustomField[]; exported: NonNullable<ImportJob["exportedFields"]> };

function fieldOf(column: string, { fields, exported }: Exported): CustomField | undefined {
  const key = exported.find((one) => one.column === column)?.key;
  return fields.find((field) => field.key === key);
}

/** A label is what people see: the key of one field may be the label of another. */
function fieldCalled(column: string, fields: readonly CustomField[]): CustomField | undefined {
  const name = column.trim().toLowerCase();
  const look = lookOfName(column.slice(0, leadLimits.fieldLabelMax * 2));
  return (
    fields.find(({ label }) => label.toLowerCase() === name) ??
    fields.find(({ label }) => lookOfName(label) === look) ??
    fields.find(({ key }) => key.toLowerCase() === name)
  );
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
