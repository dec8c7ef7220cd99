import Ajv2020 from "ajv/dist/2020.js";
import fc from "fast-check";

/** What this product's documents use of JSON Schema 2020-12. */
export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  examples?: string[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, JsonSchema>;
  propertyNames?: JsonSchema;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  not?: JsonSchema;
};

export type Components = Record<string, JsonSchema>;

const textLengthMax = 100;
const listLengthMax = 4;

/**
 * Judges values by a document's schemas, as any user of the document would.
 * `unicodeRegExp` reads patterns as RFC 9485 and ECMA-262 with the flag u do.
 */
export function judgeOf(components: Components): (schema: JsonSchema) => (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, unicodeRegExp: true, validateFormats: false });
  ajv.addSchema({ $id: "document", components: { schemas: components } });
  // Hundreds of operations refuse a call in the same words, and each compiling takes milliseconds.
  const kept = new Map<string, (value: unknown) => boolean>();
  return (schema) => {
    const text = JSON.stringify(schema);
    const judge = kept.get(text) ?? ajv.compile(pointedInto(schema) as object);
    kept.set(text, judge);
    return judge;
  };
}

/** References of the document lead into the schema that `judgeOf` has added under the name "document". */
function pointedInto(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(pointedInto);
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === "$ref" ? `document${String(value)}` : pointedInto(value),
    ]),
  );
}

/** Values that a schema allows. What a combination of rules leaves out besides is up to `judgeOf`. */
export function valuesOf(schema: JsonSchema, components: Components): fc.Arbitrary<unknown> {
  const of = (part: JsonSchema) => valuesOf(part, components);
  if (schema.$ref !== undefined) return of(components[schema.$ref.split("/").at(-1) ?? ""] ?? {});
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.oneOf ?? (schema.properties ? undefined : schema.anyOf);
  if (choices !== undefined) return fc.oneof(...choices.map(of));
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
  if (types.length === 0) return fc.jsonValue({ maxDepth: 3 });
  return fc.oneof(...types.map((type) => ofType(type, schema, of)));
}

function ofType(
  type: string,
  schema: JsonSchema,
  of: (part: JsonSchema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9 });
    case "number":
      return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true });
    case "string":
      return texts(schema);
    case "array":
      return fc.array(of(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? listLengthMax, Math.max(listLengthMax, schema.minItems ?? 0)),
      });
    default:
      return objects(schema, of);
  }
}

function texts({
  format,
  pattern,
  examples,
  minLength = 0,
  maxLength = textLengthMax,
}: JsonSchema): fc.Arbitrary<string> {
  const fits = (text: string) => text.length >= minLength && text.length <= maxLength;
  if (format === "email") return fc.emailAddress().filter(fits);
  // A pattern that looks ahead cannot be turned round, so a document that has one gives examples too.
  if (examples !== undefined) return fc.constantFrom(...examples);
  if (pattern !== undefined) {
    const whole = new RegExp(pattern, "u");
    return fc.stringMatching(whole, { maxLength: Math.min(maxLength, textLengthMax) }).filter(fits);
  }
  return fc
    .string({ unit: "binary", minLength, maxLength: Math.max(minLength, Math.min(maxLength, textLengthMax)) })
    .filter(fits);
}

function objects(schema: JsonSchema, of: (part: JsonSchema) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const { properties, propertyNames, additionalProperties } = schema;
  if (properties === undefined) {
    const values = typeof additionalProperties === "object" ? of(additionalProperties) : fc.jsonValue();
    const names = propertyNames?.pattern
      ? (of(propertyNames) as fc.Arbitrary<string>)
      : fc.string({ maxLength: 12 });
    return fc.dictionary(names, values, { maxKeys: listLengthMax });
  }
  const arbitraries = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, of(part)]));
  // Where one of several sets of fields has to be there, each set is as likely as the next.
  const sets = (schema.anyOf ?? [{}]).map((choice) =>
    fc.record(withChoice(arbitraries, choice, of), {
      requiredKeys: [...new Set([...(schema.required ?? []), ...(choice.required ?? [])])],
    }),
  );
  return fc.oneof(...sets);
}

function withChoice(
  arbitraries: Record<string, fc.Arbitrary<unknown>>,
  choice: JsonSchema,
  of: (part: JsonSchema) => fc.Arbitrary<unknown>,
): Record<string, fc.Arbitrary<unknown>> {
  const narrowed = Object.entries(choice.properties ?? {}).map(([name, part]) => [name, of(part)]);
  return { ...arbitraries, ...Object.fromEntries(narrowed) };
}
