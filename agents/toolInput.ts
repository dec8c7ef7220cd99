import { z } from "zod";
import type { Endpoint } from "../contract/endpoint.ts";
import type { EndpointKey } from "../contract/endpoints.ts";

type JsonSchema = Record<string, unknown> & {
  properties?: Record<string, unknown>;
  required?: string[];
  $defs?: Record<string, unknown>;
};

/** The parts of a call, as a client of the contract takes them. */
export type CallParts = {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
};

/** Makes any call of the contract; throws a `Refusal` as `createClient` does. */
export type MakeCall = (key: EndpointKey, parts: CallParts, idempotencyKey?: string) => Promise<unknown>;

const partNames = ["params", "query", "body"] as const;

/**
 * What a tool takes, as one flat JSON Schema object: the call's path, query and body side by side. What a schema says
 * over several fields at once (`anyOf`) is left to the server, since models are not given it at the top.
 */
export function inputSchemaOf(endpoint: Endpoint): { type: "object" } & JsonSchema {
  const whole: { type: "object" } & Required<Pick<JsonSchema, "properties" | "required" | "$defs">> = {
    type: "object",
    properties: {},
    required: [],
    $defs: {},
  };
  for (const name of partNames) {
    const { properties, required, $defs } = schemaOf(endpoint[name]);
    Object.assign(whole.properties, properties);
    whole.required.push(...(required ?? []));
    Object.assign(whole.$defs, $defs);
  }
  return { ...whole, required: [...new Set(whole.required)] };
}

/** Puts what a tool was given back where the call has it. */
export function callPartsOf(endpoint: Endpoint, given: Record<string, unknown>): CallParts {
  const parts: Record<"params" | "query" | "body", Record<string, unknown>> = {
    params: {},
    query: {},
    body: {},
  };
  const fallback = endpoint.body === undefined ? "query" : "body";
  const named = (["params", "query"] as const).map(
    (place) => [place, schemaOf(endpoint[place]).properties ?? {}] as const,
  );
  for (const [field, value] of Object.entries(given)) {
    const place = named.find(([, fields]) => Object.hasOwn(fields, field))?.[0] ?? fallback;
    parts[place][field] = value;
  }
  return {
    ...(endpoint.params === undefined ? {} : { params: asTexts(parts.params) }),
    ...(endpoint.query === undefined && Object.keys(parts.query).length === 0 ? {} : { query: parts.query }),
    ...(endpoint.body === undefined ? {} : { body: parts.body }),
  };
}

/** The names of what a call answers, where that is one thing. */
export function answeredBy({ answer }: Endpoint): string[] {
  return answer instanceof z.ZodObject ? Object.keys(answer.shape) : [];
}

/** What a part takes, as it is sent; nothing where the call has no such part. */
function schemaOf(part: z.ZodType | undefined): JsonSchema {
  if (part === undefined) return {};
  return z.toJSONSchema(part, { io: "input", unrepresentable: "any" }) as JsonSchema;
}

function asTexts(params: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
}
