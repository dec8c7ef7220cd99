/** What stands where a merge field is put into a text. */
export const mergeField = {
  insert: "Insert a merge field",
  field: "Merge field…",
};
