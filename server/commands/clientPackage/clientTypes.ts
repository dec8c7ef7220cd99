import type { ApiDocument, ApiOperation, ApiSchema } from "../../../pages/reference/apiDocument.ts";

/**
 * The declarations of the client package: each call of the document by method and path, in types that stand by
 * themselves. Those of the contract are zod's, which programs would have to install for nothing but this.
 */
export function clientTypes(document: ApiDocument, paged: readonly string[]): string {
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `  ${JSON.stringify(name)}: ${typeOf(schema)};`,
  );
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      callOf(`${method.toUpperCase()} ${path}`, operation),
    ),
  );
  const codes = document.components.schemas.Error?.properties?.code?.anyOf?.[0] ?? {};
  return `/** What several calls take or answer. */
export interface Schemas {
${schemas.join("\n")}
}

/** Every call by its method and path. */
export interface Calls {
${calls.join("\n")}
}

/** The lists that come a page at a time. */
export type PagedKey = ${paged.map((key) => JSON.stringify(key)).join(" | ")};

export type ErrorCode = ${typeOf(codes)};
${frame}`;
}

function callOf(key: string, operation: ApiOperation): string {
  const { summary, parameters = [], requestBody, responses } = operation;
  const part = (name: string, place: string) => {
    const there = parameters.filter((parameter) => parameter.in === place);
    if (there.length === 0) return [];
    const fields = there.map(({ name, required, schema }) => field(name, required === true, typeOf(schema)));
    return [
      field(
        name,
        there.some(({ required }) => required),
        `{ ${fields.join(" ")} }`,
      ),
    ];
  };
  const [bodyType, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const body = bodyType === undefined ? [] : [field("body", true, bodyOf(bodyType, media?.schema))];
  const done = Object.entries(responses).find(([status]) => Number(status) < 400)?.[1].content ?? {};
  const answers = Object.entries(done).map(([type, { schema }]) =>
    type === "application/json" ? typeOf(schema ?? {}) : "Response",
  );
  const answer = field("answer", true, answers.join(" | ") || "Response");
  const parts = [...part("params", "path"), ...part("query", "query"), ...body, answer];
  return `  /** ${summary.replaceAll("*/", "* /")} */\n  ${JSON.stringify(key)}: { ${parts.join(" ")} };`;
}

function bodyOf(type: string, schema: ApiSchema | undefined): string {
  if (type === "multipart/form-data") return "FormData";
  return type === "application/json" ? typeOf(schema ?? {}) : "Blob";
}

function field(name: string, isRequired: boolean, type: string): string {
  const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
  return `${key}${isRequired ? "" : "?"}: ${type};`;
}

/** A schema as a type. Rules over lengths and patterns are the server's. */
function typeOf(schema: ApiSchema): string {
  if (schema.$ref !== undefined) return `Schemas[${JSON.stringify(schema.$ref.split("/").at(-1))}]`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const parts = [
    own(schema),
    ...[schema.anyOf, schema.oneOf].map(choice),
    ...(schema.allOf ?? []).map(typeOf),
  ];
  const told = [...new Set(parts.filter((part) => part !== "unknown"))];
  return told.length === 0
    ? "unknown"
    : told.map((part) => (told.length > 1 ? `(${part})` : part)).join(" & ");
}

/** Which sets of fields have to be there is no matter of types; a choice between kinds of values is. */
function choice(choices: readonly ApiSchema[] | undefined): string {
  const types = (choices ?? []).map(typeOf);
  if (types.length === 0 || types.includes("unknown")) return "unknown";
  return [...new Set(types)].join(" | ");
}

function own(schema: ApiSchema): string {
  const types = [schema.type ?? (schema.properties ? "object" : [])].flat();
  return types.length === 0 ? "unknown" : types.map((type) => ofType(type, schema)).join(" | ");
}

function ofType(type: string, schema: ApiSchema): string {
  if (type === "integer" || type === "number") return "number";
  if (type === "array") return `Array<${typeOf(schema.items ?? {})}>`;
  if (type !== "object") return type;
  const { properties, required = [], additionalProperties: rest } = schema;
  if (properties === undefined)
    return `Record<string, ${typeof rest === "object" ? typeOf(rest) : "unknown"}>`;
  const fields = Object.entries(properties).map(([name, each]) =>
    field(name, required.includes(name), typeOf(each)),
  );
  return `{ ${fields.join(" ")} }`;
}

/** What does not depend on the calls. */
const frame = `
export type Key = keyof Calls;
export type Input<K extends Key> = Omit<Calls[K], "answer">;
export type Answer<K extends Key> = Calls[K]["answer"];
export type Entry<K extends PagedKey> = EntryOf<Answer<K>>;
/** An entry is told whole: whoever asks for some of its fields knows which. */
type EntryOf<A> = Whole<A extends Array<infer E> ? E : A extends { items: Array<infer E> } ? E : never>;
type Whole<E> = E extends unknown ? ({} extends E ? never : E) : never;
type Given<K extends Key> = {} extends Input<K>
  ? [input?: Input<K>, options?: CallOptions]
  : [input: Input<K>, options?: CallOptions];

export interface CallOptions {
  signal?: AbortSignal;
  /** The same key never does a thing twice, also where a call is tried again. */
  idempotencyKey?: string;
}

export interface ClientOptions {
  /** Where the installation is; "" for a page of its own. */
  base: string;
  /** The token of a sign-in. */
  token?: string;
  /** An API key, in a token's place. */
  key?: string;
  /** Tries after the first; 3 unless it says. */
  retries?: number;
  fetch?: typeof globalThis.fetch;
}

export interface AmplifyClient {
  /** Makes a call. Throws AmplifyError where it is refused or not answered. */
  <K extends Key>(key: K, ...given: Given<K>): Promise<Answer<K>>;
  /** Signs in and keeps the token for the calls that follow. */
  signIn(body: { username: string; password: string }): Promise<Answer<"POST /amplify/auth/login">>;
  /** Every entry of a list; a page is asked for when the one before is used up. */
  entries<K extends PagedKey>(key: K, input?: Partial<Input<K>>, options?: CallOptions): AsyncGenerator<Entry<K>>;
}

export declare function amplifyClient(options: ClientOptions): AmplifyClient;

/** A call was refused, or not answered. */
export declare class AmplifyError extends Error {
  readonly name: "AmplifyError";
  readonly code: ErrorCode;
  readonly status: number;
  readonly reason: { code: string; params: Record<string, unknown>; reply: string | null };
  /** Of a send that would reach nobody: whom it named, each with the reason. */
  readonly skipped: Schemas["Error"]["skipped"];
  /** Where in the call the rule is that it breaks, as in to.1.email. */
  readonly field: string | undefined;
  readonly retryAfterMs: number | undefined;
  /** Nobody answered, so nothing is known of what was asked. */
  readonly unreached: boolean;
}
`;
