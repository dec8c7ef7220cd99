import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { returning } from "../../db/stores/inbound/bouncedAddresses.ts";
import { createMachine, type Machine } from "../support/server/runCli.ts";
import { startTestServer, type TestPerson, type TestServer } from "../support/server/testServer.ts";
import { until } from "../support/until.ts";

// Each test starts programs one after the other, which takes its time on a busy machine.
setDefaultTimeout(60_000);

let server: TestServer;
let machine: Machine;
let person: TestPerson;

beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
  await server.grant(person, { status: "AMPR" });
  machine = createMachine({ AMPLIFY_SERVER: server.url, AMPLIFY_TOKEN: person.token }, { isResident: true });
  const appEmail = "ada@sender.test";
  await person.client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", appEmail, appPassword: "", alias: `Ada <${appEmail}>` },
  });
  await person.client("POST /templates", {
    body: { name: "Receipt", html: '<p>{{number}} <a href="https://shop.test/order">Order</a></p>' },
  });
});
afterAll(async () => {
  machine.remove();
  await server.close();
});

test("where answers go, labels, its time and what is counted are said of a mail, and shown", async () => {
  const letter = ["mail", "send", "--template", "Receipt", "--subject", "Order", "--value", "number=8"];
  const choices = ["--reply-to", "desk@shop.test", "--tag", "shop", "--tag", "spring", "--within", "600"];
  const sent = await machine.run([
    ...letter,
    "--to",
    "eve@in.test",
    ...choices,
    "--opens",
    "--clicks",
    "--json",
  ]);
  const { id } = JSON.parse(sent.stdout);
  const { expiresAt, createdAt } = await person.client("GET /email/transactional/{id}", { params: { id } });
  expect(expiresAt - createdAt).toBe(600_000);
  const shown = (await machine.run(["mail", "show", id])).stdout;
  expect(shown).toContain("Answers to: desk@shop.test\nTags: shop, spring\n");
  // The picture by which it is known who opens a mail, and the link by which it is known who follows one.
  const arrived = async () => (await person.client("GET /amplify/sandbox/mails", { query: {} })).items[0];
  await until(async () => (await arrived()) !== undefined);
  const { cookie } = person;
  const raw = await fetch(`${server.url}/amplify/sandbox/mails/${(await arrived())?._id}`, {
    headers: { cookie },
  });
  const text = (await raw.text()).replaceAll("=\r\n", "");
  expect(text).toMatch(/<img src=3D"http:[^"]+\/o\//);
  expect(text).toMatch(/<a href=3D"http:[^"]+\/c\//);
  const early = await machine.run([...letter, "--to", "eve@in.test", "--within", "1"]);
  expect([early.code, early.stderr]).toEqual([1, expect.stringContaining("ttlSeconds")]);
});

test("a mail is sent with values and a file, found, shown, and tried again where it failed", async () => {
  await Bun.write(join(machine.home, "receipt.txt"), "paid");
  const letter = ["mail", "send", "--template", "Receipt", "--subject", "Order {{number}}"];
  const to = ["--to", "ann@in.test", "--to", "bounce@in.test"];
  const more = ["--attach", "receipt.txt", "--kind", "receipt", "--idempotency-key", "one", "--json"];
  const sent = await machine.run([...letter, ...to, "--value", "number=7", ...more]);
  expect(sent).toMatchObject({ code: 0 });
  const again = await machine.run([...letter, ...to, "--value", "number=7", ...more]);
  expect(again.stdout).toBe(sent.stdout);
  const listed = async () => (await machine.run(["mail", "list", "--kind", "receipt"])).stdout;
  await until(
    async () => /failed .*bounce/.test(await listed()) && /sent .*ann@/.test(await listed()),
    30_000,
  );
  // As a mail is known by everywhere: what its fields were filled with is not kept.
  for (const line of (await listed()).trim().split("\n")) expect(line).toContain("@in.test  Order [number]");
  expect((await listed()).trim().split("\n")).toHaveLength(2);
  const id = /failed\s+(\S+)/.exec(await listed())?.[1] ?? "";
  const shown = (await machine.run(["mail", "show", id])).stdout;
  expect(shown).toContain("To: bounce@in.test\nSubject: Order [number]\nKind: receipt\nState: failed");
  expect(await machine.run(["mail", "retry", id])).toMatchObject({
    code: 0,
    stdout: "The mail is tried again\n",
  });
  const missing = await machine.run([...letter, "--to", "cem@in.test"]);
  expect(missing.code).toBe(1);
  expect(missing.stderr).toContain("{{number}}");
  expect((await machine.run([...letter, "--to", "cem@in.test", "--value", "7"])).code).toBe(2);
  const wrong = await machine.run([...letter, "--to", "cem@in.test", "--to", "dora@", "--value", "number=7"]);
  expect(wrong).toMatchObject({ code: 1, stderr: "This is not an email address\nIt is about to.1.email.\n" });
  const broken = await machine.run([
    "leads",
    "add",
    "cem@in.test",
    "--first-name",
    "Cem",
    "--last-name",
    "a\nb",
  ]);
  expect(broken.code).toBe(1);
  expect(broken.stderr).toEndWith("is not allowed here\nIt is about lastName.\n");
});

test("a mail that was put off is shown with its files, when it is tried next and by when it has to go", async () => {
  await Bun.write(join(machine.home, "bill.pdf"), "paid");
  const letter = ["mail", "send", "--template", "Receipt", "--subject", "Bill", "--value", "number=9"];
  const sent = await machine.run([...letter, "--to", "defer@in.test", "--attach", "bill.pdf", "--json"]);
  const { id } = JSON.parse(sent.stdout);
  const mail = () => person.client("GET /email/transactional/{id}", { params: { id } });
  await until(async () => (await mail()).state === "deferred", 30_000);
  const { nextAt, expiresAt } = await mail();
  const shown = (await machine.run(["mail", "show", id])).stdout;
  expect(shown).toContain(`Tried next: ${new Date(nextAt ?? 0).toISOString()}\n`);
  expect(shown).toContain(`Has to go by: ${new Date(expiresAt).toISOString()}\n`);
  expect(shown).toContain("Attachments: bill.pdf\nAttempts: 1\n");
});

test("a mail needs no template: its HTML and its text come from files, or from stdin", async () => {
  await Bun.write(join(machine.home, "mail.html"), "<p>Hello <b>{{name}}</b></p>");
  await Bun.write(join(machine.home, "mail.txt"), "Hello by text, {{name}}");
  const to = ["--subject", "Plain", "--to", "eve@in.test", "--value", "name=Eve", "--kind", "plain"];
  const send = (...content: string[]) => machine.run(["mail", "send", ...content, ...to]);
  expect(await send("--html", "mail.html", "--text", "mail.txt")).toMatchObject({ code: 0 });
  expect(await send("--text", "mail.txt")).toMatchObject({ code: 0 });
  const piped = ["mail", "send", "--html", "-", ...to];
  expect(await machine.run(piped, { stdin: "<p>Piped {{name}}</p>" })).toMatchObject({ code: 0 });
  // As the shell's `<(…)`, which is a path to a pipe too.
  const through = ["sh", "-c", 'echo "<p>Piped by a path, {{name}}</p>" | "$@"', "sh"];
  const byPath = ["mail", "send", "--html", "/dev/stdin", ...to];
  expect(await machine.run(byPath, { through })).toMatchObject({ code: 0 });
  const sent = async () => (await machine.run(["mail", "list", "--kind", "plain"])).stdout.match(/sent /g);
  await until(async () => (await sent())?.length === 4, 30_000);
  expect((await send("--html", "nowhere.html")).code).toBe(2);
  expect(await send("--html", "mail.html", "--template", "Receipt")).toMatchObject({ code: 2 });
  const nothing = await send();
  expect(nothing.code).toBe(2);
  expect(nothing.stderr).toContain("--html FILE");
});

test("an address from which a mail came back takes none, and what to do about it is said", async () => {
  const { database, secrets } = server.core;
  const [email, workspaceId] = ["gone@in.test", person.uid];
  const returned = { workspaceId, emailHash: secrets.hashAddress(email), at: Date.UTC(2026, 4, 1) };
  await database.atomically((write) => ({
    noted: returning(write, database.tables, {
      ...returned,
      words: "550 5.1.1 No such user",
      isForGood: true,
    }),
  }));
  const checked = await machine.run(["suppressions", "check", email]);
  expect(checked).toMatchObject({
    code: 1,
    stdout: `${email} takes no mails: one came back on 2026-05-01, with “550 5.1.1 No such user”. If it takes mails by now, say so of its lead: amplify leads mail-again ${email}\n`,
  });
  const { client } = person;
  await client("POST /amplify/leads", { body: { firstName: "Gone", lastName: "Lee", email } });
  expect(await machine.run(["leads", "mail-again", email])).toMatchObject({ code: 0 });
  expect(await machine.run(["suppressions", "check", email])).toMatchObject({ code: 0 });
});

test("an address is suppressed for a kind or for every kind, checked, listed and let go again", async () => {
  const run = (...words: string[]) => machine.run(["suppressions", ...words]);
  expect((await run()).stdout).toBe("No address is suppressed\n");
  expect(await run("add", "Dora@in.test", "--kind", "receipt", "--cause", "asked")).toMatchObject({
    code: 0,
  });
  expect(await run("check", "dora@in.test", "--kind", "receipt")).toMatchObject({ code: 1 });
  const other = await run("check", "dora@in.test", "--kind", "code");
  expect(other).toMatchObject({ code: 0 });
  expect(other.stdout).toStartWith("dora@in.test takes transactional mails of kind code.");
  await run("add", "dora@in.test");
  expect(await run("check", "dora@in.test", "--kind", "code")).toMatchObject({ code: 1 });
  expect((await run("list", "--json")).stdout.trim().split("\n")).toHaveLength(2);
  expect((await run("list", "--kind", "receipt")).stdout).toContain("asked");
  expect(await run("remove", "dora@in.test")).toMatchObject({ code: 0 });
  expect((await run("remove", "dora@in.test")).stderr).toContain("is not suppressed for every kind");
  expect(await run("remove", "dora@in.test", "--kind", "receipt")).toMatchObject({ code: 0 });
  expect(await run("check", "dora@in.test")).toMatchObject({
    code: 0,
    stdout:
      "dora@in.test takes transactional mails of every kind. Whether it gets campaigns, its lead says: amplify leads show dora@in.test\n",
  });
});
