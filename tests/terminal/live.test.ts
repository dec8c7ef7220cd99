import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { reason } from "../../contract/reasons.ts";
import { findShell } from "../support/runtime/findShell.ts";
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
  server.set(id, { total: 1000, recipients: 1000, counts: { queued: 1000 } });
});

afterEach(() => {
  server.stop();
  machine.remove();
});

const sendArgs = ["send", "--template", "News", "--collection", "spring", "--subject", "Spring news"];
const finished = {
  state: "finished",
  recipients: 1000,
  counts: { sent: 990, failed: 10, uncertain: 0, skipped: 0, queued: 0 },
} as const;

test("in a terminal the send asks first, and an answer other than yes sends nothing", async () => {
  const terminal = machine.open(sendArgs);
  await terminal.shows("Send to 10 leads? [y/N]");
  terminal.type("\r");
  expect(await terminal.exited).toBe(1);
  expect(terminal.screen.text()).toEndWith("Nothing was sent.");
  expect(server.requests).not.toContain("POST /email/send");
});

test("Ctrl-C at the question sends nothing and exits with 130", async () => {
  const terminal = machine.open(sendArgs);
  await terminal.shows("[y/N]");
  terminal.type("\u0003");
  expect(await terminal.exited).toBe(130);
  expect(terminal.screen.text()).toEndWith("\nInterrupted; nothing was done.");
  expect(server.requests).not.toContain("POST /email/send");
});

test("after a yes the bar grows in place until it is finished, and the cursor is back", async () => {
  const terminal = machine.open(sendArgs);
  await terminal.shows("[y/N]");
  terminal.type("y\r");
  await terminal.shows("0/1000 Sent");
  expect(terminal.screen.cursorHidden).toBe(true);
  for (const sent of [100, 400, 700]) {
    server.set(id, {
      recipients: 988,
      counts: { sent, failed: 3, uncertain: 1, skipped: 12, queued: 984 - sent },
    });
    await terminal.shows(`${sent}/988 Sent`);
  }
  expect(terminal.screen.text()).toContain(
    "█ 700 sent  ▓ 3 failed  ▒ 1 uncertain  ─ 284 remaining  12 skipped",
  );
  server.set(id, finished);
  expect(await terminal.exited).toBe(3);
  const text = terminal.screen.text();
  // One frame only: what was drawn before has been drawn over.
  expect(text.match(/Sent$/gm)).toHaveLength(1);
  expect(text).toContain("990/1000 Sent");
  expect(text).not.toContain("Ctrl-C");
  expect(terminal.screen.cursorHidden).toBe(false);
  expect(terminal.screen.unknown).toEqual([]);
});

test("Ctrl-C in the live view leaves the send alone and gives the cursor back", async () => {
  const terminal = machine.open(["watch", "last"]);
  await terminal.shows("Ctrl-C leave; the send goes on");
  terminal.type("\u0003");
  expect(await terminal.exited).toBe(130);
  expect(terminal.screen.text()).toEndWith("Left; the send goes on.\nWatch it again: amplify watch 0000c0de");
  expect(terminal.screen.cursorHidden).toBe(false);
  expect(server.requests.filter((request) => request.startsWith("POST"))).toEqual([]);
});

test("Ctrl-Z in the live view gives the shell back, and what goes on is drawn anew", async () => {
  const job = 'set -m; "$@"; echo "stopped with $?"; read -r; fg; echo "ended with $?"';
  const terminal = machine.open(["watch", "last"], { through: [findShell("bash"), "-c", job, "job"] });
  await terminal.shows("p pause");
  terminal.type("\u001a");
  await terminal.shows("stopped with 148");
  expect(terminal.screen.cursorHidden).toBe(false);
  server.set(id, { counts: { sent: 1, queued: 999 } });
  terminal.type("\r");
  await terminal.shows("1/1000 Sent");
  terminal.type("p");
  await terminal.shows("Not found");
  terminal.type("\u0003");
  await terminal.shows("ended with 130");
  await terminal.exited;
});

test("p pauses the send and r lets it go on, without leaving", async () => {
  const terminal = machine.open(["watch", "last"]);
  await terminal.shows("p pause");
  terminal.type("p");
  await until(() => server.requests.includes(`POST /amplify/campaigns/${id}/pause`));
  server.set(id, {
    state: "paused",
    waiting: "Paused by you",
    waitingCause: reason("paused_by_person"),
  });
  await terminal.shows("r resume");
  expect(terminal.screen.text()).toContain("Paused by you");
  terminal.type("r");
  await until(() => server.requests.includes(`POST /amplify/campaigns/${id}/resume`));
  server.set(id, finished);
  expect(await terminal.exited).toBe(3);
});

test("a narrow window cuts lines instead of wrapping them, also after a resize", async () => {
  const subject = "A subject that is a good deal longer than this little window is wide";
  server.set(id, {
    subject,
    waiting: `${subject} and so is the reason to wait`,
    counts: { sent: 1, queued: 999 },
  });
  const terminal = machine.open(["watch", "last"], { columns: 40, rows: 12 });
  await terminal.shows("1/1000 Sent");
  expect(terminal.screen.lines().filter(Boolean).length).toBeLessThanOrEqual(5);
  terminal.resize(30, 12);
  server.set(id, { counts: { sent: 2, queued: 998 } });
  await terminal.shows("2/1000 Sent");
  const last = terminal.raw().slice(terminal.raw().lastIndexOf("2/1000 Sent") - 200);
  expect(last).toContain("…");
  server.set(id, finished);
  expect(await terminal.exited).toBe(3);
});

test("narrowing the window leaves no line of an earlier frame behind", async () => {
  const subject = "A subject that is a good deal longer than the window will be once it is made narrower";
  server.set(id, { subject, counts: { sent: 1, failed: 3, skipped: 20, queued: 976 } });
  const terminal = machine.open(["watch", "last"]);
  await terminal.shows("1/1000 Sent");
  for (const [index, columns] of [50, 36, 80, 41].entries()) {
    const before = terminal.raw().length;
    terminal.resize(columns, 24);
    // What is drawn before the program hears of it goes wherever the terminal has put the cursor.
    await until(() => terminal.raw().length > before);
    server.set(id, { counts: { sent: 100 + index, queued: 876 - index } });
    await terminal.shows(`${100 + index}/1000 Sent`);
    const lines = terminal.screen.lines().filter(Boolean);
    expect([columns, lines.length, terminal.screen.text().match(/Sent$/gm)?.length]).toEqual([columns, 5, 1]);
  }
  server.set(id, finished);
  expect(await terminal.exited).toBe(3);
});

test("a narrow window gets its sentences broken between words, below the text that they belong to", async () => {
  // Of a server that is newer than this terminal: its words stand where the code is unknown.
  const cause = { code: "over_all_plans", params: {}, reply: null };
  const skipped = [{ email: "q@x.org", reason: "Over the number of leads that your plan may hold", cause }];
  server.skip(skipped);
  const terminal = machine.open(sendArgs, { columns: 40 });
  await terminal.shows("[y/N]");
  expect(terminal.screen.lines().slice(0, 5)).toEqual([
    "To        10 of 11 leads (the collection",
    "          spring)",
    "Left out  1: Over the number of leads",
    "          that your plan may hold",
    "From      Ada <ada@example.com> by smtp",
  ]);
  terminal.type("n\r");
  await terminal.exited;
  const failed = machine.open(["send", "--template", "None of them"], { columns: 30 });
  expect(await failed.exited).toBe(2);
  expect(failed.screen.lines()).toContain("Say what the subject is:");
});

test("a paused send has no rate", async () => {
  const terminal = machine.open(["watch", "last"]);
  await terminal.shows("0/1000 Sent");
  let sent = 0;
  await until(() => {
    sent += 1;
    server.set(id, { counts: { sent, queued: 1000 - sent } });
    return terminal.screen.text().includes("a second");
  });
  server.set(id, { state: "paused", waiting: null, counts: { sent: 410, queued: 590 } });
  await terminal.shows("Paused");
  await terminal.shows("410/1000 Sent");
  expect(terminal.screen.text()).toMatch(/^Paused$/m);
  server.set(id, finished);
  expect(await terminal.exited).toBe(3);
});

test("a key that the server refuses says why", async () => {
  const terminal = machine.open(["watch", "last"]);
  await terminal.shows("p pause");
  terminal.type("p");
  // The stand-in knows no such call.
  await terminal.shows("Not found");
  server.set(id, finished);
  expect(await terminal.exited).toBe(3);
  expect(terminal.screen.text()).not.toContain("Not found");
});

test("more sends than the window has room for are counted, and the screen is never cleared", async () => {
  for (let n = 0; n < 9; n += 1) server.set(`campaign-${n}`, { subject: `News ${n}` });
  const terminal = machine.open(["watch"], { rows: 20 });
  await terminal.shows("and 7 more");
  for (let n = 0; n < 9; n += 1)
    server.set(`campaign-${n}`, { state: "finished", counts: { sent: 10, queued: 0 } });
  server.set(id, { state: "finished", counts: { sent: 1000, queued: 0 } });
  expect(await terminal.exited).toBe(0);
  expect(terminal.raw()).not.toContain("\u001b[2J");
  expect(terminal.raw()).not.toContain("\u001b[3J");
});

test.each([
  ["NO_COLOR", [], { NO_COLOR: "1" }],
  ["--no-color", ["--no-color"], {}],
] as const)("%s leaves the live view without any colour", async (_, flags, env) => {
  const terminal = machine.open(["watch", "last", ...flags], { env: { ...env } });
  await terminal.shows("0/1000 Sent");
  server.set(id, finished);
  expect(await terminal.exited).toBe(3);
  expect(terminal.raw()).not.toMatch(/\u001b\[(3\d|9\d|38|2)m/);
});

test("in a terminal with colour the parts have theirs", async () => {
  const terminal = machine.open(["watch", "last"]);
  await terminal.shows("0/1000 Sent");
  server.set(id, finished);
  await terminal.exited;
  expect(terminal.raw()).toMatch(/\u001b\[32m█/);
  expect(terminal.raw()).toMatch(/\u001b\[31m▓/);
});

test("a terminal that cannot draw gets plain lines, one without UTF-8 gets plain letters", async () => {
  server.set(id, finished);
  const dumb = machine.open(["watch", "last"], { env: { TERM: "dumb" } });
  expect(await dumb.exited).toBe(3);
  expect(dumb.raw()).not.toContain("\u001b");
  expect(dumb.raw()).toContain("990/1000 Sent, 10 failed; Finished");
  const old = machine.open(["watch", "last"], { env: { LANG: "C", LC_ALL: "POSIX" } });
  expect(await old.exited).toBe(3);
  expect(old.screen.text()).toContain("# 990 sent  x 10 failed");
});

test("a password is asked for without showing it", async () => {
  const terminal = machine.open(["login", "ada@example.com"]);
  await terminal.shows("Password:");
  terminal.type("s3cret\u007fT");
  terminal.type("\r");
  expect(await terminal.exited).toBe(1);
  expect(terminal.raw()).not.toContain("s3cre");
});
