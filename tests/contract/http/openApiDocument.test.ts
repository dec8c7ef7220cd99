import { expect, test } from "bun:test";
import { validate } from "@readme/openapi-parser";
import { endpoints } from "../../../contract/endpoints.ts";
import { transactionalInput } from "../../../contract/schemas/transactional.ts";
import { webhookInput } from "../../../contract/schemas/webhookTypes.ts";
import { openApiDocument } from "../../../server/http/openApi/openApiDocument.ts";
import type { OpenApiDocument } from "../../support/openApi/operationsOf.ts";
import { judgeOf } from "../../support/openApi/valuesOf.ts";

type Described = OpenApiDocument & { tags: { name: string }[] };
const made = () =>
  structuredClone(openApiDocument({ publicUrl: "https://amplify.example" })) as unknown as Described;
const document = made();
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    key: `${method.toUpperCase()} ${path}`,
    operation,
  })),
);

test("the document is OpenAPI 3.1 to a validator that is not ours", async () => {
  // It resolves what it is given in place.
  expect(await validate(made() as never)).toMatchObject({ valid: true });
});

test("every body, answer and parameter has an example that its schema allows", () => {
  const judge = judgeOf(document.components.schemas);
  const faults: string[] = [];
  for (const { key, operation } of operations) {
    for (const { name, schema, example } of (operation.parameters ?? []) as Exemplified[])
      if (!judge(schema)(example)) faults.push(`${key} ${name}: ${JSON.stringify(example)}`);
    const answers = Object.entries(operation.responses).map(([status, { content }]) => [status, content]);
    for (const [where, content] of [["body", operation.requestBody?.content], ...answers] as Place[]) {
      const media = content?.["application/json"] as Exemplified | undefined;
      if (media === undefined) continue;
      const examples = media.examples
        ? Object.values(media.examples).map(({ value }) => value)
        : [media.example];
      for (const example of examples)
        if (!judge(media.schema)(example))
          faults.push(`${key} ${where}: ${JSON.stringify(example)?.slice(0, 300)}`);
    }
  }
  expect(faults).toEqual([]);
});

type Exemplified = {
  name: string;
  schema: object;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
};
type Place = [string, Record<string, object> | undefined];

type Bodied = { requestBody: { content: { "application/json": { schema: object } } } };

/** Whoever checks a body against the document before they send it must be able to send all that the server takes. */
test.each([
  ["POST /email/transactional", { attachments: [{ name: "Rechnung März (2).pdf", content: "" }] }],
  ["POST /email/transactional", { attachments: [{ name: "a", type: "Application/PDF", content: "YQ==" }] }],
  ["POST /email/transactional", { attachments: [{ name: "a", type: "text/plain", content: "YWI=" }] }],
  ["POST /email/transactional", { attachments: [{ name: "a", content: "YWJjYWJj" }] }],
  ["POST /amplify/api/webhooks", { url: "https://my-shop.example:8443/hooks?of=shop-1" }],
  ["POST /amplify/api/webhooks", { url: "https://eu1.hooks.my-shop.co.uk" }],
])("a body that %s takes is allowed by its schema: %j", (key, given) => {
  const described = operations.find((each) => each.key === key)?.operation as unknown as Bodied;
  const { schema } = described.requestBody.content["application/json"];
  const { example } = described.requestBody.content["application/json"] as Exemplified;
  const body = { ...(example as object), ...given };
  const takes = {
    "POST /email/transactional": transactionalInput,
    "POST /amplify/api/webhooks": webhookInput,
  };
  expect(takes[key as keyof typeof takes].safeParse(body).success).toBe(true);
  expect(judgeOf(document.components.schemas)(schema)(body)).toBe(true);
});

test("every call says that it can fail, and none refers to what the document has not", () => {
  expect(operations).toHaveLength(Object.keys(endpoints).length);
  for (const { operation } of operations)
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(["500", "503"]));
  const text = JSON.stringify(document);
  const missing = [...text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].filter(
    ([, path = ""]) => at(document.components, path.split("/")) === undefined,
  );
  expect(missing).toEqual([]);
});

test("what a program needs to call often and again stands in the document: keys for repeats, and the headers of limits", () => {
  const told = (key: string) => {
    const { parameters, responses } = (operations.find((one) => one.key === key)?.operation ??
      {}) as never as {
      parameters?: { name: string; schema: { maxLength?: number } }[];
      responses: Record<string, { headers?: object }>;
    };
    const done = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
    const repeats = parameters?.find(({ name }) => name === "Idempotency-Key");
    return { longest: repeats?.schema.maxLength, headers: Object.keys(done?.headers ?? {}) };
  };
  const always = ["x-request-id", "ratelimit-policy", "ratelimit"];
  expect(told("GET /amplify/leads")).toEqual({ longest: undefined, headers: always });
  expect(told("POST /amplify/leads")).toEqual({ longest: 255, headers: [...always, "idempotency-replayed"] });
});

test("an answer is documented that another site, a slow line or a full disk gets", () => {
  const { responses } = document.paths["/amplify/leads"]?.post ?? { responses: {} };
  expect(Object.keys(responses).map(Number).sort()).toEqual([
    201, 400, 401, 403, 408, 409, 413, 415, 422, 429, 500, 503, 507,
  ]);
  // Mail programs send the one-click form as they like, and from anywhere.
  const recipients = document.paths["/u/{token}"]?.post?.responses ?? {};
  expect(Object.keys(recipients)).not.toEqual(expect.arrayContaining(["403"]));
  expect(Object.keys(recipients)).not.toEqual(expect.arrayContaining(["415"]));
});

function at(value: unknown, path: string[]): unknown {
  return path.reduce<unknown>((found, name) => (found as Record<string, unknown> | undefined)?.[name], value);
}
