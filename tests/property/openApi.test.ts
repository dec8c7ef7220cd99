import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { googleStandIn } from "../support/google/googleStandIn.ts";
import { faultOf, type Told } from "../support/openApi/faultOf.ts";
import { beyond, type HeldKey, heldKeys } from "../support/openApi/heldKeys.ts";
import {
  type OpenApiDocument,
  type Operation,
  operationsOf,
  reasonsOf,
  type WrittenCall,
} from "../support/openApi/operationsOf.ts";
import { startTestServer, type TestPerson, type TestServer } from "../support/server/testServer.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "../support/smtp/scriptedSmtp.ts";

/**
 * What somebody meets who has nothing but /openapi.json: calls made from it at random are answered with a status, a
 * media type and a shape that it names, and a call that it allows is not refused for a rule that it does not tell.
 */
const runsPerOperation = Number(process.env.AMPLIFY_TEST_RUNS ?? 5);
/** Of keys: about as many calls of each operation as there are kinds of them. */
const runsOfKeys = Number(process.env.AMPLIFY_TEST_RUNS ?? 6);
/** Says the same calls again, where it is given. */
const seed =
  process.env.AMPLIFY_TEST_SEED === undefined ? {} : { seed: Number(process.env.AMPLIFY_TEST_SEED) };
let server: TestServer;
let smtp: ScriptedSmtp;
let person: TestPerson;
let operations: Operation[];
/** The reasons that the document lists. */
let reasons: string[];

beforeAll(async () => {
  smtp = await startScriptedSmtp({ keep: false });
  const relay = `smtp://127.0.0.1:${smtp.port}`;
  server = await startTestServer({
    ...(await googleStandIn()).environment,
    MICROSOFT_CLIENT_ID: "client",
    MICROSOFT_CLIENT_SECRET: "secret",
    AMPLIFY_GOOGLE_SMTP: relay,
    AMPLIFY_OUTLOOK_SMTP: relay,
    AMPLIFY_SYSTEM_SMTP: `${relay}?from=amplify@server.test`,
    AMPLIFY_PLANS: "off",
  });
  person = await server.signUp();
  await server.grant(person, { status: "AMPR" });
  const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as OpenApiDocument;
  operations = operationsOf(document);
  reasons = reasonsOf(document);
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

test("every call that the document allows is answered as it says, and none is refused for an unwritten rule", async () => {
  const wrong = await wrongAnswers({ callsOf: (operation) => operation.validCalls, mayRefuse: false });
  expect(wrong).toEqual([]);
}, 600_000);

test("a call with a body of any other shape is refused as the document says", async () => {
  const wrong = await wrongAnswers({ callsOf: (operation) => operation.anyCalls, mayRefuse: true });
  expect(wrong).toEqual([]);
}, 600_000);

test("a key of any kind is answered as the document says, and nothing beyond what it may", async () => {
  const wrong = await wrongAnswers({
    callsOf: (operation) => operation.validCalls,
    mayRefuse: true,
    // Made only now: the session's calls above revoke any key whose id an answer named.
    keys: await heldKeys(server, person),
    runs: runsOfKeys,
  });
  expect(wrong).toEqual([]);
}, 600_000);

test("the document lists why a call may be refused, and its examples say it", () => {
  expect(reasons).toEqual(
    expect.arrayContaining(["collection_taken", "email_invalid", "connection_refused", "went_wrong"]),
  );
  const told = operations.flatMap((operation) => operation.reasonsTold);
  expect(told).toEqual(expect.arrayContaining(["signup_mismatch", "sender_ambiguous", "file_broken"]));
  expect(told.filter((reason) => !reasons.includes(reason))).toEqual([]);
});

type Trial = {
  callsOf(operation: Operation): fc.Arbitrary<WrittenCall>;
  mayRefuse: boolean;
  /** Who calls; the person's own session where there are none. */
  keys?: readonly HeldKey[];
  runs?: number;
};

/** One line for each operation and kind of wrong answer, with a call that shows it. */
async function wrongAnswers({
  callsOf,
  mayRefuse,
  keys: callers = [],
  runs = runsPerOperation,
}: Trial): Promise<string[]> {
  const wrong = new Map<string, string>();
  let answered = 0;
  for (const operation of operations) {
    const property = fc.asyncProperty(callsOf(operation), fc.nat(), async (call, which) => {
      const key = callers[answered % Math.max(1, callers.length)];
      const told = await made({ operation, call, which, token: key?.key ?? person.token });
      answered += 1;
      const fault =
        faultOf(operation, told, { mayRefuse, reasons }) ?? (key ? beyond(key, operation, told) : null);
      if (fault !== null && !wrong.has(`${operation.key}: ${fault}`))
        wrong.set(
          `${operation.key}: ${fault}`,
          `${JSON.stringify(call).slice(0, 400)} -> ${told.text.slice(0, 200)}`,
        );
    });
    await fc.assert(property, { numRuns: runs, ...seed });
    await signedIn();
  }
  expect(answered).toBe(operations.length * runs);
  return [...wrong].map(([fault, example]) => `${fault} ${example}`);
}

/** Some of the calls end sessions, this one's too. */
async function signedIn(): Promise<void> {
  const me = await fetch(`${server.url}/amplify/auth/me`, {
    headers: { authorization: `Bearer ${person.token}` },
  });
  if (me.status === 401) person = await server.logIn(person);
}

/** Ids that answers have named; a path is filled with one of them as often as with any text. */
const seenIds: string[] = [];

type Made = { operation: Operation; call: WrittenCall; which: number; token: string };

async function made({ operation, call, which, token }: Made): Promise<Told> {
  const path = which % 2 === 0 ? withSeenId(operation, call.path, which) : call.path;
  const response = await fetch(`${server.url}${path}?${new URLSearchParams(call.query)}`, {
    method: operation.method,
    redirect: "manual",
    headers: {
      ...call.headers,
      ...(operation.needsSession ? { authorization: `Bearer ${token}` } : {}),
      ...(operation.bodyType === "application/json" ? { "content-type": "application/json" } : {}),
      ...(operation.bodyType === "application/octet-stream"
        ? { "content-type": "application/octet-stream" }
        : {}),
    },
    ...(call.body === undefined ? {} : { body: bodyOf(operation, call.body) }),
  });
  const text = await response.text();
  for (const [, id = ""] of text.matchAll(/"_id":"([^"]+)"/g)) seenIds.push(id);
  return { status: response.status, type: response.headers.get("content-type") ?? "", text };
}

function withSeenId(operation: Operation, path: string, which: number): string {
  const id = seenIds[which % Math.max(1, seenIds.length)];
  if (id === undefined) return path;
  const place = operation.key.split(" ")[1]?.split("/").indexOf("{id}") ?? -1;
  return path
    .split("/")
    .map((part, i) => (i === place ? id : part))
    .join("/");
}

function bodyOf({ key, bodyType }: Operation, body: unknown): BodyInit {
  if (bodyType === "multipart/form-data") {
    const form = new FormData();
    form.append("file", new File([String(body)], "rows.csv", { type: "text/csv" }));
    return form;
  }
  if (bodyType !== "application/json") return String(body);
  // Nothing may leave this machine: whatever host a call names is the mail server of this test.
  const isConnection =
    key.includes("/auth/credentials") && typeof body === "object" && body !== null && "host" in body;
  return JSON.stringify(
    isConnection ? { ...body, host: "127.0.0.1", port: smtp.port, security: "none" } : body,
  );
}
