import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { reason } from "../../contract/reasons.ts";
import { createMachine, type Machine } from "../support/server/runCli.ts";
import { startSendingStandIn } from "../support/smtp/sendingStandIn.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);

const id = "0199aaaa-0000-7000-8000-00000000c0de";
const path = `GET /amplify/campaigns/${id}`;
const start = Date.parse("2026-11-20T09:00:00Z");
const minute = 60_000;
let server: ReturnType<typeof startSendingStandIn>;
let machine: Machine;

beforeEach(() => {
  server = startSendingStandIn();
  machine = createMachine({ AMPLIFY_SERVER: server.url, AMPLIFY_TOKEN: "token" }, { isResident: true });
  const counts = { sent: 6, failed: 2, uncertain: 1, skipped: 1, queued: 0 };
  server.set(id, {
    name: "Spring",
    state: "finished",
    total: 10,
    recipients: 9,
    counts,
    opened: 3,
    clicked: 1,
  });
  server.say(`${path}/parts`, []);
  server.say(`${path}/activity`, []);
});

afterEach(() => {
  server.stop();
  machine.remove();
});

test("a server that knows less shows bars by its counts alone", async () => {
  const run = await machine.run(["campaigns", "show", "last"]);
  expect([run.code, run.stderr]).toEqual([0, ""]);
  expect(run.stdout).toContain(
    "A bar is a mail:\ncoosss?xx-\nc 1 clicked  o 3 opened  s 6 sent  ? 1 uncertain  x 2 failed\n- 1 left out\n",
  );
  expect(run.stdout).not.toContain("Why mails");
});

test("answers and complaints are said of a campaign, and of each mail to a lead beside why it did not arrive", async () => {
  const answers = async () =>
    /^Answers.*$/m.exec((await machine.run(["campaigns", "show", "last"])).stdout)?.[0];
  expect(await answers()).toBeUndefined();
  server.set(id, { replied: 1_200 });
  expect(await answers()).toBe("Answers   1,200 replied");
  server.set(id, { complained: 2 });
  expect(await answers()).toBe("Answers   1,200 replied, 2 complained");

  const lead = {
    _id: id,
    firstName: "Ann",
    lastName: "Lee",
    email: "ann@in.test",
    phone: "",
    collection: [],
  };
  server.say(`GET /amplify/leads/${id}`, {
    ...lead,
    emailCount: 2,
    openedCount: 1,
    optout: false,
    fields: { vip: true },
  });
  const field = { _id: "vip", key: "vip", label: "Very important", kind: "yesNo", choices: [] };
  server.say("GET /amplify/fields", [{ ...field, position: 0, createdAt: start }]);
  const consent = { consent: "unknown", at: null, how: null, by: null, ownerOptoutAt: null, optouts: [] };
  server.say(`GET /amplify/leads/${id}/consent`, { ...consent, returned: { words: "550 No such user" } });
  const mail = { campaignId: id, acceptedAt: start, sentAt: start, clickedAt: null, links: [] };
  const reacted = { openedAt: start, repliedAt: start + minute, complainedAt: start + 2 * minute };
  const cause = reason("bounced", { status: "5.1.1" }, "550 No such user");
  server.say(`GET /amplify/leads/${id}/history`, [
    { ...mail, ...reacted, subject: "Summer", state: "sent", reason: "250 OK", cause: null },
    {
      ...mail,
      ...reacted,
      subject: "Spring",
      state: "failed",
      reason: "Came back",
      cause,
      complainedAt: null,
    },
  ]);
  const { stdout } = await machine.run(["leads", "show", id]);
  expect(stdout).toMatch(/^Came back {5}550 No such user$/m);
  expect(stdout).toMatch(/^Very important +yes$/m);
  expect(stdout).toMatch(/ Summer +sent +opened .*\d\d:00, replied .*\d\d:01, complained .*\d\d:02$/m);
  expect(stdout).toMatch(
    / Spring +failed +Came back: 550 No such user; opened .*\d\d:00, replied .*\d\d:01$/m,
  );
});

test("a paused campaign names each way out as a command, and one without its account none that could not work", async () => {
  const counts = { sent: 6, failed: 0, uncertain: 0, skipped: 0, queued: 4 };
  const paused = {
    name: "Spring",
    state: "paused" as const,
    total: 10,
    recipients: 10,
    counts,
    waiting: "It waits.",
  };
  const shown = async (more: Parameters<typeof server.set>[1]) => {
    server.set(id, { ...paused, ...more });
    const { stdout } = await machine.run(["campaigns", "show", "last", "--server", server.url]);
    const at = ` --server ${server.url}\n`;
    return stdout
      .split(at)
      .slice(0, -1)
      .map((line) => line.slice(line.lastIndexOf("\n") + 1));
  };
  const go = "Go on     amplify campaigns resume 0000c0de";
  const move = "Move rest amplify campaigns move 0000c0de --to ACCOUNT";
  const stop = "Stop      amplify campaigns cancel 0000c0de";
  const waitingCause = { ...reason("many_failures", { failed: 5, of: 100 }) };
  expect(await shown({ waitingCause })).toEqual([go, move, stop]);
  expect(await shown({ waitingCause: reason("account_removed") })).toEqual([move, stop]);
  const unsent = { total: 0, counts: { ...counts, sent: 0, queued: 0 } };
  const undo = "Take back amplify campaigns undo 0000c0de";
  expect(await shown({ ...unsent, waitingCause })).toEqual([go, undo, stop]);
  expect(await shown({ state: "running", waitingCause: null, waiting: null })).toEqual([]);
});

test("with all that can be known: bars in their order, plots, domains, and causes to try again", async () => {
  const bars = [
    "sent",
    "failed",
    "opened",
    "clicked",
    "sent",
    "uncertain",
    "skipped",
    "sent",
    "failed",
    "opened",
  ];
  server.say(`${path}/picture`, { order: "list", total: 10, bars: bars.map((name) => ({ [name]: 1 })) });
  const point = { sent: 0, opened: 0, clicked: 0 };
  const points = [
    { ...point, at: start, sent: 4 },
    { ...point, at: start + 10 * minute, sent: 2, opened: 1 },
    { ...point, at: start + 40 * minute, opened: 2, clicked: 1 },
  ];
  server.say(`${path}/times`, { by: "minute", points, sum: point });
  const row = { ...point, failed: 0, sent: 3 };
  server.say(`${path}/breakdown`, {
    rows: ["a.test", "b.test"].map((name) => ({ ...row, key: name, name })),
    others: 4,
  });
  const mailbox = { state: "failed", code: "no_mailbox", count: 5, reason: "No such mailbox", cause: null };
  const said = [
    { reply: "550 5.1.1 Nobody here", count: 2, domains: [] },
    { reply: "552 5.2.2 Mailbox full", count: 1, domains: [] },
  ];
  const lost = {
    state: "uncertain",
    code: "connection_lost",
    count: 1,
    reason: "The line broke",
    cause: null,
  };
  const left = { state: "skipped", code: "opted_out", count: 1, reason: "", cause: reason("opted_out") };
  server.say(`${path}/causes`, [
    { ...mailbox, said, looked: 3, retry: "failed" },
    { ...lost, retry: "uncertain" },
    { ...left, retry: null },
  ]);
  const run = await machine.run(["campaigns", "show", "last"]);
  expect([run.code, run.stderr]).toEqual([0, ""]);
  expect(run.stdout).toContain("\nA bar is a mail:\nsxocs?-sxo\n");
  expect(run.stdout).toMatch(
    /Sent {5}█·{14}▄·{44} {2}6\nOpened {3}·{15}▄·{43}█ {2}3\nClicked {2}·{59}█ {2}1\n/,
  );
  expect(run.stdout).toMatch(/TO +SENT +OPENED +CLICKED\na\.test +3 +0 +0\nb\.test +3 +0 +0\nand 4 more\n/);
  expect(run.stdout).toMatch(
    /2 +failed +550 5\.1\.1 Nobody here\n +1 +failed +552 5\.2\.2 Mailbox full\n +2 +failed +other answers of this kind\n +1 +uncertain +The line broke\n +1 +skipped +Opted out\n/,
  );
  expect(run.stdout).toContain(
    "\namplify campaigns retry 0000c0de --cause no_mailbox\namplify campaigns retry 0000c0de --cause connection_lost --uncertain\n",
  );
  const { events } = await machine.run(["campaigns", "show", "last", "--json"]);
  expect(events.map(({ event }) => event)).toEqual([
    "campaign",
    "picture",
    "times",
    "domains",
    "cause",
    "cause",
    "cause",
  ]);
});

test("more mails than columns share bars, which stay within a narrow window", async () => {
  const bars = Array.from({ length: 500 }, (_, n) => ({ [n < 400 ? "opened" : "failed"]: 1 }));
  server.say(`${path}/picture`, { order: "list", total: 500, bars });
  const terminal = machine.open(["campaigns", "show", "last"], { columns: 40, rows: 60 });
  expect(await terminal.exited).toBe(0);
  const lines = terminal.screen.lines().map((line) => line.trimEnd());
  expect(lines).toContain("A bar is about 13 mails:");
  expect(lines).toContain(`${"▇".repeat(30)}▆${"▂".repeat(8)}`);
  expect(lines.filter((line) => line.length > 40)).toEqual([]);
});

test("text of the server cannot command the terminal where it is shown in colours", async () => {
  const hostile = "\u001b[2J\u001b]0;owned\u0007Ha\u202eppy";
  server.set(id, { name: hostile });
  server.say(`${path}/causes`, [
    { state: "failed", code: "other", count: 1, reason: hostile, cause: null, retry: "failed" },
  ]);
  const terminal = machine.open(["campaigns", "show", "last"], { rows: 60 });
  expect(await terminal.exited).toBe(0);
  for (const sign of ["owned", "\u202e", "\u001b[2J"]) expect(terminal.raw()).not.toContain(sign);
  expect(terminal.screen.unknown).toEqual([]);
});

test("several campaigns are watched together, each as it stands", async () => {
  const held = { total: 0, recipients: 0, counts: { queued: 0 } } as const;
  server.set("0199aaaa-0000-7000-8000-0000000planned", {
    ...held,
    name: "Next week",
    subject: "",
    state: "scheduled",
    startAt: Date.now() + 9 * 86_400_000,
  });
  server.set("0199aaaa-0000-7000-8000-000000000held", {
    ...held,
    subject: "Held mail",
    state: "holding",
    holdUntil: Date.now() + 90_000,
  });
  server.set("0199aaaa-0000-7000-8000-000000sequence", {
    subject: "Welcome",
    kind: "sequence",
    counts: { sent: 4, queued: 6 },
  });
  const terminal = machine.open(["watch"], { rows: 30 });
  await terminal.shows("Sequence: Welcome");
  await terminal.shows("Held back for ");
  await terminal.shows("Next week");
  expect(terminal.screen.text()).toContain("4/10 Sent");
  expect(terminal.screen.text()).toMatch(/Next week\nStarts \d+ \w{3} \d\d:\d\d/);
  const seconds = () => Number(/Held back for (\d+) s/.exec(terminal.screen.text())?.[1]);
  const before = seconds();
  expect(before).toBeGreaterThan(0);
  // Nothing happens, and still the seconds go by; on a busy machine one or another is never drawn.
  await until(() => seconds() <= before - 2);
  terminal.type("\u0003");
  expect(await terminal.exited).toBe(130);
});
