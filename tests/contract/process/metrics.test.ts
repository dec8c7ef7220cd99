import { afterAll, beforeAll, expect, test } from "bun:test";
import { readOpenMetrics } from "../../support/server/readOpenMetrics.ts";
import { startTestServer, type TestServer } from "../../support/server/testServer.ts";
import { until } from "../../support/until.ts";

const token = "scrape-0123456789-abcdef";
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ AMPLIFY_METRICS_TOKEN: token });
});
afterAll(() => server.close());

function ask(authorization?: string, url = server.url): Promise<Response> {
  return fetch(`${url}/metrics`, { headers: authorization === undefined ? {} : { authorization } });
}

async function figures() {
  const families = readOpenMetrics(await (await ask(`Bearer ${token}`)).text());
  /** The number of the sample of that name and with these labels. */
  return (name: string, labels: Record<string, string> = {}): number | undefined =>
    [...families.values()]
      .flatMap(({ samples }) => samples)
      .find(
        (one) =>
          one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value),
      )?.value;
}

test("without its token nobody reads them, and where there is none there is no such page", async () => {
  const ada = await server.signUp();
  const wrong = [
    undefined,
    "",
    "Bearer",
    "Bearer ",
    `Bearer ${token}x`,
    `Bearer ${token.slice(1)}`,
    token,
    `Bearer ${ada.token}`,
  ];
  for (const header of wrong) {
    const answer = await ask(header);
    expect({ header, status: answer.status, text: await answer.text() }).toEqual({
      header,
      status: 401,
      text: '{"message":"Unauthorized"}',
    });
  }
  const other = await startTestServer();
  try {
    for (const header of [undefined, "Bearer ", "Bearer null", `Bearer ${token}`])
      expect(await ask(header, other.url)).toMatchObject({ status: 404 });
  } finally {
    await other.close();
  }
});

test("they are OpenMetrics, kept by nobody, and say what the program is", async () => {
  const answer = await ask(`Bearer ${token}`);
  expect(answer.headers.get("content-type")).toBe(
    "application/openmetrics-text; version=1.0.0; charset=utf-8",
  );
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const families = readOpenMetrics(await answer.text());
  const { version, commit } = await server.client("GET /healthz");
  expect(families.get("amplify_build")?.samples).toEqual([
    { name: "amplify_build_info", labels: { version, commit }, value: 1 },
  ]);
  for (const [name, { help }] of families)
    expect({ name, isHelped: help.length > 10 }).toEqual({ name, isHelped: true });
  const figure = await figures();
  expect(figure("amplify_database_bytes")).toBeGreaterThan(10_000);
  expect(figure("process_resident_memory_bytes")).toBeGreaterThan(1_000_000);
  expect(figure("process_cpu_seconds_total")).toBeGreaterThan(0);
});

test("requests are counted by what was answered, each once in the histogram", async () => {
  const before = await figures();
  for (let count = 0; count < 3; count++) await fetch(`${server.url}/amplify/leads`);
  const after = await figures();
  const grown = (name: string, labels: Record<string, string> = {}) =>
    Number(after(name, labels)) - Number(before(name, labels));
  expect(grown("amplify_http_requests_total", { status: "4xx" })).toBe(3);
  // The first answer of these figures is counted in the second one.
  expect(grown("amplify_http_requests_total", { status: "2xx" })).toBe(1);
  expect(grown("amplify_http_request_duration_seconds_count")).toBe(4);
  expect(grown("amplify_http_request_duration_seconds_bucket", { le: "+Inf" })).toBe(4);
  expect(grown("amplify_http_request_duration_seconds_bucket", { le: "0.001" })).toBeLessThanOrEqual(4);
});

test("mails are counted as they are tried, and where they are, across everybody's campaigns", async () => {
  const ada = await server.signUp();
  const email = "ada@metrics.test";
  await ada.client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", alias: `Ada <${email}>`, appEmail: email },
  });
  const before = await figures();
  await ada.client("POST /amplify/leads/bulk", {
    body: {
      leads: [1, 2, 3].map((number) => ({
        firstName: "Ann",
        lastName: "Lee",
        email: `ann${number}@in.test`,
      })),
    },
  });
  await ada.client("POST /email/send", {
    body: { subject: "Hi", html: "<p>Hi</p>", from: email, collection: "all" },
  });
  await until(async () => (await figures())("amplify_deliveries", { state: "sent" }) === 3);
  const after = await figures();
  expect(after("amplify_mail_attempts_total", { outcome: "sent" })).toBe(
    Number(before("amplify_mail_attempts_total", { outcome: "sent" })) + 3,
  );
  expect(after("amplify_mail_attempts_total", { outcome: "refused" })).toBe(0);
  expect(after("amplify_deliveries", { state: "queued" })).toBe(0);
  expect(after("amplify_accounts", { state: "working" })).toBe(1);
  expect(after("amplify_accounts", { state: "stopped" })).toBe(0);
  expect(after("amplify_jobs", { state: "failed" })).toBe(0);
  expect(after("amplify_jobs", { state: "queued" })).toBeGreaterThan(0);
});

test("how late the server's thread is, is looked at all the while", async () => {
  await until(async () => Number((await figures())("amplify_event_loop_delay_seconds_count")) > 2);
});
