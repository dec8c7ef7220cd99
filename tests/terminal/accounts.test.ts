import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { dayMs } from "../../contract/limits/units.ts";
import { createAccountDayStore } from "../../db/stores/accounts/accountDays.ts";
import { createUsageStore } from "../../db/stores/campaigns/usage.ts";
import type { Machine } from "../support/server/runCli.ts";
import { startSignedInMachine } from "../support/server/signedInMachine.ts";
import type { TestPerson, TestServer } from "../support/server/testServer.ts";
import { startScriptedSmtp } from "../support/smtp/scriptedSmtp.ts";

// Each test starts programs one after the other, which takes its time on a busy machine.
setDefaultTimeout(30_000);

let server: TestServer;
let person: TestPerson;
let machine: Machine;
beforeAll(async () => {
  ({ server, person, machine } = await startSignedInMachine());
});
afterAll(async () => {
  machine.remove();
  await server.close();
});

test("an account added with several words for a name is listed as what recipients see", async () => {
  const email = "words@example.com";
  const add = ["accounts", "add", email, "--provider", "sandbox", "--name", "Ada Lovelace, Acme"];
  const added = await machine.run(add);
  expect([added.code, added.stdout, added.stderr]).toEqual([
    0,
    `${email} is connected by Sandbox.\nRecipients see: Ada Lovelace, Acme <${email}>\n`,
    "",
  ]);
  const listed = (await machine.run(["accounts"])).stdout;
  expect(listed).toMatch(/^EMAIL +SEEN AS +BY/m);
  expect(listed).toMatch(/^words@example\.com +Ada Lovelace, Acme <words@example\.com> +sandbox/m);
  const [account] = (await person.client("GET /amplify/auth/credentials")).filter(
    ({ appEmail }) => appEmail === email,
  );
  expect(account).toMatchObject({ alias: "Ada <words@example.com>", displayName: "Ada Lovelace, Acme" });
  expect((await machine.run(["accounts", "remove", email])).code).toBe(0);
});

test("each limit of an account is set, shown and taken away again", async () => {
  const email = "limits@example.com";
  const limits = [
    "--per-day",
    "500",
    "--per-minute",
    "30",
    "--gap",
    "1.5",
    "--ramp-up",
    "50",
    "--connections",
    "2",
  ];
  const smtp = await startScriptedSmtp();
  const server = ["--host", "127.0.0.1", "--port", String(smtp.port), "--security", "none"];
  await machine.run(["accounts", "add", email, "--provider", "smtp", ...server, "--name", "Ada", ...limits]);
  const stored = async () =>
    (await person.client("GET /amplify/auth/credentials")).find(({ appEmail }) => appEmail === email);
  expect(await stored()).toMatchObject({
    perDay: 500,
    perMinute: 30,
    gapMs: 1_500,
    rampPerDay: 50,
    connections: 2,
  });
  const shown = (await machine.run(["accounts", "show", email])).stdout;
  for (const line of [/^Gap +1\.5 seconds between two mails$/m, /^Ramp-up +50 more each day, 50 today$/m])
    expect(shown).toMatch(line);

  const edit = ["accounts", "edit", email];
  expect((await machine.run([...edit, "--no-per-minute", "--no-ramp-up", "--gap", "0"])).code).toBe(0);
  expect(await stored()).toMatchObject({
    perDay: 500,
    perMinute: null,
    gapMs: 0,
    rampPerDay: null,
    connections: 2,
  });
  await machine.run([...edit, "--no-per-day", "--no-connections"]);
  expect(await stored()).toMatchObject({ perDay: null, connections: null });
  expect((await machine.run(["accounts", "show", email])).stdout).toMatch(/^Per day +no limit$/m);
  const tooMuch = await machine.run([...edit, "--gap", "3601"]);
  expect([tooMuch.code, tooMuch.stderr]).toEqual([
    2,
    expect.stringContaining("It must be a number of seconds, at most 3,600."),
  ]);
  await machine.run(["accounts", "remove", email]);
  await smtp.close();
});

test("whoever adds an account without encryption is told where the server offers some", async () => {
  const smtp = await startScriptedSmtp({ tls: "starttls" });
  const add = ["accounts", "add", "bo@example.com", "--provider", "smtp", "--host", "127.0.0.1"];
  const how = ["--port", String(smtp.port), "--security", "none", "--name", "Bo"];
  const added = await machine.run([...add, ...how]);
  expect([added.code, added.stderr]).toEqual([
    0,
    "The server also offers STARTTLS: choose it, so that all that is sent to it is encrypted.\n",
  ]);
  await smtp.close();
});

test("a server that takes no mail from the account's address is told apart from one that is away", async () => {
  const smtp = await startScriptedSmtp({ mail: "553 5.7.1 Not your address" });
  const add = ["accounts", "add", "cy@example.com", "--provider", "smtp", "--host", "127.0.0.1"];
  const refused = await machine.run([
    ...add,
    "--port",
    String(smtp.port),
    "--security",
    "none",
    "--name",
    "Cy",
  ]);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("takes no mail from cy@example.com");
  expect(refused.stderr).toContain("The server said: 553 5.7.1 Not your address");
  await smtp.close();
});

test("how many connections an account opens at once is set when it is added, changed later, and shown", async () => {
  const smtp = await startScriptedSmtp();
  const add = ["accounts", "add", "dee@example.com", "--provider", "smtp", "--host", "127.0.0.1"];
  const how = ["--port", String(smtp.port), "--security", "none", "--name", "Dee", "--connections", "20"];
  expect((await machine.run([...add, ...how])).stderr).toBe("");
  expect((await machine.run(["accounts", "show", "dee@example.com"])).stdout).toMatch(/^Connections +20$/m);
  const edited = await machine.run(["accounts", "edit", "dee@example.com", "--connections", "3"]);
  expect([edited.code, edited.stderr]).toEqual([0, ""]);
  expect((await machine.run(["accounts", "show", "dee@example.com"])).stdout).toMatch(/^Connections +3$/m);
  expect((await machine.run(["accounts", "remove", "dee@example.com"])).code).toBe(0);
  await smtp.close();
});

test("of one address connected twice under one alias that account sends whose identifier is given", async () => {
  const smtp = await startScriptedSmtp();
  const { client } = person;
  const email = "twin@example.com";
  const account = { appEmail: email, appPassword: "", alias: `Twin <${email}>` };
  const server = { host: "127.0.0.1", port: smtp.port, security: "none" as const };
  await client("POST /amplify/auth/credentials", { body: { ...account, provider: "smtp", ...server } });
  await client("POST /amplify/auth/credentials", { body: { ...account, provider: "sandbox" } });
  await client("POST /templates", { body: { name: "Twins", design: null, html: "<p>Hi</p>" } });
  await client("POST /amplify/leads", { body: { firstName: "Bo", lastName: "Lead", email: "bo@in.test" } });
  const known = await client("GET /amplify/auth/credentials");
  const idOf = (provider: string) =>
    known.find((one) => one.appEmail === email && one.provider === provider)?._id ?? "";
  const letter = ["send", "--template", "Twins"];
  const whole = [...letter, "--subject", "Hi", "--collection", "all", "--yes", "--wait"];
  const taken = async () => [
    smtp.acceptedCount(),
    (await client("GET /amplify/sandbox/mails")).items.filter(({ from }) => from.includes(email)).length,
  ];
  const before = await taken();
  for (const [provider, args] of [
    ["sandbox", whole],
    ["sandbox", [...letter, "--test"]],
    ["smtp", [...letter, "--test"]],
  ] as const) {
    const sent = await machine.run([...args, "--from", idOf(provider)]);
    expect([provider, sent.code]).toEqual([provider, 0]);
    if (args === whole) expect(sent.stdout).toContain(`From      Twin <${email}> by sandbox`);
  }
  expect(await taken()).toEqual([(before[0] ?? 0) + 1, (before[1] ?? 0) + 2]);
  await smtp.close();
});

test("an account is shown with its budget as a bar, when that frees, and its days as blocks", async () => {
  const email = "health@example.com";
  await machine.run(["accounts", "add", email, "--provider", "sandbox", "--name", "Ada", "--per-day", "8"]);
  const { client } = person;
  const nothing = await machine.run(["accounts", "show", email]);
  expect(nothing.stdout).toMatch(/^Budget +░+ {2}0 of 8 in 24 hours$/m);
  expect(nothing.stdout).toContain("Nothing was sent from it in the last 30 days.");

  const known = await client("GET /amplify/auth/credentials");
  const id = known.find((one) => one.appEmail === email)?._id ?? "";
  const { database, clock } = server.core;
  const of = { credentialId: id, workspaceId: (await client("GET /amplify/auth/me")).uid };
  const days = createAccountDayStore(database);
  const now = clock.now();
  await days.count({ ...of, kind: "accepted", at: now - 2 * dayMs, n: 5 });
  await days.count({ ...of, kind: "accepted", at: now, n: 20 });
  await days.count({ ...of, kind: "bounced", at: now - dayMs, n: 2 });
  await createUsageStore(database).record({ ...of, bucketAt: now - (now % 60_000), count: 4 });
  const shown = await machine.run(["accounts", "show", email]);
  expect([shown.code, shown.stderr]).toEqual([0, ""]);
  expect(shown.stdout).toMatch(/^Budget +█{19}░{19} {2}4 of 8 in 24 hours$/m);
  expect(shown.stdout).toMatch(/What went counts until \S+/);
  expect(shown.stdout).toMatch(/^Accepted +·{27}▂·█ {2}25$/m);
  expect(shown.stdout).toMatch(/^Bounced +·{28}█· {2}2$/m);
  expect(shown.stdout).toMatch(/^Complaints +·{30} {2}0$/m);
  expect(shown.stdout.split("\n").every((line) => line.length <= 80)).toBe(true);
  const [event] = (await machine.run(["accounts", "show", email, "--json"])).events as [
    { health: { days: unknown[] } },
  ];
  expect(event.health.days).toHaveLength(30);
});
