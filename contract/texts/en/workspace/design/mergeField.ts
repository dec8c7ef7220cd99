/** What stands where a merge field is put into a text. */
export const mergeField = {
  insert: "Insert a merge field",
  /** Beside one of several fields, by its label. */
  insertInto: (label: string) => `Insert a merge field: ${label}`,
  insertInText: "Insert a merge field into the text",
  field: "Merge field…",
};
