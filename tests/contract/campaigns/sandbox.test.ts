import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { pageLimits } from "../../../contract/limits/http.ts";
import { mailboxLimits } from "../../../contract/limits/sandbox.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import { sandboxSender } from "../../support/smtp/sandboxSender.ts";

let server: TestServer;
let ada: TestPerson;
let eve: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  [ada, eve] = [await server.signUp(), await server.signUp()];
});
afterAll(() => server.close());

type Parts = { to?: string; subject?: string; html?: string; head?: string };

/** Puts a mail into a mailbox the way a campaign does: through the sender. */
async function deliver(person: TestPerson, parts: Parts = {}): Promise<string> {
  const { to = "bob@example.com", subject = "Spring news", html = "<p>Hello Bob</p>", head = "" } = parts;
  const mime = `From: Ada <ada@example.com>\r\nTo: ${to}\r\nSubject: ${subject}\r\n${head}MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nHello as text\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}\r\n--b--\r\n`;
  const sender = sandboxSender(server.core, person.uid);
  await sender.send({ envelope: { from: "ada@example.com", to }, raw: Buffer.from(mime), messageId: "<m>" });
  await sender.close();
  const page = await person.client("GET /amplify/sandbox/mails", { query: { pageSize: 1 } });
  return page.items[0]?._id ?? "";
}

const visit = (path: string, person: TestPerson | null = ada, init: RequestInit = {}) =>
  fetch(server.url + path, {
    redirect: "manual",
    ...init,
    headers: { ...(person ? { cookie: person.cookie } : {}), ...init.headers },
  });

describe("the mailbox by program", () => {
  test("lists the newest first, a page at a time, and answers a mail as it went out", async () => {
    const reader = await server.signUp();
    for (let number = 1; number <= 5; number++) await deliver(reader, { subject: `Mail ${number}` });
    const seen: string[] = [];
    let before: string | undefined;
    do {
      const query = { pageSize: 2, ...(before === undefined ? {} : { before }) };
      const page = await reader.client("GET /amplify/sandbox/mails", { query });
      expect(page.total).toBe(5);
      seen.push(...page.items.map((mail) => mail.subject));
      before = page.next ?? undefined;
    } while (before !== undefined);
    expect(seen).toEqual(["Mail 5", "Mail 4", "Mail 3", "Mail 2", "Mail 1"]);

    const { items } = await reader.client("GET /amplify/sandbox/mails");
    const id = items[0]?._id ?? "";
    const response = await reader.client("GET /amplify/sandbox/mails/{id}", { params: { id } });
    expect(response.headers.get("content-type")).toBe("message/rfc822");
    expect(response.headers.get("content-disposition")).toContain("attachment");
    expect(await response.text()).toStartWith("From: Ada <ada@example.com>\r\n");
  });

  test("somebody else's mails are not there, and emptying leaves them alone", async () => {
    const id = await deliver(ada);
    expect((await eve.client("GET /amplify/sandbox/mails")).items).toEqual([]);
    const asked = eve.client("GET /amplify/sandbox/mails/{id}", { params: { id } });
    await expect(asked).rejects.toMatchObject({ status: 404 });
    await eve.client("DELETE /amplify/sandbox/mails");
    expect((await ada.client("GET /amplify/sandbox/mails")).items.map((mail) => mail._id)).toContain(id);
  });

  test("emptying takes more than one step where there is much", async () => {
    const sender = sandboxSender(server.core, eve.uid);
    const raw = Buffer.from("Subject: Much\r\n\r\nHi\r\n");
    const mails = Array.from({ length: mailboxLimits.writeBatch * 2 + 1 }, (_, i) =>
      sender.send({ envelope: { from: "a@example.com", to: `lead${i}@example.com` }, raw, messageId: "<m>" }),
    );
    await Promise.all(mails);
    expect((await eve.client("GET /amplify/sandbox/mails")).total).toBe(mails.length);
    await eve.client("DELETE /amplify/sandbox/mails");
    expect((await eve.client("GET /amplify/sandbox/mails")).total).toBe(0);
  });
});

describe("the mailbox for people", () => {
  test("an empty one says what to do, a full one pages, and both need a session and no script", async () => {
    const reader = await server.signUp();
    const empty = await (await visit("/sandbox", reader)).text();
    expect(empty).toContain("No mail yet");
    for (let number = 0; number <= pageLimits.sizeDefault; number++)
      await deliver(reader, { subject: `Mail <${number}>` });
    const full = await (await visit("/sandbox", reader)).text();
    expect(full).toContain("Mail &lt;50&gt;");
    expect(full).not.toContain("Mail &lt;0&gt;");
    const older = /href="(\/sandbox\?before=[^"]+)"/.exec(full)?.[1] ?? "";
    expect(await (await visit(older, reader)).text()).toContain("Mail &lt;0&gt;");
    expect(full).toContain("bounce…@example.com");
    expect(empty + full).not.toContain("<script");
    for (const path of ["/sandbox", "/sandbox/x", "/sandbox/x/html"]) {
      const response = await visit(path, null);
      expect([response.status, response.headers.get("location")]).toEqual([302, "/login"]);
    }
  });

  test("a mail shows its headers, its text, its source and its HTML in a frame that may do nothing", async () => {
    const head = "List-Unsubscribe: <https://mail.example.com/u/token>\r\n";
    const id = await deliver(ada, { subject: "=?utf-8?q?Gr=C3=BC=C3=9Fe?=", head });
    const html = await (await visit(`/sandbox/${id}`)).text();
    expect(html).toContain("<h1>Grüße</h1>");
    expect(html).toContain("Hello as text");
    expect(html).toContain("boundary=b");
    expect(html).toContain('href="https://mail.example.com/u/token"');
    expect(html).toMatch(new RegExp(`<iframe[^>]*sandbox=""[^>]*src="/sandbox/${id}/html"`));
    expect(html).not.toContain("<p>Hello Bob</p>");

    const frame = await visit(`/sandbox/${id}/html`);
    expect(await frame.text()).toContain("<p>Hello Bob</p>");
    const policy = frame.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/; sandbox$/);
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).not.toContain("script-src");
    expect(policy).toContain(`img-src 'self' ${server.url} https: data:;`);
  });
});

describe("hostile mails in the mailbox", () => {
  test("markup in headers and text stays text", async () => {
    const id = await deliver(ada, { subject: "<img src=x onerror=alert(1)>", to: "bob@example.com" });
    for (const path of ["/sandbox", `/sandbox/${id}`]) {
      const html = await (await visit(path)).text();
      expect(html).not.toContain("<img src=x");
      expect(html).toContain("&lt;img src=x");
    }
  });

  test("an unsubscribe header that is no web address becomes no link", async () => {
    const id = await deliver(ada, {
      head: "List-Unsubscribe: <javascript:alert(1)>, <mailto:a@example.com>\r\n",
    });
    expect(await (await visit(`/sandbox/${id}`)).text()).not.toContain('href="javascript:');
  });

  test("a mail nested beyond reason shows its source instead of failing", async () => {
    const levels = Array.from(
      { length: 60 },
      (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`,
    );
    const raw = Buffer.from(`Subject: Deep\r\n${levels.join("")}end`);
    const sender = sandboxSender(server.core, ada.uid);
    await sender.send({ envelope: { from: "a@example.com", to: "deep@example.com" }, raw, messageId: "<m>" });
    const { items } = await ada.client("GET /amplify/sandbox/mails", { query: { pageSize: 1 } });
    const response = await visit(`/sandbox/${items[0]?._id}`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("boundary=b59");
  });
});

describe("the mailbox's owner", () => {
  test("somebody else's mail and one that does not exist are a 404 page", async () => {
    const id = await deliver(ada);
    for (const path of [`/sandbox/${id}`, `/sandbox/${id}/html`]) {
      const response = await visit(path, eve);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain("This page does not exist");
    }
    expect((await visit("/sandbox/nothing")).status).toBe(404);
  });

  test("the button empties it, but not from another site's page", async () => {
    await deliver(ada);
    const foreign = { method: "POST", headers: { origin: "https://evil.example" } };
    expect((await visit("/sandbox/empty", ada, foreign)).status).toBe(403);
    expect((await ada.client("GET /amplify/sandbox/mails")).total).toBeGreaterThan(0);
    const own = await visit("/sandbox/empty", ada, { method: "POST", headers: { origin: server.url } });
    expect([own.status, own.headers.get("location")]).toEqual([303, "/sandbox"]);
    expect((await ada.client("GET /amplify/sandbox/mails")).total).toBe(0);
  });
});

test("where the sandbox is off nothing of it exists", async () => {
  const without = await startTestServer({ AMPLIFY_SANDBOX: "off" });
  try {
    const person = await without.signUp();
    for (const call of [
      () => person.client("GET /amplify/sandbox/mails"),
      () => person.client("GET /amplify/sandbox/mails/{id}", { params: { id: "x" } }),
      () => person.client("DELETE /amplify/sandbox/mails"),
    ])
      await expect(call()).rejects.toMatchObject({ status: 404 });
    for (const path of ["/sandbox", "/sandbox/x", "/sandbox/x/html"])
      expect((await fetch(without.url + path, { headers: { cookie: person.cookie } })).status).toBe(404);
    const appEmail = "ada@example.com";
    const body = { provider: "sandbox", appEmail, alias: `Ada <${appEmail}>` } as const;
    await expect(person.client("POST /amplify/auth/credentials", { body })).rejects.toThrow();
  } finally {
    await without.close();
  }
});
