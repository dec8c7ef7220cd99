import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { createMachine, type Machine } from "../support/server/runCli.ts";
import { startTestServer, type TestPerson, type TestServer } from "../support/server/testServer.ts";

// Each test starts programs one after the other, which takes its time on a busy machine.
setDefaultTimeout(60_000);

let server: TestServer;
let person: TestPerson;
let machine: Machine;

beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
  machine = createMachine({ AMPLIFY_SERVER: server.url, AMPLIFY_TOKEN: person.token }, { isResident: true });
  const leads = ["ann@in.test", "ben@out.test", "cem@in.test"].map((email) => ({
    firstName: email.slice(0, 3),
    lastName: "Lee",
    email,
    collection: ["spring"],
  }));
  await person.client("POST /amplify/leads/bulk", { body: { leads } });
});
afterAll(async () => {
  machine.remove();
  await server.close();
});

test("a segment is added by flags, shown with whom it finds, used for the list, and removed", async () => {
  expect((await machine.run(["segments"])).stdout).toStartWith("There is no segment yet.");
  const flags = ["--domain", "IN.test", "--joined", "7", "--not-opened", "30", "--collection", "spring"];
  const added = await machine.run(["segments", "add", "Insiders", ...flags]);
  expect(added).toMatchObject({ code: 0, stdout: "Insiders is saved. 2 leads match.\n" });
  const shown = await machine.run(["segments", "show", "insiders"]);
  expect(shown.stdout.split("\n").map((line) => line.trim())).toEqual([
    "Insiders",
    "all of these:",
    "Collections in any of spring",
    "Domain of the email is “IN.test”",
    "Added in the last 7 days",
    "Opened no mail in the last 30 days",
    "2 leads match.",
    "cem Lee cem@in.test",
    "ann Lee ann@in.test",
    "",
  ]);
  const listed = await machine.run(["leads", "--segment", "Insiders", "--json"]);
  const events = listed.stdout.trim().split("\n");
  const emails = events.map((line) => JSON.parse(line)).filter(({ event }) => event === "lead");
  expect(emails.map(({ email }) => email).sort()).toEqual(["ann@in.test", "cem@in.test"]);
  expect(await machine.run(["segments", "remove", "Insiders"])).toMatchObject({ code: 0 });
  const gone = await machine.run(["leads", "--segment", "Insiders"]);
  expect(gone.code).not.toBe(0);
});

test("a segment is added of a file, and a file that holds no question is refused before anything is asked", async () => {
  const question = {
    match: "any",
    of: [{ match: "all", not: true, of: [{ about: "domain", op: "is", value: "in.test" }] }],
  };
  await Bun.write(join(machine.home, "question.json"), JSON.stringify(question));
  await Bun.write(join(machine.home, "other.json"), '{ "match": "all", "of": [{ "about": "shoe size" }] }');
  const added = await machine.run(["segments", "add", "Outsiders", "--file", "question.json"]);
  expect(added).toMatchObject({ code: 0, stdout: "Outsiders is saved. 1 lead matches.\n" });
  for (const file of ["other.json", "none.json"]) {
    const refused = await machine.run(["segments", "add", "Others", "--file", file]);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain(file);
  }
  const empty = await machine.run(["segments", "add", "Others"]);
  expect(empty.stderr).toContain("--joined 30");
  expect((await person.client("GET /amplify/segments")).map(({ name }) => name)).toEqual(["Outsiders"]);
});

test("a part of the leads that a segment finds says how to list all of these, and not everybody", async () => {
  const name = 'In $HOME & "out"';
  expect(await machine.run(["segments", "add", name, "--domain", "in.test"])).toMatchObject({ code: 0 });
  const options = ["--collection", "spring", "--segment", name, "--sort", "email"];
  const part = await machine.run(["leads", ...options, "--limit", "1"]);
  expect(part.stderr).toBe(
    'This is a part: 1 of 2. For all of it: amplify leads --all --collection spring --segment "In \\$HOME & \\"out\\"" --sort email\n',
  );
  expect((await machine.run(["leads", "--limit", "1"])).stderr).toEndWith(": amplify leads --all\n");
  // In a terminal, too, where no page is told of so many.
  const terminal = machine.open(["leads", "--limit", "1"]);
  expect(await terminal.exited).toBe(0);
  expect(terminal.screen.text()).toMatch(/This is a part: 1 of \d+\. For all of it: amplify leads --all/);
});
