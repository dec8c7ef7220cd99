import { afterAll, beforeAll, expect, test } from "bun:test";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";

let server: TestServer;
let person: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ AMPLIFY_RATE_LIMITS: "on" });
  person = await server.signUp();
});
afterAll(() => server.close());

const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ firstName: "Ada", email: `lead${at}@in.test`, phone: "1" }));
const long = JSON.stringify({ leads: rows(60_000) });

async function send(body: string | ReadableStream, { token } = person) {
  const answer = await fetch(`${server.url}/amplify/leads/bulk`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body,
  });
  const { code, message } = (await answer.json()) as Record<string, unknown>;
  return { status: answer.status, code, message, waitSeconds: Number(answer.headers.get("retry-after")) };
}

test("one after the other, calls with megabytes of leads left nobody else a turn: the sixth is told to wait", async () => {
  const message =
    "The Free plan holds 50 leads: 50 more fit. Upgrade the plan, or delete leads you no longer need.";
  for (let nth = 1; nth <= 5; nth += 1)
    expect([nth, await send(long)]).toMatchObject([nth, { status: 403, code: "plan_limit", message }]);
  const late = { status: 429, code: "rate_limited" };
  const { waitSeconds, ...refused } = await send(long);
  expect(refused).toMatchObject(late);
  expect(waitSeconds).toBeGreaterThanOrEqual(1);
  expect(waitSeconds).toBeLessThanOrEqual(15);
  // Also where its length is not said beforehand; what is short goes on, and so does everybody else.
  expect(await send(new Blob([long]).stream())).toMatchObject(late);
  expect(await send(JSON.stringify({ leads: rows(10) }))).toMatchObject({ status: 200 });
  expect(await send(long, await server.signUp())).toMatchObject({ status: 403 });
});

test("a long body that is broken at its very end, or of another kind, is refused as a short one is", async () => {
  const other = await server.signUp();
  expect(await send(long.slice(0, -1), other)).toMatchObject({
    status: 400,
    code: "bad_request",
    message: "Malformed JSON in request body",
  });
  const answer = await fetch(`${server.url}/amplify/leads/bulk`, {
    method: "POST",
    headers: { "content-type": "text/plain", authorization: `Bearer ${other.token}` },
    body: long,
  });
  expect(answer.status).toBe(415);
});
