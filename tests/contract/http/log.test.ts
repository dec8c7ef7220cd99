import { afterEach, expect, test } from "bun:test";
import { askServed } from "../../support/db/askServed.ts";
import { startTestServer, type TestServer } from "../../support/server/testServer.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "../../support/smtp/scriptedSmtp.ts";
import { send } from "../../support/smtp/send.ts";
import { until } from "../../support/until.ts";

let server: TestServer | null = null;
let smtp: ScriptedSmtp | null = null;
afterEach(async () => {
  await server?.close();
  await smtp?.close();
  server = null;
  smtp = null;
});

type Entry = { log: string; level?: string; message?: string; request?: string; [name: string]: unknown };

/** A server whose log goes nowhere but here. */
async function serve(environment: Record<string, string> = {}) {
  const started = await startTestServer(environment, { writeLog: () => {} });
  server = started;
  const entries = () => started.logged.map((line) => JSON.parse(line) as Entry);
  return { server: started, entries };
}

test("every answer names its request, each another one, whatever the caller says it is", async () => {
  const { server } = await serve();
  const ids: string[] = [];
  for (const [path, method] of [
    ["/healthz", "GET"],
    ["/amplify/leads", "GET"],
    ["/nowhere", "GET"],
    ["/static/none.js", "GET"],
    ["/amplify/auth/login", "POST"],
    ["/", "TRACE"],
  ] as const) {
    const { headers } = await send(`${server.url}${path}`, { method, headers: { "x-request-id": "mine" } });
    ids.push(headers.get("x-request-id") ?? "");
  }
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(ids).size).toBe(ids.length);
});

test("a request that fails is in the log under the id that its answer names, without its query", async () => {
  const { server, entries } = await serve();
  const ada = await server.signUp();
  // A fault of ours: the table that the call asks is gone.
  await askServed(server.dataFolder, "ALTER TABLE collections RENAME TO elsewhere");
  const { status, headers } = await send(`${server.url}/amplify/collections?token=canary-query`, {
    headers: { authorization: ada.token },
  });
  expect(status).toBe(500);
  const failed = entries().filter(({ level }) => level === "error");
  expect(failed).toMatchObject([
    {
      log: "server",
      message: "GET /amplify/collections failed",
      request: headers.get("x-request-id"),
      user: ada.uid,
      status: 500,
      error: expect.stringMatching(/no such table|relation "collections" does not exist/),
    },
  ]);
  expect(server.logged.join("\n")).not.toContain("canary");
});

test("what is refused for want of room or time is told as a warning", async () => {
  const { server, entries } = await serve({ AMPLIFY_SYSTEM_SMTP: "" });
  const body = JSON.stringify({ email: "ada@example.com" });
  const { status, headers } = await send(`${server.url}/amplify/auth/forgot`, { body });
  expect(status).toBe(503);
  expect(entries().filter(({ level }) => level !== undefined)).toMatchObject([
    { level: "warn", request: headers.get("x-request-id"), status: 503, code: "unavailable" },
  ]);
});

test("an answer that is well is told only to whoever looks closely", async () => {
  const quiet = await serve();
  await send(`${quiet.server.url}/healthz`);
  expect(quiet.entries()).toEqual([]);
  await quiet.server.close();
  const { server, entries } = await serve({ AMPLIFY_LOG_LEVEL: "debug" });
  const { headers } = await send(`${server.url}/healthz`);
  expect(entries()).toMatchObject([
    { level: "debug", method: "GET", path: "/healthz", status: 200, request: headers.get("x-request-id") },
  ]);
});

/** What people type and servers say in it, each by a name of its own. */
const secrets = {
  password: "Canary-Horse-7",
  wrong: "Canary-Wrong-8",
  newer: "Canary-Horse-9",
  appPassword: "canary-app-password",
  wrongAppPassword: "canary-wrong-app-password",
};

test.each(["json", "pretty"])(
  "no secret is in the log, however closely it looks (%s)",
  async (format) => {
    smtp = await startScriptedSmtp({
      // A server that repeats what it was given, as some do.
      auth: ({ password }) => (password === secrets.appPassword ? null : `535 5.7.8 ${password} is not it`),
      rcpt: ({ recipient }) => (/^(gone|canary)/.test(recipient) ? `550 5.1.1 No user ${recipient}` : null),
      dot: ({ recipient }) => (recipient.startsWith("cut") ? { next: "drop" } : null),
    });
    const started = await startTestServer(
      {
        AMPLIFY_LOG: format,
        AMPLIFY_LOG_LEVEL: "debug",
        AMPLIFY_PLANS: "off",
        AMPLIFY_GOOGLE_SMTP: `smtp://127.0.0.1:${smtp.port}`,
        AMPLIFY_SYSTEM_SMTP: `smtp://system:canary-system-password@127.0.0.1:${smtp.port}?from=a@in.test`,
      },
      { writeLog: () => {} },
    );
    server = started;
    const ada = await started.signUp({ email: "canary@secret.test", password: secrets.password });
    await expect(started.logIn({ email: "canary@secret.test", password: secrets.wrong })).rejects.toThrow();
    const account = (appPassword: string) =>
      ada.client("POST /amplify/auth/credentials", {
        body: {
          provider: "google",
          appEmail: "ada@sender.test",
          appPassword,
          alias: "Ada <ada@sender.test>",
          gapMs: 0,
        },
      });
    await expect(account(secrets.wrongAppPassword)).rejects.toThrow();
    await account(secrets.appPassword);
    const leads = ["gone", "cut", "well"].map((name) => ({
      firstName: "Lee",
      lastName: "Lead",
      email: `${name}.canary@in.test`,
    }));
    await ada.client("POST /amplify/leads/bulk", { body: { leads } });
    const { campaignId } = await ada.client("POST /email/send", {
      body: { subject: "Hello", html: "<p>canary-text</p>", from: "ada@sender.test", collection: "all" },
    });
    await until(async () => {
      const { state } = await ada.client("GET /amplify/campaigns/{id}", { params: { id: campaignId } });
      return state === "finished";
    });
    const mail = smtp.accepted.find(({ to }) => to[0]?.startsWith("well"));
    const [, token = ""] = /\/u\/([\w.-]+)>/.exec(mail?.raw.toString().replace(/\r\n\s/g, "") ?? "") ?? [];
    expect(token.length).toBeGreaterThan(20);
    expect((await send(`${started.url}/u/${token}`, { method: "POST", body: "" })).status).toBe(200);
    // A link by which somebody comes back is as much of a secret, whether it works or not.
    expect((await send(`${started.url}/r/${token}`)).status).toBe(404);
    await ada.client("POST /amplify/auth/password", {
      body: { currentPassword: secrets.password, newPassword: secrets.newer },
    });
    await send(`${started.url}/amplify/auth/forgot`, {
      body: JSON.stringify({ email: "canary@secret.test" }),
    });
    await until(() => started.logged.some((line) => line.includes("AMPLIFY_SYSTEM_SMTP")));
    const log = started.logged.join("\n");
    for (const shown of ["/u/{token}", "/r/{token}"]) expect(log).toContain(shown);
    const cookie = ada.cookie.split("=")[1] ?? "?";
    const base64 = (text: string) => Buffer.from(text).toString("base64").replace(/=+$/, "");
    for (const secret of ["canary", ada.token, cookie, token, base64("canary-app-password").slice(0, 24)])
      expect([secret, log.includes(secret)]).toEqual([secret, false]);
  },
  30_000,
);
