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
  ({ server, person, machine } = await startSignedInMachine({ status: "AMEX" }));
  await Bun.write(
    join(machine.home, "news.html"),
    '<p>Hello {{firstName}} <a href="{{unsubscribe}}">out</a></p>',
  );
  await machine.run(words("templates add News news.html"));
  for (const name of ["ada", "bob"]) {
    const account = words(`accounts add ${name}@example.com --provider sandbox --alias`);
    expect((await machine.run([...account, `${name} <${name}@example.com>`])).stderr).toBe("");
  }
  await importPeople("spring", 6);
  await importPeople("board", 2);
});

afterAll(async () => {
  machine.remove();
  await server.close();
});

const words = (text: string) => text.split(" ");
const all = () => person.client("GET /amplify/campaigns");

/** The first people of a list that always begins with the same. */
async function importPeople(collection: string, count: number) {
  const rows = Array.from({ length: count }, (_, n) => `P${n},p${n}@people.test\n`).join("");
  await Bun.write(join(machine.home, `${collection}.csv`), `First Name,Email\n${rows}`);
  expect((await machine.run(words(`import ${collection}.csv --collection ${collection}`))).stderr).toBe("");
}

const sendTo = (subject: string) => [
  ...words("send --template News --collection spring --from ada@example.com --subject"),
  subject,
];

test("a send for a time of its own shows what it would do, and is planned in the zone that was named", async () => {
  const planned = await machine.run([
    ...sendTo("Planned"),
    "--at",
    "2031-03-04 9:30",
    "--zone",
    "Europe/Berlin",
    "--window",
    "mon-fri 9:00-17:00",
    "--exclude",
    "board",
    "--name",
    "Spring in Berlin",
    "--yes",
  ]);
  expect([planned.code, planned.stdout]).toEqual([0, expect.any(String)]);
  const lines = planned.stdout.trim().split("\n");
  expect(lines.slice(0, 2)).toEqual(["To        4 of 6 leads", "Left out  2: In board, which is left out"]);
  expect(lines).toContain("Subject   Planned");
  expect(lines).toContain("Starts    2031-03-04 09:30 (Europe/Berlin)");
  expect(lines).toContain("Window    Mon-Fri 09:00-17:00 (Europe/Berlin)");
  // By the campaign's clock as well, which is not this machine's.
  expect(lines).toContainEqual(expect.stringMatching(/^Forecast .*\babout 09:30 \(Europe\/Berlin\)/));
  expect(lines.at(-1)).toStartWith("It starts 4 Mar ");
  // In the way of the lines around it, whatever this machine's runtime takes for its reader's.
  expect(lines).toContainEqual(expect.stringMatching(/Done on Tue,? 4 Mar 2031 about 09:30/));
  const [campaign] = await all();
  expect(campaign).toMatchObject({
    name: "Spring in Berlin",
    state: "scheduled",
    startAt: Date.parse("2031-03-04T08:30:00Z"),
  });
  const id = campaign?._id.slice(-8) ?? "";
  expect(planned.stderr).toContain(
    `To take it back: amplify campaigns undo ${id}\nWatch it: amplify watch ${id}\n`,
  );
  expect((await machine.run(words("campaigns --state scheduled"))).stdout).toMatch(
    /Spring in Berlin +Starts 4 Mar /,
  );
  expect((await machine.run(words("watch"))).stdout).toBe("Nothing is being sent just now.\n");

  const back = await machine.run(["campaigns", "undo", id]);
  expect([back.code, back.stdout]).toEqual([0, "Its start is undone; it is a draft again.\n"]);
  expect((await all())[0]).toMatchObject({ state: "draft" });
  await machine.run(["campaigns", "delete", id]);
});

test("the preview line, the pace over the window, each lead's own zone and what a full account leaves are composed too", async () => {
  const { _id: fieldId } = await person.client("POST /amplify/fields", {
    body: { label: "Zone", kind: "text" },
  });
  const planned = await machine.run([
    ...sendTo("Evenly"),
    "--at",
    "2031-03-04 9:30",
    "--zone",
    "Europe/Berlin",
    "--window",
    "mon-fri 9:00-17:00",
    "--spread",
    "--own-zone",
    "zone",
    "--when-full",
    "other",
    "--preview",
    "For {{firstName}}",
    "--yes",
  ]);
  expect([planned.code, planned.stdout]).toEqual([0, expect.any(String)]);
  const lines = planned.stdout.split("\n");
  expect(lines).toContain("Preview   For [firstName]");
  expect(lines).toContain(
    "Window    Mon-Fri 09:00-17:00 (each lead's zone, else Europe/Berlin), spread over it",
  );
  const id = (await all())[0]?._id ?? "";
  const plan = await person.client("GET /amplify/campaigns/{id}/plan", { params: { id } });
  expect(plan).toMatchObject({ spread: "even", whenFull: "other", zoneField: fieldId });
  expect(plan.mails[0]).toMatchObject({ subject: "Evenly", preview: "For {{firstName}}" });
  await machine.run(["campaigns", "undo", id]);
  await machine.run(["campaigns", "delete", id]);
  const alone = await machine.run([...sendTo("Alone"), "--spread", "--yes"]);
  expect([alone.code, alone.stderr]).toEqual([
    2,
    expect.stringContaining("--spread is about the hours of a --window. Say which."),
  ]);
  const nowhere = await machine.run([
    ...sendTo("Alone"),
    "--window",
    "9:00-17:00",
    "--own-zone",
    "nowhere",
    "--yes",
  ]);
  expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining("nowhere")]);
});

test("segments, whoever got a campaign and whoever was mailed of late are left out as in the browser", async () => {
  const { _id: segmentId } = await person.client("POST /amplify/segments", {
    body: {
      name: "Fifth",
      question: { match: "all", of: [{ about: "firstName", op: "is", value: "P5" }] },
    },
  });
  const { _id: campaignId } = await person.client("POST /amplify/campaigns", { body: { name: "Before" } });
  const out = ["--exclude-segment", "Fifth", "--exclude-campaign", "Before", "--exclude-mailed", "7"];
  const planned = await machine.run([...sendTo("Left out"), "--at", "2031-03-04 9:30", ...out, "--yes"]);
  expect([planned.code, planned.stdout]).toEqual([0, expect.stringContaining("To        5 of 6 leads\n")]);
  const id = (await all()).find(({ name }) => name === "Left out")?._id ?? "";
  const { audience } = await person.client("GET /amplify/campaigns/{id}/plan", { params: { id } });
  expect(audience.not).toEqual({
    collections: [],
    segments: [segmentId],
    campaigns: [campaignId],
    mailedWithinDays: 7,
  });
  await machine.run(["campaigns", "undo", id]);
  for (const made of [id, campaignId]) await machine.run(["campaigns", "delete", made]);
});

test("what cannot be read is said before anything is made", async () => {
  for (const [options, why] of [
    [["--at", "soon"], '--at "soon" is not a time'],
    [["--at", "2020-01-01 9:00"], "is already past in UTC"],
    [["--zone", "Berlin"], '--zone "Berlin" is not a time zone'],
    [["--window", "9-17"], '--window "9-17" is not a window'],
    [["--exclude-mailed", "3651"], "whole days from 1 to 3650"],
    [["--undo", "601"], "whole seconds from 1 to 600"],
    [["--undo", "30", "--key", "once"], "--key is for a send at once"],
  ] as const) {
    const run = await machine.run([...sendTo("Nothing"), ...options, "--yes"]);
    expect([run.code, run.stdout, run.stderr]).toEqual([2, "", expect.stringContaining(why)]);
  }
  const nobody = await machine.run([...words("send --template News --subject A --undo 30 --yes")]);
  expect([nobody.code, nobody.stderr]).toEqual([2, expect.stringContaining("--segment NAME")]);
  const unknown = await machine.run([...sendTo("Nothing"), "--exclude", "bored", "--yes"]);
  expect([unknown.code, unknown.stderr]).toEqual([
    1,
    expect.stringContaining('There is no collection "bored"'),
  ]);
  expect(await all()).toEqual([]);
});

test("without a yes nothing is sent and no draft is left", async () => {
  const unasked = await machine.run([...sendTo("Unasked"), "--undo", "30"]);
  expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining("add --yes")]);
  const terminal = machine.open([...sendTo("Refused"), "--at", "tomorrow 9:00"]);
  await terminal.shows("[y/N]");
  expect(terminal.screen.text()).toMatch(/Send to 6 leads, from \d{4}-\d\d-\d\d 09:00 on\? \[y\/N\]/);
  terminal.type("n\r");
  expect(await terminal.exited).toBe(1);
  expect(terminal.screen.text()).toContain("Nothing was sent.");
  const left = machine.open([...sendTo("Left"), "--undo", "30"]);
  await left.shows("[y/N]");
  left.type("\u0003");
  expect(await left.exited).toBe(130);
  const closed = machine.open([...sendTo("Closed"), "--undo", "30"]);
  await closed.shows("[y/N]");
  closed.hangUp();
  await closed.exited;
  expect(await all()).toEqual([]);
});

test("while a start is held the seconds count down, and u takes it back", async () => {
  const terminal = machine.open([...sendTo("Held"), "--undo", "600", "--yes"]);
  await terminal.shows("u take it back");
  expect(terminal.screen.text()).toMatch(/Held back for (10 min|\d+ s); it can still be taken back/);
  terminal.type("u");
  expect(await terminal.exited).toBe(1);
  expect(terminal.screen.text()).toContain("A draft, which nothing sends until it is started");
  expect(terminal.screen.cursorHidden).toBe(false);
  const [draft] = await all();
  expect(draft).toMatchObject({ state: "draft", counts: { sent: 0 } });
  await machine.run(["campaigns", "delete", draft?._id ?? ""]);
});

test("several accounts share a send, which begins once its seconds are over", async () => {
  const run = await machine.run([...sendTo("Shared"), ...words("--from bob@example.com --undo 1 --yes")]);
  expect(run.code).toBe(0);
  expect(run.stdout).toContain("From      ada <ada@example.com>, bob <bob@example.com>\n");
  expect(run.stdout).toContain("6/6 Sent; Finished");
  const [campaign] = await all();
  const params = { id: campaign?._id ?? "" };
  expect(campaign).toMatchObject({ state: "finished", name: "Shared", counts: { sent: 6 } });
  const { items } = await person.client("GET /amplify/campaigns/{id}/deliveries", { params, query: {} });
  expect(new Set(items.map(({ email }) => email)).size).toBe(6);
  const shown = await machine.run(words("campaigns show last"));
  expect(shown.stdout).toContain("ssssss\ns 6 sent\n");
  expect(shown.stdout).toMatch(/1 +ada <ada@example.com> +Finished +\d +\d +0 +0\n/);
});

test("a draft is started when it has been looked at, and one that lacks something says what", async () => {
  const copy = await machine.run(words("campaigns duplicate last --json"));
  const id = String(copy.events[0]?._id);
  const terminal = machine.open(["campaigns", "start", id.slice(-8)]);
  await terminal.shows("Send to 6 leads? [y/N]");
  terminal.type("n\r");
  expect(await terminal.exited).toBe(1);
  expect((await all())[0]).toMatchObject({ _id: id, state: "draft" });
  const started = await machine.run(["campaigns", "start", id.slice(-8), "--yes", "--detach", "--json"]);
  expect([started.code, started.events.map(({ event }) => event)]).toEqual([0, ["review", "started"]]);
  await until(async () => (await all())[0]?.state === "finished" || (await all())[0]?.state === "holding");
  await machine.run(["campaigns", "undo", id.slice(-8)]);
  const empty = await person.client("POST /amplify/campaigns", { body: {} });
  const run = await machine.run(["campaigns", "start", empty._id, "--yes"]);
  expect([run.code, run.stderr]).toEqual([1, expect.stringContaining("This cannot start yet: ")]);
  expect(run.stderr).toContain("Choose whom it is for");
});

test("one that is no draft any more says what to do instead of asking, and without a name it is called as its mail", async () => {
  const planned = await machine.run(
    [...sendTo("Once"), ...words("--at in~2~hours --yes")].map((word) => word.replaceAll("~", " ")),
  );
  expect(planned.code).toBe(0);
  for (const more of [[], ["--yes"]]) {
    const again = await machine.run(["campaigns", "start", "last", ...more]);
    expect([again.code, again.stdout, again.stderr]).toEqual([
      1,
      "",
      "This campaign is scheduled, so it cannot be started. Take its start back first.\n",
    ]);
  }
  expect((await machine.run(["campaigns", "rename", "last", ""])).stdout).toBe("It is called Once now.\n");
  await machine.run(words("campaigns undo last"));
});

test("a send to several collections reaches all of them, and everybody in two of them once", async () => {
  await importPeople("harbour", 8);
  const run = await machine.run([
    ...sendTo("To three"),
    ...words("--collection board --collection harbour --yes"),
  ]);
  expect(run.code).toBe(0);
  expect(run.stdout).toContain("To        8 leads");
  expect((await all()).find(({ name }) => name === "To three")).toMatchObject({ counts: { sent: 8 } });
});
