import { bodyExamples } from "./bodyExamples.ts";
import { exampleTexts, exampleTime, exampleValues } from "./exampleValues.ts";

/** What the product's schemas have of JSON Schema 2020-12, as far as an example has to keep it. */
type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  examples?: unknown[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  minItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};
type Media = Record<string, { schema?: Schema; example?: unknown; examples?: unknown }>;
type Parameter = { name: string; schema: Schema; example?: unknown };
type Operation = {
  parameters?: Parameter[];
  requestBody?: { content: Media };
  responses: Record<string, { content?: Media }>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

/** Questions are trees, and a tree in an example ends somewhere. */
const depthMax = 7;

/**
 * The document with an example of each parameter, each body and each answer in JSON, made from the schemas: so none is
 * missing, and none is of yesterday. A body has what is required, an answer all that there is.
 */
export function withExamples(document: Record<string, unknown>): Record<string, unknown> {
  const { paths, components } = document as unknown as Document;
  const make = exampleMaker(components.schemas);
  const fill = (content: Media | undefined) => {
    for (const [type, media] of Object.entries(content ?? {})) {
      if (type !== "application/json" || media.schema === undefined || media.examples !== undefined) continue;
      media.example = make(media.schema, { whole: true });
    }
  };
  for (const { key, operation } of operationsOf(paths)) {
    for (const parameter of operation.parameters ?? [])
      parameter.example ??= make(parameter.schema, { whole: true, name: parameter.name });
    const body = operation.requestBody?.content["application/json"];
    const told = (bodyExamples as Record<string, unknown>)[key];
    if (body !== undefined) body.example = told ?? make(body.schema ?? {}, { whole: false });
    for (const answer of Object.values(operation.responses)) fill(answer.content);
  }
  return document;
}

function operationsOf(paths: Document["paths"]): { key: string; operation: Operation }[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      key: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
}

type Asked = { whole: boolean; name?: string; depth?: number };

function exampleMaker(schemas: Record<string, Schema>) {
  const flat = (schema: Schema): Schema => {
    if (schema.$ref !== undefined) return flat(schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {});
    const parts = schema.allOf ?? [];
    return parts.reduce((sum: Schema, part) => joined(sum, flat(part)), { ...schema, allOf: [] });
  };

  function make(given: Schema, asked: Asked): unknown {
    const schema = flat(given);
    const { name = "", depth = 0 } = asked;
    if (schema.const !== undefined) return schema.const;
    const known = [...(exampleValues[name] ?? []), ...timeNamed(name)].find((value) => fits(schema, value));
    if (known !== undefined) return known;
    if (schema.examples?.length) return schema.examples[0];
    if (schema.enum !== undefined) return schema.enum[0];
    const choices = schema.oneOf ?? (schema.properties ? undefined : schema.anyOf);
    if (choices?.length) return make(choices.find((choice) => flat(choice).type !== "null") ?? {}, asked);
    return ofType(typeOf(schema), schema, { ...asked, depth });
  }

  function ofType(type: string | undefined, schema: Schema, asked: Asked & { depth: number }): unknown {
    switch (type) {
      case "string":
        return exampleTexts.find((text) => fits(schema, text)) ?? "";
      case "integer":
      case "number":
        return Math.min(Math.max(schema.minimum ?? 1, 1), schema.maximum ?? Number.MAX_SAFE_INTEGER);
      case "boolean":
        return true;
      case "null":
        return null;
      case "array":
        return list(schema, asked);
      case "object":
        return object(schema, asked);
      default:
        return {};
    }
  }

  function list(schema: Schema, { depth, ...asked }: Asked & { depth: number }): unknown[] {
    const least = schema.minItems ?? 0;
    if (depth >= depthMax && least === 0) return [];
    const length = Math.max(1, least);
    return Array.from({ length }, () => make(schema.items ?? {}, { ...asked, depth: depth + 1 }));
  }

  function object(schema: Schema, { whole, depth }: Asked & { depth: number }): Record<string, unknown> {
    const required = new Set([...(schema.required ?? []), ...firstChoice(schema)]);
    const entries = Object.entries(schema.properties ?? {})
      .filter(([name]) => required.has(name) || (whole && depth < depthMax))
      .map(([name, part]) => [name, make(part, { whole, name, depth: depth + 1 })]);
    return Object.fromEntries(entries);
  }

  return make;
}

/** Of several alternative sets of fields, the first. */
function firstChoice({ anyOf, allOf: _ }: Schema): string[] {
  return anyOf?.[0]?.required ?? [];
}

function joined(sum: Schema, part: Schema): Schema {
  const chosen = part.anyOf?.[0]?.required ?? [];
  return {
    ...part,
    ...sum,
    properties: { ...part.properties, ...sum.properties },
    required: [...(sum.required ?? []), ...(part.required ?? []), ...chosen],
  };
}

/** A value that may be null is more telling when it is not. */
function typeOf({ type, properties }: Schema): string | undefined {
  if (Array.isArray(type)) return type.find((each) => each !== "null");
  return type ?? (properties === undefined ? undefined : "object");
}

function timeNamed(name: string): number[] {
  return /(At|Until)$|^at$/.test(name) ? [exampleTime] : [];
}

/** Whether a schema allows a text, a number, or a list of texts; of anything else nothing is known here. */
function fits(schema: Schema, value: unknown): boolean {
  const types = [schema.type ?? []].flat();
  if (schema.enum !== undefined && !schema.enum.includes(value)) return false;
  if (typeof value === "string") return types.includes("string") && fitsText(schema, value);
  if (typeof value === "number")
    return (
      (types.includes("number") || (types.includes("integer") && Number.isInteger(value))) &&
      value >= (schema.minimum ?? value) &&
      value <= (schema.maximum ?? value)
    );
  if (value === null) return types.includes("null");
  if (Array.isArray(value))
    return types.includes("array") && value.every((each) => fits(schema.items ?? {}, each));
  return types.includes("object") && schema.properties === undefined;
}

function fitsText(
  { pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema,
  text: string,
): boolean {
  if (text.length < minLength || text.length > maxLength) return false;
  return pattern === undefined || new RegExp(pattern, "u").test(text);
}
