import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "../../../contract/client.ts";
import { createLinks } from "../../../server/identity/passwordResets.ts";
import { type GoogleServer, startGoogleServer } from "../../support/google/googleServer.ts";
import { startServe } from "../../support/server/serveProcess.ts";
import {
  goodPassword,
  startTestServer,
  type TestPerson,
  type TestServer,
} from "../../support/server/testServer.ts";
import { send } from "../../support/smtp/send.ts";
import { until } from "../../support/until.ts";

/** None of these may be in the log, in whatever event they were sent. */
const canaries = {
  password: "Canary-Horse-7",
  newer: "Canary-Horse-8",
  wrong: "Canary-Wrong-9",
  appPassword: "canary-app-password",
  email: "canary.person@secret.test",
  stranger: "canary.stranger@secret.test",
};

let site: GoogleServer;
let server: TestServer;
/** What else the process says, which has to be as free of secrets. */
const said = spyOn(console, "error").mockImplementation(() => {});
beforeAll(async () => {
  site = await startGoogleServer({
    AMPLIFY_RATE_LIMITS: "on",
    AMPLIFY_SYSTEM_SMTP: "smtp://127.0.0.1:1?from=a@in.test",
  });
  server = site.server;
});
afterAll(async () => {
  said.mockRestore();
  await site.close();
});

type Line = { log: string; event: string; outcome: string; user?: string; code?: string; from?: string };

const events = (): Line[] =>
  server.logged.map((line) => JSON.parse(line) as Line).filter(({ log }) => log === "security");

/** The events that a act leaves in the log. */
async function during(act: () => Promise<unknown>): Promise<Line[]> {
  const before = events().length;
  await act();
  return events().slice(before);
}

const logIn = (username: string, password: string) =>
  send(`${server.url}/amplify/auth/login`, { body: JSON.stringify({ username, password }) });

let person: TestPerson;

test("each thing that somebody asks about afterwards is in the log, with who, from where and what came of it", async () => {
  const { email, password, newer, wrong, stranger } = canaries;
  const up = await during(async () => {
    person = await server.signUp({ email, password });
  });
  const { uid: user } = person;
  expect(up).toMatchObject([
    {
      log: "security",
      event: "sign_up",
      outcome: "done",
      user,
      from: expect.stringMatching(/127\.0\.0\.1|::1/),
    },
    { event: "sign_in", outcome: "done", user },
  ]);
  const [failed] = await during(() => logIn(email, wrong));
  expect(failed).toMatchObject({ event: "sign_in", outcome: "refused", code: "invalid_credentials" });
  expect(failed).toHaveProperty("addressHash", server.core.secrets.hashAddress(email));
  const tries = await during(async () => {
    for (let count = 0; count < 7; count += 1) await logIn(stranger, wrong);
  });
  expect(tries.at(-1)).toMatchObject({ event: "sign_in", outcome: "locked_out", code: "rate_limited" });

  expect(await during(() => changePassword(newer))).toMatchObject([
    { event: "password_changed", outcome: "done", user },
  ]);
  person = await server.logIn({ email, password: newer });
  const asked = await during(() => server.client("POST /amplify/auth/forgot", { body: { email } }));
  expect(asked).toMatchObject([{ event: "password_link_asked", outcome: "done" }]);
  const dead = await during(() => reset("canary-dead-token", password));
  expect(dead).toMatchObject([{ event: "password_reset", outcome: "refused" }]);
  const token = (await createLinks(server.core).make(user)).split("#")[1] ?? "";
  expect(await during(() => reset(token, password))).toMatchObject([
    { event: "password_reset", outcome: "done", user },
  ]);
  expect(JSON.stringify(server.logged)).not.toContain(token);
});

test("so are exports, sending accounts, other sites' requests, Google and the account's end", async () => {
  const { email, password, appPassword } = canaries;
  person = await server.logIn({ email, password });
  const { uid: user, client, cookie } = person;
  const credential = {
    provider: "sandbox" as const,
    appEmail: "canary@secret.test",
    alias: "Can <canary@secret.test>",
    appPassword,
  };
  const leads = JSON.stringify({ which: { matching: {} }, format: "csv" });
  const actions: [string, () => Promise<unknown>][] = [
    ["sending_account_added", () => client("POST /amplify/auth/credentials", { body: credential })],
    [
      "sending_account_changed",
      async () =>
        client("PUT /amplify/auth/credentials/{id}", { params: { id: await account() }, body: credential }),
    ],
    [
      "sending_account_removed",
      async () => client("DELETE /amplify/auth/credentials/{id}", { params: { id: await account() } }),
    ],
    ["account_exported", () => send(`${server.url}/amplify/account/export`, { cookie })],
    ["leads_exported", () => send(`${server.url}/amplify/leads/export`, { cookie, body: leads })],
    ["sending_account_added", () => site.connect(person, { email: "ada@gmail.example" })],
  ];
  for (const [event, act] of actions)
    expect([event, await during(act)]).toMatchObject([event, [{ event, outcome: "done", user }]]);

  const foreign = { origin: "https://evil.example" };
  for (const path of ["/amplify/auth/logout", `/ws/${user}`])
    expect(
      await during(() =>
        send(`${server.url}${path}`, {
          method: path.startsWith("/ws") ? "GET" : "POST",
          headers: foreign,
          cookie,
        }),
      ),
    ).toMatchObject([{ event: "foreign_origin", outcome: "refused" }]);

  const [google] = await during(() => site.signIn({ email: "bob@gmail.example" }));
  expect(google).toMatchObject({ event: "google_sign_in", outcome: "done", user: expect.any(String) });
  const gone = await during(() => client("POST /amplify/account/delete", { body: { password } }));
  expect(gone).toMatchObject([{ event: "account_deleted", outcome: "done", user }]);
});

test("so are webhooks, a campaign's recipients as a file, and the key of whoever came with one", async () => {
  const bob = await server.signUp();
  await server.grant(bob, { status: "AMPR" });
  const { uid: user, client } = bob;
  await client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", appEmail: "bob@in.test", alias: "Bob <bob@in.test>" },
  });
  const { _id: id } = await client("POST /amplify/campaigns", { body: {} });
  const { _id: key, key: secret } = await client("POST /amplify/api/keys", {
    body: { name: "CRM", scopes: ["read", "write"] },
  });
  const withKey = createClient({ base: server.url, token: secret });
  const hook = { name: "CRM", url: "https://127.0.0.1:1/canary-hook", types: ["lead.created" as const] };
  let params = { id: "" };
  const added = await during(async () => {
    params = { id: (await client("POST /amplify/api/webhooks", { body: hook }))._id };
  });
  expect(added).toMatchObject([{ event: "webhook_added", outcome: "done", user }]);
  const actions: [string, () => Promise<unknown>][] = [
    ["webhook_changed", () => withKey("PUT /amplify/api/webhooks/{id}", { params, body: { name: "New" } })],
    ["webhook_removed", () => withKey("DELETE /amplify/api/webhooks/{id}", { params })],
    ["deliveries_exported", () => withKey("GET /amplify/campaigns/{id}/deliveries.csv", { params: { id } })],
  ];
  for (const [event, act] of actions)
    expect([event, await during(act)]).toMatchObject([event, [{ event, outcome: "done", user, key }]]);
  expect(JSON.stringify(events())).not.toContain("canary-hook");
});

test("and nothing in it is a secret, an address or a cookie", () => {
  const log = [...server.logged, ...said.mock.calls.flat()].join("\n");
  expect(events().length).toBeGreaterThan(15);
  for (const canary of [
    ...Object.values(canaries),
    "canary-dead-token",
    person.token,
    person.cookie.split("=")[1] ?? "?",
  ])
    expect([canary, log.includes(canary)]).toEqual([canary, false]);
});

test("a server of a test is quiet, and one that people run writes its lines on stderr", async () => {
  const before = said.mock.calls.length;
  const quiet = await startTestServer();
  await quiet.signUp();
  await quiet.close();

  const folder = mkdtempSync(join(tmpdir(), "amplify-security-log-"));
  const process = await startServe({ folder, smtpPort: 1 });
  await createClient({ base: process.line })("POST /amplify/auth/signup", {
    body: { firstName: "Ada", lastName: "Lee", email: "ada@in.test", password: goodPassword, status: "AMFR" },
  });
  const written = () => process.errorLines().filter((line) => line.includes('"log":"security"'));
  await until(() => written().length > 0);
  await process.end();
  rmSync(folder, { recursive: true, force: true });
  expect(written().map((line) => JSON.parse(line))).toMatchObject([
    { log: "security", event: "sign_up", outcome: "done" },
  ]);
  const seen = said.mock.calls.slice(before).flat().join("\n");
  expect(seen).not.toContain('"log":"security"');
}, 30_000);

async function account(): Promise<string> {
  const [row] = await person.client("GET /amplify/auth/credentials");
  return row?._id ?? "";
}

async function changePassword(newPassword: string): Promise<void> {
  await person.client("POST /amplify/auth/password", {
    body: { currentPassword: canaries.password, newPassword },
  });
}

const reset = (token: string, password: string) =>
  send(`${server.url}/amplify/auth/reset`, { body: JSON.stringify({ token, password }) });
