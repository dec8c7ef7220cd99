import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import type { Machine } from "../support/server/runCli.ts";
import { startSignedInMachine } from "../support/server/signedInMachine.ts";
import type { TestPerson, TestServer } from "../support/server/testServer.ts";
import { until } from "../support/until.ts";

// One program after the other takes its time on a busy machine.
setDefaultTimeout(90_000);

let server: TestServer;
let person: TestPerson;
let machine: Machine;

beforeAll(async () => {
  ({ server, person, machine } = await startSignedInMachine({ status: "AMEX" }));
});

afterAll(async () => {
  machine.remove();
  await server.close();
});

const file = (name: string, text: string) => Bun.write(join(machine.home, name), text);
const words = (text: string) => text.split(" ");
const people = (count: number, domain: string) =>
  `First Name,Email\n${Array.from({ length: count }, (_, n) => `P${n},p${n}@${domain}\n`).join("")}`;

test("the rest of a paused campaign is sent from another account, and nobody has it twice", async () => {
  for (const name of ["dee --per-minute 2", "eva"]) {
    const [first = "", ...limit] = words(name);
    const account = words(`accounts add ${first}@example.com --provider sandbox`);
    const added = await machine.run([...account, ...limit, "--alias", `Rest <${first}@example.com>`]);
    expect(added.stderr).toBe("");
  }
  await file("news.html", "<p>Hello {{firstName}}</p>");
  await machine.run(words("templates add news news.html"));
  await file("rest.csv", people(5, "rest.test"));
  await machine.run(words("import rest.csv --collection rest"));
  const args = words("--template news --collection rest --subject Rest --from dee@example.com");
  expect((await machine.run(["send", ...args, "--yes", "--detach"])).code).toBe(0);
  const [sending] = await person.client("GET /amplify/campaigns");
  const params = { id: sending?._id ?? "" };
  const look = () => person.client("GET /amplify/campaigns/{id}", { params });
  await until(async () => (await look()).counts.sent === 2);

  // Three are left, two a minute.
  expect((await machine.run(words("campaigns show last"))).stdout).toMatch(/\nDone {6}probably \S/);
  const early = await machine.run(words("send-rest last --from eva@example.com"));
  expect([early.code, early.stderr]).toEqual([1, expect.stringContaining("cannot be moved")]);
  expect((await machine.run(words("pause last"))).code).toBe(0);
  expect((await machine.run(words("campaigns show last"))).stdout).not.toContain("\nDone ");
  const nameless = await machine.run(words("send-rest last"));
  expect([nameless.code, nameless.stderr]).toEqual([2, expect.stringContaining("--from ADDRESS")]);
  const unknown = await machine.run(words("send-rest last --from nobody@example.com"));
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining("There is no account")]);

  const rest = await machine.run(words("send-rest last --from eva@example.com --detach --json"));
  expect(rest.code).toBe(0);
  expect(JSON.parse(rest.stdout.trim().split("\n")[0] ?? "")).toMatchObject({ _id: params.id, total: 5 });
  expect((await machine.run(words("watch last"))).code).toBe(0);
  const { items } = await person.client("GET /amplify/campaigns/{id}/deliveries", { params, query: {} });
  expect(items.map(({ email, state }) => [email, state]).toSorted()).toEqual(
    Array.from({ length: 5 }, (_, n) => [`p${n}@rest.test`, "sent"]),
  );
  expect(await look()).toMatchObject({ from: "Rest <eva@example.com>", state: "finished" });
});

test("whoever removes an account is told which sends that stops, and how their rest goes out", async () => {
  const account = words("accounts add fay@example.com --provider sandbox --per-minute 2 --alias");
  expect((await machine.run([...account, "Rest <fay@example.com>"])).stderr).toBe("");
  await file("news.html", "<p>Hello {{firstName}}</p>");
  await machine.run(words("templates add gone news.html"));
  await file("gone.csv", people(5, "gone.test"));
  await machine.run(words("import gone.csv --collection gone"));
  const args = words("--template gone --collection gone --subject Gone --from fay@example.com");
  const watching = machine.run(["send", ...args, "--yes", "--plain"]);
  const look = async () => (await person.client("GET /amplify/campaigns")).find((one) => one.name === "Gone");
  await until(async () => (await look())?.counts.sent === 2);

  const planned = await machine.run(["send", ...args, "--name", "Later", "--at", "in 2 days", "--yes"]);
  expect([planned.code, planned.stderr]).toEqual([0, expect.stringContaining("To take it back")]);
  const later = (await person.client("GET /amplify/campaigns")).find(({ name }) => name === "Later");
  await machine.run(["send", ...args, "--name", "Halt", "--yes", "--detach"]);
  await machine.run(words("pause last"));
  const [halt] = await person.client("GET /amplify/campaigns");
  const rest = `amplify send-rest ${(await look())?._id.slice(-8)} --from ACCOUNT`;
  const removed = await machine.run(words("accounts remove fay@example.com"));
  expect([removed.code, removed.stdout.trim().split("\n")]).toEqual([
    0,
    [
      "fay@example.com is removed.",
      "Gone is paused, with 3 mails left: no account sends them now.",
      `Send the rest: ${rest}`,
      "Halt is paused, with 5 mails left: no account sends them now.",
      `Send the rest: amplify send-rest ${halt?._id.slice(-8)} --from ACCOUNT`,
      expect.stringMatching(/^Later: Starts .*It cannot start: an account that was chosen is not connected/),
      `Take back amplify campaigns undo ${later?._id.slice(-8)}`,
    ],
  ]);
  const watched = await watching;
  expect(watched.code).toBe(4);
  expect(watched.stdout + watched.stderr).toContain(`Go on with: ${rest}`);
  expect(watched.stdout + watched.stderr).not.toContain("amplify resume");
});
