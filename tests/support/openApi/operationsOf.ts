import fc from "fast-check";
import { type Components, type JsonSchema, judgeOf, valuesOf } from "./valuesOf.ts";

type Media = Record<
  string,
  { schema: JsonSchema; examples?: Record<string, { value: { message: string; reason: string } }> }
>;
type Parameter = { in: "path" | "query" | "header"; name: string; required?: boolean; schema: JsonSchema };
type OperationObject = {
  security?: unknown[];
  parameters?: Parameter[];
  requestBody?: { content: Media };
  responses: Record<string, AnswerObject>;
};
type AnswerObject = { content?: Media };
export type OpenApiDocument = {
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: Components; responses: Record<string, AnswerObject> };
};

/** A call as it goes out. */
export type WrittenCall = {
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
};

export type Operation = {
  key: string;
  method: string;
  needsSession: boolean;
  bodyType: string | null;
  /** Calls that the document allows. */
  validCalls: fc.Arbitrary<WrittenCall>;
  /** Calls with a body of any shape. */
  anyCalls: fc.Arbitrary<WrittenCall>;
  /** The media types of an answer, or null where the document has no such status. */
  mediaOf(status: number): string[] | null;
  /** Whether the document says that a well-formed call may be refused with this sentence. */
  tellsOf(sentence: string): boolean;
  /** The reasons of these. */
  reasonsTold: string[];
  /** Whether the document allows this JSON as the answer of this status. */
  allows(status: number, json: unknown): boolean;
};

/** Every operation of a document, with what a caller who has nothing but the document would send. */
export function operationsOf(document: OpenApiDocument): Operation[] {
  const components = document.components.schemas;
  const judge = judgeOf(components);
  // What answers share stands in the document once.
  const whole = (answers: Record<string, AnswerObject & { $ref?: string }>) =>
    Object.fromEntries(
      Object.entries(answers).map(([status, { $ref, ...answer }]) => [
        status,
        $ref === undefined ? answer : (document.components.responses[$ref.split("/").at(-1) ?? ""] ?? {}),
      ]),
    );
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      operationOf({
        path,
        method: method.toUpperCase(),
        operation: { ...operation, responses: whole(operation.responses) },
        components,
        judge,
      }),
    ),
  );
}

/** Every reason for which a call may be refused. */
export function reasonsOf({ components }: OpenApiDocument): string[] {
  const [known] = components.schemas.Error?.properties?.reason?.anyOf ?? [];
  return (known?.enum ?? []).map(String);
}

type Described = {
  path: string;
  method: string;
  operation: OperationObject;
  components: Components;
  judge: ReturnType<typeof judgeOf>;
};

function operationOf({ path, method, operation, components, judge }: Described): Operation {
  const content = Object.entries(operation.requestBody?.content ?? {})[0];
  const [bodyType = null, media] = content ?? [];
  const examples = Object.values(operation.responses[400]?.content?.["application/json"]?.examples ?? {});
  const judges = new Map<number, (value: unknown) => boolean>();
  const jsonSchemaOf = (status: number) =>
    operation.responses[status]?.content?.["application/json"]?.schema ?? null;
  const bodies = bodyArbitrary({ bodyType, schema: media?.schema, components, judge });
  return {
    key: `${method} ${path}`,
    method,
    bodyType,
    needsSession: operation.security === undefined || operation.security.length > 0,
    validCalls: calls({ path, operation, components, bodies }),
    anyCalls: calls({
      path,
      operation: withAnyParameters(operation),
      components,
      bodies: bodyType === "application/json" ? fc.jsonValue({ maxDepth: 4 }) : bodies,
    }),
    mediaOf: (status) => {
      const answer = operation.responses[status];
      return answer === undefined ? null : Object.keys(answer.content ?? {});
    },
    tellsOf: (sentence) => examples.some(({ value }) => isSaidAs(sentence, value.message)),
    reasonsTold: examples.map(({ value }) => value.reason),
    allows: (status, json) => {
      const schema = jsonSchemaOf(status);
      if (schema === null) return false;
      if (!judges.has(status)) judges.set(status, judge(schema));
      return judges.get(status)?.(json) ?? false;
    },
  };
}

/** An ellipsis in an example stands for what differs from call to call. */
function isSaidAs(sentence: string, example: string): boolean {
  const [start = "", ...rest] = example.split("…");
  if (rest.length === 0) return sentence === example;
  return sentence.startsWith(start) && sentence.endsWith(rest.at(-1) ?? "");
}

type Bodies = Pick<Described, "components" | "judge"> & {
  bodyType: string | null;
  schema: JsonSchema | undefined;
};

function bodyArbitrary({ bodyType, schema, components, judge }: Bodies): fc.Arbitrary<unknown> {
  if (bodyType === null || schema === undefined) return fc.constant(undefined);
  if (bodyType !== "application/json") return fc.string({ unit: "binary", maxLength: 200 });
  return valuesOf(schema, components).filter(judge(schema));
}

/** Every parameter as any text at all, but the path's, which may not be empty: that would be another path. */
function withAnyParameters(operation: OperationObject): OperationObject {
  const parameters = operation.parameters
    ?.filter((parameter) => parameter.in !== "header")
    .map((parameter) => ({
      ...parameter,
      required: parameter.in === "path",
      schema: { type: "string", minLength: 1, maxLength: 100, not: { enum: [".", ".."] } },
    }));
  return { ...operation, ...(parameters ? { parameters } : {}) };
}

type Calls = Pick<Described, "path" | "operation" | "components"> & {
  bodies: fc.Arbitrary<unknown>;
};

function calls({ path, operation, components, bodies }: Calls): fc.Arbitrary<WrittenCall> {
  const of = (place: Parameter["in"]) => {
    const there = (operation.parameters ?? []).filter((parameter) => parameter.in === place);
    const values = there.map(({ name, schema }) => [name, valuesOf(schema, components).map(String)]);
    const requiredKeys = there.filter((parameter) => parameter.required).map(({ name }) => name);
    return fc.record(Object.fromEntries(values) as Record<string, fc.Arbitrary<string>>, { requiredKeys });
  };
  return fc
    .record({ params: of("path"), query: of("query"), headers: of("header"), body: bodies })
    .map(({ params, query, headers, body }) => ({
      path: path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? "")),
      query: query as Record<string, string>,
      headers: headers as Record<string, string>,
      body,
    }));
}
