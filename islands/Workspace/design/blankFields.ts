import { compileTemplate, type MergeField, type MergeValues } from "../../../contract/mergeFields.ts";

/** The fields of a text that this lead has nothing for and that have no word in their place. */
export function blankFields(text: string, values: MergeValues): MergeField[] {
  const blank = compileTemplate(text).flatMap((segment) =>
    typeof segment !== "string" && segment.fallback === "" && (values[segment.field] ?? "") === ""
      ? [segment.field]
      : [],
  );
  return [...new Set(blank)];
}
