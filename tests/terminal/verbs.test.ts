import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { statSync } from "node:fs";
import { join } from "node:path";
import { createMachine, type Machine } from "../support/server/runCli.ts";
import { startTestServer, type TestPerson, type TestServer } from "../support/server/testServer.ts";

// One program after the other takes its time on a busy machine.
setDefaultTimeout(120_000);

let server: TestServer;
let person: TestPerson;
let machine: Machine;

beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
  await server.grant(person, { status: "AMEX" });
  machine = createMachine({ AMPLIFY_SERVER: server.url });
  await machine.run(["login", person.email, "--password-stdin"], { stdin: `${person.password}\n` });
});
afterAll(async () => {
  machine.remove();
  await server.close();
});

/** Runs a command whose words are parted by blanks; answers its code and what it printed. */
async function run(line: string | string[], stdin?: string) {
  const args = typeof line === "string" ? line.split(" ") : line;
  return machine.run(args, stdin === undefined ? {} : { stdin });
}

test("a lead is added, changed, opted out and in, noted down, removed and brought back", async () => {
  await run("fields add Town");
  const added = await run(
    "leads add bo@verbs.test --first-name Bo --last-name Lind --collection spring --field town=Oslo",
  );
  expect([added.code, added.stdout, added.stderr]).toEqual([0, "bo@verbs.test is added.\n", ""]);
  const again = await run("leads add bo@verbs.test --first-name Bo --last-name Lind");
  expect(again.code).toBe(1);
  expect((await run("leads edit bo@verbs.test")).code).toBe(2);
  expect((await run("leads edit Bo@Verbs.test --phone 123 --field town=")).stdout).toBe(
    "bo@verbs.test is saved.\n",
  );
  // An address within another one is somebody else's.
  await run("leads add ebo@verbs.test --first-name Ebo --last-name Lind");
  const [shown] = (await run("leads show bo@verbs.test --json")).events;
  expect(shown).toMatchObject({ firstName: "Bo", phone: "123", collection: ["spring"], fields: {} });
  expect((await run("leads opt-out bo@verbs.test")).stdout).toBe("1 lead opted out.\n");
  expect((await run(`leads show ${shown?._id}`)).stdout).toContain("Opted out     yes");
  expect((await run("leads opt-in bo@verbs.test")).stdout).toBe("bo@verbs.test is opted in.\n");
  expect((await run("leads notes add bo@verbs.test -", "Met in Oslo\n")).code).toBe(0);
  const [note] = (await run("leads notes bo@verbs.test --json")).events;
  expect(note).toMatchObject({ event: "note", text: "Met in Oslo" });
  expect((await run(`leads notes remove bo@verbs.test ${note?._id}`)).code).toBe(0);
  expect((await run("leads notes bo@verbs.test")).stdout).toBe("There are no notes.\n");

  const nobody = await run("leads show nobody@verbs.test");
  expect([nobody.code, nobody.stderr]).toEqual([1, expect.stringContaining("There is no lead")]);
  const removed = await run("leads remove bo@verbs.test ebo@verbs.test");
  expect([removed.code, removed.stdout]).toEqual([0, "2 leads removed.\n"]);
  const restore = removed.stderr.match(/amplify (leads restore \S+)/)?.[1] ?? "";
  expect((await run(restore)).stdout).toBe("2 leads brought back.\n");
});

test("whom to remove or opt out has to be said, and many are not without a yes", async () => {
  for (const verb of ["remove", "opt-out"]) {
    expect((await run(`leads ${verb}`)).stderr).toStartWith("Say which leads");
    const unasked = await run(`leads ${verb} --search verbs.test`);
    expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining("add --yes")]);
    const both = await run(`leads ${verb} bo@verbs.test --search verbs.test`);
    expect(both.code).toBe(2);
  }
  expect((await run("leads opt-out --search nobody-has-this --yes")).code).toBe(1);
  expect((await run("leads opt-out --search ebo@verbs.test --yes")).stdout).toBe("1 lead opted out.\n");
});

test("collections are added, filled, renamed, merged and removed", async () => {
  expect((await run("collections add Autumn")).stdout).toBe("The collection autumn is there.\n");
  expect((await run("leads join autumn bo@verbs.test ebo@verbs.test")).stdout).toBe(
    "2 leads put into autumn.\n",
  );
  expect((await run("leads leave autumn bo@verbs.test")).stdout).toBe("1 lead taken out of autumn.\n");
  expect((await run("collections rename autumn fall")).stdout).toBe("It is called fall now.\n");
  const missing = await run("collections rename autumn again");
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining("There is: ")]);
  expect((await run("collections merge fall spring")).stdout).toBe(
    "fall is part of spring now, which has 2 leads.\n",
  );
  expect((await run("collections remove spring")).stdout).toBe(
    "The collection spring is removed; its leads stay.\n",
  );
  expect((await run("collections")).stdout).toMatch(/^NAME +LEADS\nall +2\n$/);
});

test("a list that is a part says so, also to programs, and all or so many are had by asking", async () => {
  const leads = Array.from({ length: 120 }, (_, n) => ({
    firstName: "P",
    lastName: "Q",
    email: `p${n}@many.test`,
  }));
  await person.client("POST /amplify/leads/bulk", { body: { leads } });
  const part = await run("leads --json");
  expect(part.events.filter(({ event }) => event === "lead")).toHaveLength(50);
  expect(part.events.at(-1)).toEqual({ event: "list", of: "lead", shown: 50, total: 122, left: 72 });
  expect(part.stderr).toBe("This is a part: 50 of 122. For all of it: amplify leads --all\n");
  const all = await run("leads --json --all --search many.test");
  expect(all.events).toHaveLength(121);
  expect(all.stderr).toBe("");
  expect((await run("leads --json --limit 60")).events.at(-1)).toMatchObject({ shown: 60, left: 62 });
  expect((await run("collections --json --limit 1")).events).toHaveLength(2);
});

test("leads are exported to stdout, where nothing else is, and to a file for its owner alone", async () => {
  for (const to of ["leads export", "leads export - --json"]) {
    const { stdout, stderr, code } = await run(`${to} --search bo@verbs.test`);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout.replace(/^\uFEFF/, "")).toMatch(/^[^\n{]*[Ee]mail/);
    expect(stdout.trim().split("\n")).toHaveLength(3);
  }
  expect((await run("leads export all.xlsx")).stdout).toBe("Written to all.xlsx.\n");
  expect((await Bun.file(join(machine.home, "all.xlsx")).text()).slice(0, 2)).toBe("PK");
  expect(statSync(join(machine.home, "all.xlsx")).mode & 0o077).toBe(0);
  expect((await run("leads export nowhere/all.csv")).code).toBe(2);
});
