import {
  type CustomNames,
  compileTemplate,
  knownField,
  type MergeValues,
  mergeFieldsIn,
  noCustomNames,
  withFieldsInLinks,
} from "../mergeFields.ts";

/** The fields of a text that stay blank with these values: known ones without a value and without a fallback. */
export function blankFields(text: string, values: MergeValues, custom?: CustomNames): string[] {
  const blank = compileTemplate(withFieldsInLinks(text), custom).flatMap((segment) => {
    if (typeof segment === "string" || segment.field === "unsubscribeUrl") return [];
    return segment.fallback === "" && !values[segment.field] ? [segment.field] : [];
  });
  return [...new Set(blank)];
}

/** Fields that no lead has, as a person mistyped them. */
export function unknownFields(text: string, custom = noCustomNames): string[] {
  return mergeFieldsIn(withFieldsInLinks(text)).filter((name) => knownField(name, custom) === undefined);
}
