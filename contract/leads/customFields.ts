/**
 * Fields that a workspace adds to its leads. A lead keeps its values by the field's id, and that of a choice by the
 * choice's id: a new name for either changes no lead. People and programs see keys and names.
 */

export const fieldKinds = ["text", "number", "date", "yesNo", "choice"] as const;
export type FieldKind = (typeof fieldKinds)[number];

export type FieldChoice = { id: string; name: string };

/** What has to be known of a field to read and to show its values. */
export type FieldDefinition = {
  id: string;
  /** What merge fields and calls name it by; it stays when the label changes. */
  key: string;
  label: string;
  kind: FieldKind;
  /** None unless the kind is "choice". */
  choices: readonly FieldChoice[];
};

/** A text, a number, a day as YYYY-MM-DD, or a yes or no; of a choice its id where it is stored, and its name elsewhere. */
export type FieldValue = string | number | boolean;

/** As a lead keeps them, by the ids of fields; null for a lead that has none. */
export type StoredFields = Readonly<Record<string, FieldValue>> | null;
/** The same with null for what is taken away. */
export type FieldPatch = Readonly<Record<string, FieldValue | null>>;

/** As people and programs see them, by key. */
export type FieldValues = Record<string, FieldValue>;

/** What of a lead's values can be shown: those of fields and of choices that there are. */
export function fieldValuesOf(definitions: readonly FieldDefinition[], stored: StoredFields): FieldValues {
  const values: FieldValues = {};
  if (stored === null) return values;
  for (const field of definitions) {
    const value = shownValue(field, stored[field.id]);
    if (value !== null) values[field.key] = value;
  }
  return values;
}

function shownValue({ kind, choices }: FieldDefinition, value: FieldValue | undefined): FieldValue | null {
  if (value === undefined) return null;
  return kind === "choice" ? (choices.find(({ id }) => id === value)?.name ?? null) : value;
}

/** The field that somebody names by its key, whatever its case. */
export function fieldByKey<F extends { key: string }>(fields: readonly F[], key: string): F | undefined {
  const wanted = key.toLowerCase();
  return fields.find((field) => field.key.toLowerCase() === wanted);
}
