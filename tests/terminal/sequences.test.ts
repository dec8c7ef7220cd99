import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import type { Machine } from "../support/server/runCli.ts";
import { startSignedInMachine } from "../support/server/signedInMachine.ts";
import type { TestPerson, TestServer } from "../support/server/testServer.ts";
import { until } from "../support/until.ts";

// One program after the other takes its time on a busy machine.
setDefaultTimeout(120_000);

let server: TestServer;
let person: TestPerson;
let machine: Machine;

beforeAll(async () => {
  ({ server, person, machine } = await startSignedInMachine({ env: { AMPLIFY_PLANS: "off" } }));
  await person.client("POST /amplify/auth/credentials", {
    body: {
      provider: "sandbox",
      appEmail: "ada@example.com",
      appPassword: "x",
      alias: "Ada <ada@example.com>",
    },
  });
  const leads = Array.from({ length: 12 }, (_, nth) => ({
    firstName: `P${nth}`,
    lastName: "Lee",
    email: `p${nth}@spring.test`,
  }));
  await person.client("POST /amplify/leads/bulk", { body: { leads } });
});

afterAll(async () => {
  machine.remove();
  await server.close();
});

const words = (text: string) => text.split(" ");

test("leads of a sequence are listed with the mail they have come to, and mails are counted from one", async () => {
  const draft = await person.client("POST /amplify/campaigns", { body: { kind: "sequence" } });
  const params = { id: draft._id };
  const [account] = await person.client("GET /amplify/auth/credentials");
  const [step] = draft.steps;
  if (account === undefined || step === undefined) throw new Error("nothing to send from");
  const later = { ...step, id: "later", delayMinutes: 60, variants: [{ id: "later.a", share: 100 }] };
  const plan = await person.client("PUT /amplify/campaigns/{id}/plan", {
    params,
    body: {
      version: draft.version,
      name: "Letters",
      holdSeconds: 0,
      accounts: [account._id],
      audience: { ...draft.audience, everyone: true },
      steps: [step, later],
    },
  });
  for (const variantId of [step.variants[0]?.id ?? "", "later.a"])
    await person.client("PUT /amplify/campaigns/{id}/mails/{variantId}", {
      params: { ...params, variantId },
      body: { version: 0, subject: "Hello {{firstName|friend}}", html: "<p>Hi</p>" },
    });
  await person.client("POST /amplify/campaigns/{id}/start", { params, body: { version: plan.version } });
  await until(
    async () => (await person.client("GET /amplify/campaigns/{id}", { params })).counts.sent === 12,
  );
  const leads = (more = "") => machine.run(words(`sequences leads Letters${more}`));
  const table = await leads(" --search p11@spring.test");
  expect(table.stdout).toMatch(/^EMAIL +MAIL +STATE +WHEN.*\np11@spring.test +1 +waits +\S/);
  expect((await leads(" --step 1 --json")).events).toHaveLength(12);
  expect((await leads(" --step 2")).stdout).toBe("No lead of this sequence matches.\n");
  // There is no mail before the first.
  const wrong = await leads(" --step 0");
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("'0' is invalid")]);

  // What is written anew while somebody may join, and nobody does, is of a mail that nobody gets.
  const joining = async (joinLater: boolean) => {
    const { version, audience } = await person.client("GET /amplify/campaigns/{id}/plan", { params });
    const body = { version, audience: { ...audience, joinLater } };
    return person.client("PUT /amplify/campaigns/{id}/plan", { params, body });
  };
  await joining(true);
  await person.client("PUT /amplify/campaigns/{id}/mails/{variantId}", {
    params: { ...params, variantId: step.variants[0]?.id ?? "" },
    body: { version: 1, subject: "Anew" },
  });
  const firstMail = async () =>
    (await machine.run(words("sequences show Letters"))).stdout.match(/Mail 1 .*/)?.[0];
  expect(await firstMail()).toBe("Mail 1    Anew");
  await joining(false);
  expect(await firstMail()).toBe("Mail 1    Hello friend");

  await machine.run(words("campaigns cancel Letters"));
  expect(await firstMail()).toBe("Mail 1    Hello friend");
  expect((await leads(" --only going")).stdout).toBe("No lead of this sequence matches.\n");
  const ended = await leads(" --only ended --limit 1");
  expect(ended.stdout).toMatch(/\np\d+@spring.test +1 +ended +\S+.* \S/);

  // In a window of 80 columns no line wraps.
  const terminal = machine.open(words("sequences leads Letters"), { columns: 80, rows: 40 });
  expect(await terminal.exited).toBe(0);
  const lines = terminal.screen.lines().map((line) => line.trimEnd());
  expect(lines.filter((line) => line.includes("@spring.test"))).toHaveLength(12);
});

test("a campaign that is called by its subject is listed and found as somebody without a name reads it", async () => {
  const { _id: id, version } = await person.client("POST /amplify/campaigns", { body: {} });
  await person.client("PUT /amplify/campaigns/{id}/plan", {
    params: { id },
    body: { version, name: "News for {{firstName|you}}" },
  });
  const listed = await machine.run(words("campaigns --state draft"));
  expect(listed.stdout).toContain("News for you");
  expect(listed.stdout).not.toContain("{{");
  const shown = await machine.run(["campaigns", "show", "news for you"]);
  expect(shown.stdout).toStartWith("News for you  (");
  await person.client("DELETE /amplify/campaigns/{id}", { params: { id } });
});

test("no script waits for whoever joins a sequence: watching ends where nobody knows when it goes on, unless told to wait", async () => {
  await person.client("POST /templates", { body: { name: "Welcome", html: "<p>Hi</p>", design: null } });
  await person.client("POST /amplify/collections", { body: { name: "joins" } });
  const file = { name: "Joins", collections: ["joins"], joinLater: true, stop: { onField: "paid" } };
  const exclude = { campaigns: ["Letters"], mailedWithinDays: 3 };
  const steps = [{ template: "Welcome", subject: "Welcome" }];
  await Bun.write(join(machine.home, "joins.json"), JSON.stringify({ ...file, exclude, steps }));
  const missing = await machine.run(words("sequences add joins.json"));
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("paid")]);
  const field = await person.client("POST /amplify/fields", { body: { label: "Paid", kind: "yesNo" } });
  expect((await machine.run(words("sequences add joins.json"))).code).toBe(0);
  const draft = (await person.client("GET /amplify/campaigns")).find(({ name }) => name === "Joins");
  const params = { id: draft?._id ?? "" };
  const { version, stop, audience } = await person.client("GET /amplify/campaigns/{id}/plan", { params });
  // By its name, as all that the file names.
  expect(stop.onField).toBe(field._id);
  const letters = (await person.client("GET /amplify/campaigns")).find(({ name }) => name === "Letters");
  expect(audience.not).toMatchObject({ campaigns: [letters?._id ?? ""], mailedWithinDays: 3 });
  await person.client("PUT /amplify/campaigns/{id}/plan", { params, body: { version, holdSeconds: 0 } });

  const started = await machine.run(words("sequences start Joins --yes"));
  expect([started.code, started.stdout]).toEqual([0, expect.stringContaining("Goes on with whoever joins")]);
  expect(started.stdout).not.toContain("Nothing can go");
  // With --wait it is watched until somebody ends it.
  const waiting = machine.run(words("watch Joins --wait"));
  await machine.run(words("campaigns cancel Joins"));
  const watched = await waiting;
  expect(watched.code).toBe(1);
});
