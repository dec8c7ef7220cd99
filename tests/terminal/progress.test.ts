import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { reason } from "../../contract/reasons.ts";
import { optedOut } from "../support/reasons.ts";
import { createMachine, type Machine } from "../support/server/runCli.ts";
import { startSendingStandIn } from "../support/smtp/sendingStandIn.ts";
import { until } from "../support/until.ts";

// Each test starts programs one after the other, which takes its time on a busy machine.
setDefaultTimeout(30_000);

const id = "0199aaaa-0000-7000-8000-00000000c0de";
let server: ReturnType<typeof startSendingStandIn>;
let machine: Machine;

beforeEach(() => {
  server = startSendingStandIn();
  machine = createMachine({ AMPLIFY_SERVER: server.url, AMPLIFY_TOKEN: "token" });
  server.set(id, {});
});

afterEach(() => {
  server.stop();
  machine.remove();
});

const sendArgs = ["send", "--template", "news", "--collection", "spring", "--subject", "Spring news"];
const finished = { state: "finished", waiting: null } as const;

test("a send in a pipe prints the plan, one line a change, and ends with 0", async () => {
  const run = machine.start([...sendArgs, "--yes"]);
  await until(() => run.stdout().includes("0/10 Sent"));
  server.set(id, { counts: { sent: 4, queued: 6 } });
  await until(() => run.stdout().includes("4/10 Sent, 6 remaining"));
  server.set(id, { ...finished, counts: { sent: 10, queued: 0 } });
  expect(await run.exited).toBe(0);
  const lines = run.stdout().trim().split("\n");
  expect(lines.slice(0, 5)).toEqual([
    "To        10 leads (the collection spring)",
    "From      Ada <ada@example.com> by smtp",
    "Subject   Spring news",
    "Template  News",
    "0/10 Sent, 10 remaining",
  ]);
  expect(lines.at(-1)).toStartWith("10/10 Sent; Finished");
  expect(run.stdout()).not.toContain("\u001b");
  expect(run.stderr()).toBe("");
});

test("without a terminal and without --yes nothing is sent and the code is 2", async () => {
  const run = await machine.run(sendArgs);
  expect(run.code).toBe(2);
  expect(run.stderr).toContain("add --yes");
  expect(server.requests).not.toContain("POST /email/send");
});

test("a send without a subject or a collection is wrong usage; a test mail needs neither", async () => {
  for (const [args, what] of [
    ["send --template news --collection spring --yes", "--subject"],
    ["send --template news --subject News --yes", "--collection all"],
  ] as const) {
    const run = await machine.run(args.split(" "));
    expect([run.code, run.stdout]).toEqual([2, ""]);
    expect(run.stderr).toContain(what);
  }
  expect(server.requests).toEqual([]);
  await machine.run(["send", "--template", "news", "--test"]);
  expect(server.requests).toContain("POST /email/send/test");
});

test("opted-out leads are named in the specification's sentence, a long list of them only in part", async () => {
  const skipped = Array.from({ length: 30 }, (_, n) => ({ email: `p${n}@x.org`, ...optedOut }));
  const cause = reason("over_plan");
  server.skip([...skipped, { email: "q@x.org", reason: "Over your plan's number of leads", cause }]);
  const run = await machine.run([...sendArgs, "--yes", "--detach"]);
  expect(run.stdout).toStartWith(
    "To        10 of 41 leads (the collection spring)\nLeft out  30: Opted out\nLeft out  1: Over your plan's number of leads\n",
  );
  expect(run.stdout).toContain(
    "The following leads have opted out and will not receive the email: p0@x.org, p1@x.org,",
  );
  expect(run.stdout).toContain("p19@x.org and 10 more\n");
  expect(run.stdout).toContain("Skipped (Over your plan's number of leads): q@x.org\n");
  expect(run.code).toBe(0);
});

test.each([
  ["failed ones", { counts: { sent: 9, failed: 1, queued: 0 } }, 3, `amplify retry 0000c0de --failed`],
  [
    "uncertain ones",
    { counts: { sent: 9, uncertain: 1, queued: 0 } },
    4,
    `amplify retry 0000c0de --uncertain`,
  ],
  [
    "both",
    { counts: { sent: 8, failed: 1, uncertain: 1, queued: 0 } },
    4,
    "amplify retry 0000c0de --uncertain",
  ],
  ["skipped ones", { counts: { sent: 5, skipped: 5, queued: 0 } }, 0, ""],
  ["a cancellation", { state: "cancelled", counts: { sent: 5, skipped: 5, queued: 0 } }, 1, ""],
  ["a pause", { state: "paused", waiting: "Wrong password" }, 4, "amplify resume 0000c0de"],
] as const)(
  "a send that ends with %s exits with its own code and says what to do",
  async (_, end, code, advice) => {
    server.set(id, { ...finished, ...end });
    server.deliver([{ email: "bob@example.com", reason: "550 no such user" }]);
    const run = await machine.run(["watch", "c0de"]);
    expect(run.code).toBe(code);
    expect(run.stderr).toContain(advice);
    const named = run.stdout.includes("bob@example.com: 550 no such user");
    expect(named).toBe(code === 3 || (code === 4 && (advice as string).includes("retry")));
  },
);

test("--json prints one object a line and nothing else", async () => {
  const run = machine.start(["watch", "last", "--json"]);
  await until(() => run.stdout().includes('"sent":0'));
  server.set(id, { counts: { sent: 3, queued: 7 } });
  await until(() => run.stdout().includes('"sent":3'));
  server.set(id, { ...finished, counts: { sent: 9, failed: 1, queued: 0 } });
  server.deliver([{ reason: "550 \u001b]0;owned\u0007\u009b31m no" }]);
  expect(await run.exited).toBe(3);
  const events = run
    .stdout()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(events[0]).toMatchObject({ event: "progress", campaignId: id, sent: 0, total: 10, remaining: 10 });
  expect(events.at(-1)).toMatchObject({ event: "finished", sent: 9, failed: 1, exitCode: 3 });
  expect(run.stdout()).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
});

test("Ctrl-C leaves with 130 and says how to come back; nothing is cancelled", async () => {
  const run = machine.start(["watch", "last"]);
  await until(() => run.stdout().includes("0/10 Sent"));
  run.interrupt();
  expect(await run.exited).toBe(130);
  expect(run.stderr()).toContain("the send goes on");
  expect(run.stderr()).toContain("amplify watch 0000c0de");
  expect(server.requests.filter((request) => request.startsWith("POST"))).toEqual([]);
});

test("where no socket can be had the campaign is asked for, and its end is still seen", async () => {
  server.refuseSockets();
  const run = machine.start(["watch", "last"]);
  await until(() => run.stdout().includes("0/10 Sent"));
  server.set(id, { ...finished, counts: { sent: 10, queued: 0 } });
  expect(await run.exited).toBe(0);
});

test("a message that says finished is not believed until the server confirms it", async () => {
  const run = machine.start(["watch", "last", "--json"]);
  await until(() => server.sockets() > 0);
  await until(() => run.stdout().includes('"sent":0'));
  const asked = () => server.requests.filter((request) => request === `GET /amplify/campaigns/${id}`).length;
  const before = asked();
  server.announce(id, { ...finished, counts: { sent: 9, failed: 1, queued: 0 } });
  await until(() => asked() > before);
  server.set(id, { counts: { sent: 5, queued: 5 } });
  await until(() => run.stdout().includes('"sent":5'));
  server.set(id, { ...finished, counts: { sent: 10, queued: 0 } });
  expect(await run.exited).toBe(0);
});

test("a session that ends while watching ends the watching, with what to do", async () => {
  const run = machine.start(["watch", "last"]);
  await until(() => run.stdout().includes("0/10 Sent"));
  server.endSession();
  expect(await run.exited).toBe(1);
  expect(run.stderr().split("\n")).toEqual([
    "Unauthorized",
    "AMPLIFY_TOKEN is neither a key nor a session of that server. Set another one, or unset it. Sign in: amplify login",
    "Watch it again: amplify watch 0000c0de",
    "",
  ]);
});

test("after a restart the news of the socket are enough to take back that the server is out of reach", async () => {
  const run = machine.start(["watch", "last"]);
  await until(() => run.stdout().includes("0/10 Sent"));
  server.restartSlowly();
  await until(() => run.stderr().includes("cannot be reached"), 20_000);
  await until(() => server.sockets() > 0, 20_000);
  server.set(id, { counts: { sent: 4, queued: 6 } });
  await until(() => run.stdout().includes("4/10 Sent"));
  await until(() => run.stderr().includes("Connected again."));
  server.answerAgain();
  server.set(id, { ...finished, counts: { sent: 10, queued: 0 } });
  expect(await run.exited).toBe(0);
});

test("text from the server cannot command the terminal", async () => {
  const hostile = "\u001b[2J\u001b]0;owned\u0007\u009b31mHa\u202eppy\r\nline";
  server.set(id, { subject: hostile, waiting: hostile });
  const terminal = machine.open(["watch", "last"]);
  await terminal.shows("Waiting:");
  server.set(id, { ...finished, counts: { failed: 1, sent: 9, queued: 0 }, subject: hostile });
  server.deliver([{ email: hostile, reason: hostile }]);
  expect(await terminal.exited).toBe(3);
  expect(terminal.raw()).not.toContain("owned");
  expect(terminal.raw()).not.toContain("\u009b");
  expect(terminal.raw()).not.toContain("\u202e");
  expect(terminal.raw()).not.toContain("\u001b[2J");
  expect(terminal.screen.unknown).toEqual([]);
});

test("no retry is offered for a cancelled campaign, which the server would refuse", async () => {
  server.set(id, { state: "cancelled", counts: { sent: 7, failed: 1, uncertain: 1, skipped: 1, queued: 0 } });
  server.deliver([{ email: "bob@example.com", reason: "550 no such user" }]);
  const run = await machine.run(["watch", "last"]);
  expect([run.code, run.stderr]).toEqual([1, ""]);
  expect(run.stdout).toContain("bob@example.com: 550 no such user");
});

test("what is to be done next leads to the server that was named", async () => {
  server.set(id, { state: "paused", counts: { sent: 9, failed: 1, queued: 0 } });
  const env = { AMPLIFY_SERVER: "http://localhost:1" };
  const run = await machine.run(["watch", "last", "--server", server.url], { env });
  expect(run.stderr).toContain(`amplify resume 0000c0de --server ${server.url}\n`);
  expect(run.stderr).toContain(`amplify retry 0000c0de --failed --server ${server.url}\n`);
});

test("a send that would reach nobody is refused with the reasons, before anybody is asked", async () => {
  server.skip([{ email: "p@x.org", ...optedOut }]);
  server.reach(0);
  const run = await machine.run(sendArgs);
  expect(run.code).toBe(1);
  expect(run.stderr).toStartWith("Nothing was sent, as nobody is left to send to. ");
  expect(run.stderr).toContain(
    "The following leads have opted out and will not receive the email: p@x.org\n",
  );
  expect(server.requests).not.toContain("POST /email/send");
});
