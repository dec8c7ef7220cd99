import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "../../contract/client.ts";
import { importLimits } from "../../contract/limits/imports.ts";
import { writesAllTheTime } from "../support/db/writesAllTheTime.ts";
import { program } from "../support/server/program.ts";
import { createMachine, type Machine } from "../support/server/runCli.ts";
import { type StartedProcess, startProcess } from "../support/server/startProcess.ts";
import {
  goodPassword,
  startTestServer,
  type TestPerson,
  type TestServer,
} from "../support/server/testServer.ts";
import { startScriptedSmtp } from "../support/smtp/scriptedSmtp.ts";
import { until } from "../support/until.ts";

// Each test starts programs one after the other, which takes its time on a busy machine.
setDefaultTimeout(60_000);

let server: TestServer;
let person: TestPerson;
let machine: Machine;
/** Servers of their own process: none of them may outlive a test that fails. */
const children: StartedProcess[] = [];

beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
  await server.grant(person, { status: "AMEX" });
  machine = createMachine({ AMPLIFY_SERVER: server.url });
  await Bun.write(join(machine.home, "news.html"), "<p>Hello {{firstName}}</p>");
  const { email, password } = person;
  await machine.logIn({ email, password });
});

afterAll(async () => {
  for (const child of children) await child.kill();
  machine.remove();
  await server.close();
});

const file = (name: string, text: string) => Bun.write(join(machine.home, name), text);
const words = (text: string) => text.split(" ");
const people = (count: number, domain: string) =>
  `First Name,Email\n${Array.from({ length: count }, (_, n) => `P${n},p${n}@${domain}\n`).join("")}`;

async function started(content: string) {
  const { client } = person;
  const { _id: id, guess } = await client("POST /amplify/imports", {
    query: { name: "others.csv" },
    body: new Blob([content]),
  });
  const body = { columns: guess, existing: "update" as const };
  return client("POST /amplify/imports/{id}/start", { params: { id }, body });
}

test("signing in keeps a session that only its owner can read, and signing out ends it on the server", async () => {
  const { email, password } = person;
  const wrong = await machine.run(["login", email, "--password-stdin"], { stdin: "wrong\n" });
  expect([wrong.code, wrong.stderr]).toEqual([1, "Invalid Credentials\n"]);
  const login = () => machine.run(["login", email, "--password-stdin"], { stdin: `${password}\n` });
  expect((await login()).code).toBe(0);
  const path = join(machine.home, "config/amplify/session.json");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const { token } = await Bun.file(path).json();
  expect((await machine.run(["whoami"])).stdout).toContain(`<${email}>, Enterprise plan`);
  expect((await machine.run(["logout"])).code).toBe(0);
  const after = await machine.run(["whoami"], { env: { AMPLIFY_TOKEN: token } });
  expect([after.code, after.stderr]).toEqual([
    1,
    "Unauthorized\nAMPLIFY_TOKEN is neither a key nor a session of that server. Set another one, or unset it. Sign in: amplify login\n",
  ]);
  expect((await login()).code).toBe(0);
});

test("a token never goes to a server that did not give it", async () => {
  const seen: (string | null)[] = [];
  const other = Bun.serve({
    port: 0,
    fetch(request) {
      seen.push(request.headers.get("authorization"));
      return Response.json({});
    },
  });
  const run = await machine.run(["leads", "--server", `http://localhost:${other.port}`]);
  await other.stop(true);
  expect(run.code).toBe(1);
  expect(run.stderr).toContain("Nobody is signed in to");
  expect(seen).toEqual([]);
});

test("an import reports every row that is no lead by its number, and writes them out to be mended", async () => {
  const count = 5_005;
  await file(
    "leads.csv",
    `${people(count, "a.test")}Bad,nowhere,\n,nameless@a.test\n"=cmd()","x y@a.test"\n`,
  );
  const args = ["import", "leads.csv", "--collection", "Spring", "--rejects", "rejects.csv"];
  const run = await machine.run(args);
  expect(run.code).toBe(3);
  // Before them, on a slow machine, lines about how far it is.
  expect(run.stdout.split("\n").slice(-5)).toEqual([
    `${(count + 3).toLocaleString("en-US")} rows: ${count.toLocaleString("en-US")} added, 0 updated, 0 skipped, 3 rejected`,
    `row ${count + 2}: This is not an email address`,
    `row ${count + 3}: First name or email is missing`,
    `row ${count + 4}: This is not an email address`,
    "",
  ]);
  expect((await stat(join(machine.home, "rejects.csv"))).mode & 0o777).toBe(0o600);
  const rejects = await Bun.file(join(machine.home, "rejects.csv")).text();
  expect(rejects.split("\r\n").slice(0, 2)).toEqual([
    "First Name,Email,row,reason",
    `Bad,nowhere,${count + 2},This is not an email address`,
  ]);
  expect(rejects).toContain("'=cmd()");
  const again = await machine.run([...args.slice(0, 4), "--json"]);
  expect(again.events.at(-1)).toMatchObject({ event: "imported", added: 0, updated: count, rejected: 3 });
  expect((await machine.run(["collections"])).stdout).toContain(`spring  ${count.toLocaleString("en-US")}`);
});

test("a file without leads, without being there, of another kind or too large is explained", async () => {
  await file("empty.csv", "Color,Size\nred,4\n");
  await file("large.xlsx", "x".repeat(importLimits.workbookBytes + 1));
  const empty = await machine.run(["import", "empty.csv"]);
  expect([empty.code, empty.stderr]).toEqual([1, expect.stringContaining("\nNo leads found in the file\n")]);
  expect((await machine.run(["import", "nowhere.csv"])).code).toBe(2);
  expect((await machine.run(["import", "news.html"])).code).toBe(2);
  const workbook = await machine.run(["import", "large.xlsx"]);
  expect([workbook.code, workbook.stderr]).toEqual([
    1,
    "A workbook may have up to 10 MB. Save its sheet as a CSV file, which may have 256 MB.\n",
  ]);
});

test("columns and sheets that are not there are named, and nothing stays behind", async () => {
  await file("columns.csv", "Name,Email,Left\nAda,ada@columns.test,\nBob,bob@columns.test,2026-01-05\n");
  const wrong = await machine.run(["import", "columns.csv", "--unsubscribed", "Gone"]);
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    'columns.csv has no column "Gone". It has: Name, Email, Left\n',
  ]);
  expect((await machine.run(["import", "columns.csv", "--sheet", "Two"])).code).toBe(2);
  expect((await person.client("GET /amplify/imports")).filter(({ state }) => state === "read")).toEqual([]);
  const right = await machine.run(["import", "columns.csv", "--unsubscribed", "left", "--json"]);
  expect(right.events.at(-1)).toMatchObject({ event: "imported", added: 2, optedOut: 1 });
});

test("an import is listed, left alone what is there, and taken back", async () => {
  await file("first.csv", "Name,Email\nAda,ada@undo.test\n");
  await file("second.csv", "Name,Email\nBob,bob@undo.test\nEve,ada@undo.test\n");
  await machine.run(["import", "first.csv"]);
  const second = ["import", "second.csv", "--existing", "skip", "--collection", "later", "--json"];
  expect((await machine.run(second)).events.at(-1)).toMatchObject({ added: 1, updated: 0, skipped: 1 });
  const listed = await machine.run(["imports", "--limit", "2"]);
  expect(listed.stdout).toMatch(
    /\n.+second.csv +Done +1 added, 0 updated, 1 skipped, 0 rejected\n.+first.csv .+\n$/,
  );
  const { code, stdout } = await machine.run(["imports", "undo", "last"]);
  expect(code).toBe(0);
  expect(stdout).toEndWith("second.csv is undone: 1 lead removed, 0 as before.\n");
  const { items } = (await person.client("GET /amplify/leads", {
    query: { page: 1, search: "undo.test" },
  })) as { items: { firstName: string }[] };
  expect(items.map(({ firstName }) => firstName)).toEqual(["Ada"]);
  expect((await machine.run(["collections"])).stdout).not.toContain("later");
  const again = await machine.run(["imports", "undo", "last"]);
  expect(again.code).toBe(1);
});

test("Ctrl-C stops an import and says how to take it back; an undoing it only leaves", async () => {
  await file("many.csv", people(60_000, "many.test"));
  // So both take long on any machine: they let others write first.
  const other = writesAllTheTime(server.core.database);
  const terminal = machine.open(["import", "many.csv"], { columns: 120 });
  await until(() => /[1-9]\d* added/.test(terminal.screen.text()), 60_000);
  terminal.type("\u0003");
  expect(await terminal.exited).toBe(130);
  expect(terminal.screen.text()).toContain("Interrupted: rows already written stay.");
  const id = /amplify imports undo (\w+)/.exec(terminal.screen.text())?.[1] ?? "";
  // An undoing waits for its turn behind the import of somebody else.
  const params = { id: (await started(people(60_000, "others.test")))._id };
  const undoing = machine.open(["imports", "undo", id]);
  await until(() => undoing.screen.text().includes("Undoing: 0/"), 60_000);
  undoing.type("\u0003");
  expect(await undoing.exited).toBe(130);
  expect(undoing.screen.text()).toContain("the server goes on undoing it");
  await person.client("POST /amplify/imports/{id}/cancel", { params });
  await other.stop();
  const states = async () => (await person.client("GET /amplify/imports")).map(({ state }) => state);
  await until(async () => (await states())[1] === "undone", 60_000);
  const { total } = (await person.client("GET /amplify/leads", {
    query: { page: 1, search: "many.test" },
  })) as { total: number };
  expect(total).toBe(0);
}, 180_000);

test("in a terminal an import shows a bar that ends full", async () => {
  await file("bar.csv", people(30, "bar.test"));
  const terminal = machine.open(["import", "bar.csv", "--collection", "bar"]);
  expect(await terminal.exited).toBe(0);
  expect(terminal.screen.text()).toMatch(/█{60,} {2}30\/30 rows\n30 added/);
  expect(terminal.screen.cursorHidden).toBe(false);
});

test("a send by the sandbox account goes from the plan to the last mail, and the mailbox has them all", async () => {
  const alias = "Ada <ada@example.com>";
  const add = ["accounts", "add", "ada@example.com", "--provider", "sandbox", "--alias", alias];
  expect((await machine.run(add)).stdout).toBe("ada@example.com is connected by Sandbox.\n");
  expect((await machine.run(["templates", "add", "News", "news.html"])).code).toBe(0);
  expect((await machine.run(["templates"])).stdout).toMatch(/^News +mine/m);
  await file("few.csv", people(12, "few.test"));
  await machine.run(["import", "few.csv", "--collection", "few"]);
  const { items } = (await person.client("GET /amplify/leads", {
    query: { collection: "few", page: 1, sort: "email" },
  })) as { items: { _id: string; firstName: string; lastName: string; email: string }[] };
  const out = items[0];
  await person.client("PUT /amplify/leads/{id}", {
    params: { id: out?._id ?? "" },
    body: {
      ...out,
      firstName: "P0",
      lastName: "X",
      email: out?.email ?? "",
      collection: ["few"],
      optout: true,
    },
  });
  const send = [
    "send",
    "--template",
    "news",
    "--collection",
    "few",
    "--subject",
    "Hi {{firstName}}",
    "--yes",
  ];
  const run = await machine.run([...send, "--json"]);
  expect(run.code).toBe(0);
  expect(run.events.at(-1)).toMatchObject({ event: "finished", sent: 11, skipped: 1, exitCode: 0 });
  const { items: mails } = await person.client("GET /amplify/sandbox/mails", { query: {} });
  expect(mails.map(({ to }) => to)).toContain("p11@few.test");
  expect(mails.map(({ subject }) => subject)).toContain("Hi P11");
  const plain = await machine.run([...send, "--key", "once"]);
  expect(plain.stdout).toContain(
    `The following leads have opted out and will not receive the email: ${out?.email}\n`,
  );
  const campaigns = await person.client("GET /amplify/campaigns");
  expect((await machine.run([...send, "--key", "once"])).code).toBe(0);
  expect(await person.client("GET /amplify/campaigns")).toHaveLength(campaigns.length);
});

test("recipients that the server refuses are named with its reply, and a retry reaches them", async () => {
  const smtp = await startScriptedSmtp({
    rcpt: ({ recipient }) => (recipient === "p1@smtp.test" ? "550 5.1.1 No such user" : null),
  });
  const account = "accounts add bo@example.com --provider smtp --host 127.0.0.1 --security none";
  const added = await machine.run([
    ...words(account),
    "--port",
    String(smtp.port),
    "--alias",
    "Bo <bo@example.com>",
  ]);
  expect(added.stderr).toBe("");
  await file("smtp.csv", people(5, "smtp.test"));
  await machine.run(words("import smtp.csv --collection smtp"));
  const args = words("--template news --collection smtp --subject SMTP --from bo@example.com");
  const run = await machine.run(["send", ...args, "--yes"]);
  expect(run.code).toBe(3);
  expect(run.stdout).toMatch(/4\/5 Sent, 1 failed; Finished/);
  expect(run.stdout).toMatch(/^failed {2}p1@smtp.test: .*5\.1\.1 No such user/m);
  smtp.script.rcpt = () => null;
  const retried = await machine.run(["retry", "last", "--failed"]);
  expect([retried.code, retried.stderr]).toEqual([0, ""]);
  expect(smtp.accepted.flatMap((mail) => mail.to).sort()).toEqual(
    Array.from({ length: 5 }, (_, n) => `p${n}@smtp.test`),
  );
  await smtp.close();
});

test("a send that waits says why and until when; it can be left, paused, resumed and cancelled", async () => {
  const account = words("accounts add cy@example.com --provider sandbox --per-minute 2");
  expect((await machine.run([...account, "--alias", "Cy <cy@example.com>"])).code).toBe(0);
  const args = words("--template news --collection few --subject Slow --from cy@example.com");
  const detached = await machine.run(["send", ...args, "--yes", "--detach"]);
  expect([detached.code, detached.stdout.includes("Accepted for 11 leads.")]).toEqual([0, true]);
  const terminal = machine.open(["watch"], { columns: 100 });
  await terminal.shows("2/11 Sent");
  await until(() => /limit of 2 mails a minute, until \d\d:\d\d/.test(terminal.screen.text()));
  terminal.type("p");
  await terminal.shows("r resume");
  terminal.type("\u0003");
  expect(await terminal.exited).toBe(130);
  expect((await machine.run(["watch", "last"])).code).toBe(4);
  expect((await machine.run(["resume", "last"])).code).toBe(0);
  const watching = machine.start(["watch", "last"]);
  await until(() => watching.stdout().includes("2/11 Sent"));
  expect((await machine.run(["cancel", "last"])).stdout).toContain("2/11 Sent, 10 skipped; Cancelled");
  expect(await watching.exited).toBe(1);
  expect(
    (await machine.run(["deliveries", "last", "--state", "sent"])).stdout.trim().split("\n"),
  ).toHaveLength(2);
  expect((await machine.run(["campaigns"])).stdout).toMatch(/Slow +Cancelled +2\/11 Sent, 10 skipped/);
});

test("a server that is killed and comes back is waited for, and the send is watched to its end", async () => {
  const folder = await mkdtemp(join(tmpdir(), "amplify-back-"));
  const first = await serve("0", folder);
  const { client, token } = await signUp(first.line);
  await client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", appEmail: "di@example.com", alias: "Di <di@example.com>", perMinute: 1 },
  });
  await client("POST /amplify/leads/bulk", {
    body: { leads: ["a", "b"].map((name) => ({ firstName: name, email: `${name}@x.test` })) },
  });
  const { campaignId: id } = await client("POST /email/send", {
    body: { subject: "Hi", html: "<p>Hi</p>", collection: "all", from: "di@example.com" },
  });
  const env = { AMPLIFY_SERVER: first.line, AMPLIFY_TOKEN: token };
  const terminal = machine.open(["watch"], { env, columns: 100 });
  await terminal.shows("1/2 Sent");
  await first.kill();
  await terminal.shows("The server cannot be reached; trying again.");
  const second = await serve(new URL(first.line).port, folder);
  await until(() => !terminal.screen.text().includes("cannot be reached"));
  await client("POST /amplify/campaigns/{id}/cancel", { params: { id } });
  expect(await terminal.exited).toBe(1);
  expect(terminal.screen.text()).toContain("Cancelled");
  await second.end();
  await rm(folder, { recursive: true });
});

async function serve(port: string, folder: string) {
  const environment = { NODE_ENV: "production", PORT: port, AMPLIFY_DATA: folder };
  const child = await startProcess([...program, "serve"], /is ready on (\S+)/, environment);
  children.push(child);
  return child;
}

async function signUp(base: string) {
  const visitor = createClient({ base });
  const [email, password] = ["di@example.com", goodPassword];
  await visitor("POST /amplify/auth/signup", { body: { firstName: "Di", lastName: "Do", email, password } });
  const { token } = await visitor("POST /amplify/auth/login", { body: { username: email, password } });
  return { token, client: createClient({ base, token }) };
}
