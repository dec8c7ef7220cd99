import type { ReferenceTexts } from "../../contract/texts/pages/reference.ts";
import type { ApiSchema } from "./apiDocument.ts";

export type FieldRow = {
  /** Where it stands, as in `steps[].variants[].subject`. */
  path: string;
  type: string;
  /** The name of an object that is told of elsewhere on the page. */
  object: string | undefined;
  isRequired: boolean;
  rules: string;
};

/** Deeper than this nobody reads a table; the example goes all the way. */
const depthMax = 3;
const choicesMax = 24;

/** The fields of a schema, those inside of fields below them. What has a name of its own is told of there. */
export function fieldRows(schema: ApiSchema, texts: ReferenceTexts): FieldRow[] {
  const rows: FieldRow[] = [];
  const add = (within: ApiSchema, path: string, depth: number): void => {
    const inner = innermost(within);
    const required = new Set(inner.required ?? []);
    for (const [name, field] of Object.entries(inner.properties ?? {})) {
      const at = path === "" ? name : `${path}.${name}`;
      rows.push({
        path: at,
        isRequired: required.has(name),
        ...typeOf(field, texts),
        rules: rulesOf(field, texts),
      });
      if (depth < depthMax && objectOf(field) === undefined)
        add(field, listed(field) ? `${at}[]` : at, depth + 1);
    }
  };
  add(schema, listed(schema) ? "[]" : "", 1);
  return rows;
}

/** The object that a schema, or a list's entries, refer to. */
export function objectOf(schema: ApiSchema): string | undefined {
  const { $ref } = innermost(schema);
  return $ref?.split("/").at(-1);
}

export function typeOf(
  schema: ApiSchema,
  texts: ReferenceTexts,
): { type: string; object: string | undefined } {
  return { type: typeText(schema, texts), object: objectOf(schema) };
}

function typeText(schema: ApiSchema, texts: ReferenceTexts): string {
  const { one, limits } = texts;
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1) ?? "";
  const types = [schema.type ?? []].flat();
  const nullable = types.includes("null") || hasNull(schema);
  const plain = nonNull(schema);
  const ending = nullable ? ` ${limits.orNull}` : "";
  if (plain !== schema) return `${typeText(plain, texts)}${ending}`;
  if (schema.items !== undefined) return `${one.list(typeText(schema.items, texts))}${ending}`;
  const { additionalProperties: entries } = schema;
  if (schema.properties === undefined && typeof entries === "object")
    return `${one.map(typeText(entries, texts))}${ending}`;
  if (schema.anyOf !== undefined && schema.properties === undefined)
    return [...new Set(schema.anyOf.map((each) => typeText(each, texts)))].join(" | ");
  const named = types.filter((type) => type !== "null").join(" | ");
  const known = named || (schema.properties || schema.allOf ? "object" : one.any);
  return `${schema.format === undefined ? known : `${known}, ${schema.format}`}${ending}`;
}

export function rulesOf(schema: ApiSchema, texts: ReferenceTexts): string {
  const { limits, one } = texts;
  const plain = nonNull(schema);
  const choices = plain.enum?.filter((value) => value !== null) ?? [];
  const rules = [
    plain.description,
    plain.const === undefined ? undefined : JSON.stringify(plain.const),
    choices.length > 0 && choices.length <= choicesMax
      ? `${one.of} ${choices.map((value) => JSON.stringify(value)).join(", ")}`
      : undefined,
    spanOf(plain.minLength, plain.maxLength, limits.length),
    spanOf(plain.minItems, plain.maxItems, limits.items),
    spanOf(plain.minimum, plain.maximum, limits.value),
  ];
  return joinedRules(rules);
}

/** Rules in a row; a full stop stands at the end of the last alone. */
export function joinedRules(rules: readonly (string | undefined)[]): string {
  const said = rules.filter((rule) => rule !== undefined && rule !== "");
  return said.map((rule, at) => (at === said.length - 1 ? rule : rule?.replace(/\.$/, ""))).join("; ");
}

function spanOf(
  least: number | undefined,
  most: number | undefined,
  said: (least: number | undefined, most: number | undefined) => string,
): string | undefined {
  // That a number is safe to count with is no rule that anybody reads.
  const from = least === undefined || least <= Number.MIN_SAFE_INTEGER ? undefined : least;
  const to = most === undefined || most >= Number.MAX_SAFE_INTEGER ? undefined : most;
  return from === undefined && to === undefined ? undefined : said(from, to);
}

/** Without lists and null around it. */
function innermost(schema: ApiSchema): ApiSchema {
  const plain = nonNull(schema);
  return plain.items === undefined ? plain : innermost(plain.items);
}

function listed(schema: ApiSchema): boolean {
  return nonNull(schema).items !== undefined;
}

function hasNull({ anyOf, oneOf }: ApiSchema): boolean {
  return (anyOf ?? oneOf ?? []).some(({ type }) => type === "null");
}

/** Of a choice between something and null, the something. */
function nonNull(schema: ApiSchema): ApiSchema {
  const choices = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== "null");
  const [only] = choices;
  return hasNull(schema) && choices.length === 1 && only !== undefined ? only : schema;
}
