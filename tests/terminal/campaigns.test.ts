import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { and, eq, inArray } from "drizzle-orm";
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
  ({ server, person, machine } = await startSignedInMachine({ status: "AMEX" }));
  await Bun.write(join(machine.home, "news.html"), "<p>Hello {{firstName}}</p>");
  await machine.run(words("templates add News news.html"));
  const account = words("accounts add ada@example.com --provider sandbox --alias");
  expect((await machine.run([...account, "Ada <ada@example.com>"])).stderr).toBe("");
  await Bun.write(
    join(machine.home, "spring.csv"),
    `First Name,Email\n${Array.from({ length: 12 }, (_, n) => `P${n},p${n}@spring.test\n`).join("")}`,
  );
  await machine.run(words("import spring.csv --collection spring"));
  const send = words("send --template News --collection spring --yes --subject");
  expect((await machine.run([...send, "Spring news"])).code).toBe(0);
});

afterAll(async () => {
  machine.remove();
  await server.close();
});

const words = (text: string) => text.split(" ");
const all = () => person.client("GET /amplify/campaigns");

test("nothing of another state is listed, and what is searched for is found by its name", async () => {
  expect((await machine.run(words("campaigns --state draft"))).stdout).toBe("No campaign matches.\n");
  expect((await machine.run(words("campaigns --search summer"))).stdout).toContain("No campaign matches");
  const found = await machine.run(words("campaigns --search spring --state finished --sort sent"));
  expect(found.stdout).toMatch(/Spring news +Finished +12\/12 Sent +█{12} +0 +0\n$/);
  const ascii = await machine.run(words("campaigns"), { env: { LANG: "C" } });
  expect(ascii.stdout).toContain("############");
  const wrong = await machine.run(words("campaigns --state over"));
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("Allowed choices are draft")]);
});

test("a campaign is meant by its name as well, and an unknown one by none", async () => {
  const shown = await machine.run(["campaigns", "show", "spring NEWS"]);
  expect(shown.stdout).toStartWith("Spring news  (");
  expect((await machine.run(["campaigns", "show", "spr"])).stdout).toBe(shown.stdout);
  const unknown = await machine.run(["campaigns", "show", "Summer news"]);
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('"Summer news"')]);
});

test("in a narrow window the list leaves out what it has no room for, and wraps no line", async () => {
  const terminal = machine.open(words("campaigns"), { columns: 40 });
  expect(await terminal.exited).toBe(0);
  const lines = terminal.screen.lines().filter(Boolean);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/^\w{8} {2}Spring.* {2}Finished {2}12\/12/);
});

test("a campaign is shown with its bars as letters in a pipe, and as one object each for programs", async () => {
  const shown = await machine.run(words("campaigns show last"));
  expect([shown.code, shown.stderr]).toEqual([0, ""]);
  expect(shown.stdout).toStartWith("Spring news  (");
  expect(shown.stdout).toContain(
    "\nState     Finished\nTo        spring\nFrom      Ada <ada@example.com>\nSent      12/12 Sent\n",
  );
  expect(shown.stdout).toContain("\nA bar is a mail:\nssssssssssss\ns 12 sent\n");
  const { events } = await machine.run(words("campaigns show last --json"));
  const [campaign] = await all();
  expect(events.slice(0, 2)).toMatchObject([
    { event: "campaign", _id: campaign?._id, state: "finished" },
    { event: "part", step: 0, counts: { sent: 12 } },
  ]);
});

test("in a terminal the bars are blocks in colours, and nothing is wider than 40 columns", async () => {
  for (const columns of [80, 40]) {
    const terminal = machine.open(words("campaigns show last"), { columns, rows: 60 });
    expect(await terminal.exited).toBe(0);
    const lines = terminal.screen.lines().map((line) => line.trimEnd());
    expect(lines).toContain("▅▅▅▅▅▅▅▅▅▅▅▅");
    expect(lines).toContain("▅ 12 sent");
    expect(lines.filter((line) => line.length > columns)).toEqual([]);
    expect(terminal.raw()).toMatch(/\u001b\[32m▅{12}\u001b\[39m/);
    expect(terminal.screen.unknown).toEqual([]);
  }
});

test("a copy is a draft, which can be renamed, deleted and brought back", async () => {
  const [sent] = await all();
  const made = await machine.run(words("campaigns duplicate last --to notOpened --json"));
  const id = String(made.events[0]?._id);
  expect(made.events[0]).toMatchObject({
    event: "plan",
    state: "draft",
    audience: { after: { campaignId: sent?._id, unless: "opened" } },
  });
  const renamed = await machine.run(["campaigns", "rename", id, "Once more"]);
  expect(renamed.stdout + renamed.stderr).toBe("It is called Once more now.\n");
  expect((await machine.run(words("campaigns"))).stdout).toMatch(/Once more +Draft +-/);
  // A draft is not what "last" means where something is to be steered or watched.
  expect((await machine.run(words("watch last"))).stdout).toContain("12/12 Sent; Finished");
  const shown = await machine.run(words("campaigns show last"));
  expect(shown.stdout).toContain("Once more  (");
  expect(shown.stdout).toContain("There are no mails of it yet.");

  const deleted = await machine.run(["campaigns", "delete", id.slice(-8)]);
  expect([deleted.code, deleted.stderr]).toEqual([
    0,
    `To bring it back within some minutes: amplify campaigns undo ${id}\n`,
  ]);
  expect((await all()).map(({ _id }) => _id)).not.toContain(id);
  const back = await machine.run(["campaigns", "undo", id]);
  expect([back.code, back.stdout]).toEqual([0, "The draft is there again.\n"]);
  const again = await machine.run(["campaigns", "delete", sent?._id ?? ""]);
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("cannot be deleted")]);
  await machine.run(["campaigns", "delete", id]);
});

test("an archived campaign is in no list but the archive's, where it is found again", async () => {
  const [sent] = await all();
  const id = sent?._id.slice(-8) ?? "";
  const kept = await machine.run(["campaigns", "archive", id]);
  expect(kept.stdout + kept.stderr).toBe("It is in the archive.\n");
  expect((await machine.run(words("campaigns"))).stdout).toContain("Nothing has been sent yet.");
  expect((await machine.run(words("campaigns --archived"))).stdout).toContain(id);
  expect((await machine.run(["campaigns", "show", id])).stdout).toContain("Archived");
  expect((await machine.run(["campaigns", "archive", id, "--back"])).code).toBe(0);
  const activity = await machine.run(["campaigns", "activity", id]);
  const lines = activity.stdout.trim().split("\n");
  expect(lines.slice(0, 3).map((line) => line.replace(/^\S+ +/, ""))).toEqual([
    expect.stringMatching(/^WHAT +WHO$/),
    expect.stringMatching(/^Took it out of the archive +\S/),
    expect.stringMatching(/^Archived it +\S/),
  ]);
});

test("what is paused can be steered, moved and tried again under campaigns as well", async () => {
  const unknown = await machine.run(words("campaigns retry last"));
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining("--cause CODE")]);
  const none = await machine.run(words("campaigns retry last --cause no_such_mailbox"));
  expect([none.code, none.stdout]).toEqual([0, "No mail of these can be tried again\n"]);
  const nameless = await machine.run(words("campaigns move last"));
  expect([nameless.code, nameless.stderr]).toEqual([2, expect.stringContaining("--to ADDRESS")]);
  const over = await machine.run(words("campaigns pause last"));
  expect([over.code, over.stderr]).toEqual([1, expect.stringContaining("finished")]);
  const misspelt = await machine.run(words("campaigns pasue last"));
  expect([misspelt.code, misspelt.stderr]).toEqual([2, expect.stringContaining("Did you mean pause?")]);
});

/** Files of a sequence with what each is refused for. */
function faultyFiles(good: { steps: readonly object[] }): (readonly [object, string])[] {
  const [first, second, answer] = good.steps;
  const window = { days: [1], from: "17:00", to: "9:00" };
  return [
    [{ ...good, steps: [{ ...first, after: "3 years" }] }, "steps.0.after: a time is written as"],
    [{ ...good, name: "" }, "name: "],
    [{ ...good, colections: ["spring"] }, '"colections" means nothing here'],
    [{ ...good, steps: [{ subject: "Hello" }] }, "steps.0.template: it is missing"],
    [{ ...good, steps: [answer] }, "steps.0.subject: it is missing"],
    [{ ...good, joinLater: "yes" }, "joinLater: it has to be true or false"],
    [{ ...good, from: 3 }, "from: it is an account, or a list of accounts"],
    [{ ...good, steps: [first, { ...second, if: "opened" }] }, 'steps.1.if: it is "always", "notOpened"'],
    [{ ...good, zone: "Berlin" }, "zone: This time zone is not known"],
    [{ ...good, window }, "window.to: A time of day is written as 09:00"],
  ];
}

test("a sequence is made of a file, and what is wrong with a file is said with its place", async () => {
  const example = await machine.run(words("sequences example --json"));
  const file = JSON.parse(example.stdout);
  const write = (content: unknown) => Bun.write(join(machine.home, "welcome.json"), JSON.stringify(content));
  const [first, second] = file.steps;
  const answer = { template: "News", after: "1 day", sameThread: true };
  const steps = [{ ...first, template: "news" }, { ...second, template: "News" }, answer];
  const good = { ...file, steps };
  for (const [content, why] of faultyFiles(good)) {
    await write(content);
    const run = await machine.run(words("sequences add welcome.json"));
    expect([run.code, run.stdout, run.stderr]).toEqual([2, "", expect.stringContaining(why)]);
  }
  await write({ ...good, steps: [{ ...first, template: "None such" }] });
  const missing = await machine.run(words("sequences add welcome.json"));
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('no template "None such"')]);
  expect((await machine.run(words("sequences"))).stdout).toContain("There is no sequence yet.");

  await write(good);
  const made = await machine.run(words("sequences add welcome.json --json"));
  expect(made.code).toBe(0);
  expect(made.events).toMatchObject([{ event: "sequence", name: "Welcome", steps: 3 }]);
  const id = String(made.events[0]?._id);
  const plan = await person.client("GET /amplify/campaigns/{id}/plan", { params: { id } });
  expect(plan).toMatchObject({
    kind: "sequence",
    state: "draft",
    zone: "Europe/Berlin",
    audience: { joinLater: true },
    window: { days: [1, 2, 3, 4, 5], from: "09:00", to: "17:00" },
    stop: { onClick: true, onReply: false },
    steps: [
      { delayMinutes: 0, condition: { kind: "always" }, sameThread: false },
      { delayMinutes: 3 * 24 * 60, condition: { kind: "notOpened" }, sameThread: true },
      { delayMinutes: 24 * 60, condition: { kind: "always" }, sameThread: true },
    ],
  });
  expect(plan.mails.map(({ subject, bytes }) => [subject, bytes > 0])).toEqual([
    ["Welcome, {{firstName}}", true],
    ["Did you see it?", true],
    ["", true],
  ]);
  expect((await machine.run(words("sequences"))).stdout).toMatch(/Welcome +Draft/);
  const shown = await machine.run(words("sequences show last"));
  expect(shown.stdout).toContain(
    [
      "Sequence  3 mails one after the other",
      "Mail 1    Welcome, [firstName]",
      "Mail 2    Re: Did you see it?, 3 days later, to whoever did not open the one before, in the same thread",
      "Mail 3    Re: Did you see it?, 1 day later, in the same thread",
      "",
    ].join("\n"),
  );
});

test("variants are listed with how they did, and a person says which goes to the rest", async () => {
  expect((await machine.run(words("campaigns winner last"))).stdout).toBe(
    "None of its mails has variants.\n",
  );
  const draft = await person.client("POST /amplify/campaigns", { body: {} });
  const params = { id: draft._id };
  const [account] = await person.client("GET /amplify/auth/credentials");
  const [step] = draft.steps;
  if (account === undefined || step === undefined) throw new Error("nothing to send from");
  const variants = ["va", "vb"].map((id) => ({ id, share: 25 }));
  const plan = await person.client("PUT /amplify/campaigns/{id}/plan", {
    params,
    body: {
      version: draft.version,
      name: "Tried",
      holdSeconds: 0,
      accounts: [account._id],
      audience: { ...draft.audience, after: null, everyone: true },
      steps: [{ ...step, variants, test: { by: "person", afterMinutes: 60 } }],
    },
  });
  for (const variantId of ["va", "vb"])
    await person.client("PUT /amplify/campaigns/{id}/mails/{variantId}", {
      params: { ...params, variantId },
      body: { version: 0, subject: `Subject ${variantId}`, html: "<p>Hi</p>" },
    });
  await person.client("POST /amplify/campaigns/{id}/start", { params, body: { version: plan.version } });
  const rest = async () => {
    const parts = await person.client("GET /amplify/campaigns/{id}/parts", { params });
    return parts.find(({ variantId, state }) => variantId === null && state === "paused");
  };
  await until(async () => (await rest()) !== undefined);
  const id = draft._id.slice(-8);
  // Nobody paused those who wait for the better one.
  expect((await machine.run(["campaigns", "show", id])).stdout).toMatch(/^1 +\S.* Waiting +0 /m);
  const listed = await machine.run(["campaigns", "winner", id]);
  expect(listed.stdout).toMatch(
    /^MAIL +SUBJECT +SENT +OPENED +CLICKED *\n1a +Subject va +\d+ +0 +0 *\n1b +Subject vb/,
  );
  expect(listed.stderr).toMatch(
    /^\d+ mails? waits? for the better one\.\nChoose one yourself: amplify campaigns winner/,
  );
  const wrong = await machine.run(["campaigns", "winner", id, "2a"]);
  expect([wrong.code, wrong.stderr]).toEqual([2, 'There is no variant "2a". There are: 1a, 1b\n']);
  const chosen = await machine.run(["campaigns", "winner", id, "B"]);
  expect([chosen.code, chosen.stdout]).toEqual([0, "1b goes to the rest.\n"]);
  expect((await machine.run(["campaigns", "winner", id])).stdout).toMatch(
    /1b +Subject vb .* goes to the rest\n$/,
  );
  await until(
    async () => (await person.client("GET /amplify/campaigns/{id}", { params })).state === "finished",
  );
});

test("mails whose end is uncertain are listed and decided, those to some addresses or all", async () => {
  const spring = (await all()).find(({ name }) => name === "Spring news");
  const id = spring?._id ?? "";
  const { tables, atomically } = server.core.database;
  const { deliveries } = tables;
  await atomically((write) => ({
    doubted: write
      .update(deliveries)
      .set({ state: "uncertain", reasonCode: "interrupted" })
      .where(
        and(
          eq(deliveries.campaignId, id),
          inArray(deliveries.email, ["p1@spring.test", "p2@spring.test", "p3@spring.test"]),
        ),
      ),
  }));
  const run = (text: string) => machine.run(["campaigns", "uncertain", id, ...words(text).filter(Boolean)]);
  const listed = await run("");
  expect(listed.stdout).toMatch(
    /^EMAIL +WHAT\np1@spring\.test +.+\np2@spring\.test +.+\np3@spring\.test +.+\n$/,
  );
  expect(listed.stderr).toContain("--decide arrived");
  const wrong = await run("p1@spring.test nobody@spring.test --decide failed");
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    "No mail to nobody@spring.test is uncertain. Nothing was decided.\n",
  ]);
  expect((await run("P1@spring.test --decide failed --json")).events).toEqual([
    { event: "decided", decision: "failed", decided: 1 },
  ]);
  expect((await run("--decide arrived")).code).toBe(0);
  expect((await run("")).stdout).toBe("None of its mails is uncertain.\n");
  const { counts } = await person.client("GET /amplify/campaigns/{id}", { params: { id } });
  expect(counts).toMatchObject({ sent: 11, failed: 1, uncertain: 0 });
});

test("campaigns stand beside each other, and a ledger goes to stdout or into a file of one's own", async () => {
  const spring = (await all()).find(({ name }) => name === "Spring news");
  const tried = (await all()).find(({ name }) => name === "Tried");
  const ids = [spring?._id ?? "", tried?._id ?? ""];
  const compared = await machine.run(["campaigns", "compare", ...ids]);
  expect([compared.code, compared.stderr]).toEqual([0, ""]);
  expect(compared.stdout).toMatch(/^NAME +SENT +OPENED +CLICKED +FAILED +OPTED OUT\nSpring news +11 /);
  expect(compared.stdout).toMatch(/\nSpring news +11 .* 1 \(8\.3 %\)/);
  expect(compared.stdout).toMatch(/\nTried +12 /);
  const gone = "00000000-0000-7000-8000-000000000000";
  const without = await machine.run(["campaigns", "compare", ids[0] ?? "", gone, ids[1] ?? ""]);
  expect([without.code, without.stdout]).toEqual([0, compared.stdout]);
  expect(without.stderr).toMatch(/^There is no campaign "0{8}.* The others are compared\.\n$/);
  const alone = await machine.run(["campaigns", "compare", ids[0] ?? ""]);
  expect([alone.code, alone.stderr]).toEqual([2, "Name two to 4 campaigns.\n"]);
  const printed = await machine.run(["campaigns", "csv", ids[0] ?? ""]);
  expect(printed.stdout.trim().split("\n")).toHaveLength(13);
  expect(printed.stdout).toContain("p11@spring.test");
  const saved = await machine.run(["campaigns", "csv", ids[0] ?? "", "--to", "ledger.csv"]);
  expect([saved.code, saved.stdout]).toEqual([0, "Written to ledger.csv.\n"]);
  expect(await Bun.file(join(machine.home, "ledger.csv")).text()).toBe(printed.stdout);
});

test("a plan without figures over time shows the rest of a campaign all the same", async () => {
  await server.grant(person, { status: "AMFR" });
  const shown = await machine.run(words("campaigns show last"));
  expect([shown.code, shown.stderr]).toEqual([0, ""]);
  expect(shown.stdout).toContain("12 sent");
  await server.grant(person, { status: "AMEX" });
});
