import { afterEach, describe, expect, test } from "bun:test";
import { campaignLimits } from "../../contract/limits/campaigns.ts";
import type { SmtpScript } from "../support/smtp/scriptedSmtp.ts";
import { type SendingServer, startSendingServer } from "../support/smtp/sendingServer.ts";

let open: SendingServer | null = null;
async function start(...args: Parameters<typeof startSendingServer>): Promise<SendingServer> {
  open = await startSendingServer(...args);
  return open;
}
afterEach(async () => {
  await open?.close();
  open = null;
});

const leadCount = 80;
const isOver = (_: unknown, { state }: { state: string }) => state === "finished";
let mails = 0;
const spam: SmtpScript["dot"] = ({ recipient }) =>
  `554 5.7.1 <${recipient}> Message looks like spam, id ${++mails}`;

async function accountOf({ person }: SendingServer) {
  const [account] = await person.client("GET /amplify/auth/credentials");
  return account;
}

test("a policy that refuses everybody in the same words pauses the campaign and asks a person", async () => {
  const sending = await start({ smtp: { dot: spam } });
  const { addLeads, send, untilCounts, person, smtp } = sending;
  await addLeads(leadCount);
  const id = await send();
  const paused = await untilCounts(id, (counts, { state }) => state !== "running" && counts.sending === 0);
  expect(paused.state).toBe("paused");
  // Twenty, and what was under way on the other connections.
  expect(paused.counts.failed).toBeGreaterThanOrEqual(20);
  expect(paused.counts.failed).toBeLessThan(20 + 2 * 8);
  expect(paused.counts.queued).toBe(leadCount - paused.counts.failed);
  expect(paused.waiting).toMatch(/554 5\.7\.1 .*Message looks like spam/);
  expect(paused.waiting).toContain("go on");
  expect(await accountOf(sending)).toMatchObject({ state: "working" });

  delete smtp.script.dot;
  const { retried } = await person.client("POST /amplify/campaigns/{id}/retry", {
    params: { id },
    body: { states: ["failed"] },
  });
  expect(retried).toBe(paused.counts.failed);
  await person.client("POST /amplify/campaigns/{id}/resume", { params: { id } });
  expect((await untilCounts(id, isOver)).counts).toMatchObject({ sent: leadCount, failed: 0 });
  expect(smtp.acceptedCount()).toBe(leadCount);
});

test("a policy that refuses several campaigns stops their account until a person acts", async () => {
  // The gap leaves the second campaign time to come before the first one's twentieth mail.
  const sending = await start({ smtp: { dot: spam }, credential: { gapMs: 100 } });
  const { addLeads, send, untilCounts } = sending;
  await addLeads(leadCount);
  const campaignIds = [await send(undefined, "One"), await send(undefined, "Two")];
  for (const id of campaignIds) await untilCounts(id, (_, { state }) => state === "paused");
  const account = await accountOf(sending);
  expect(account).toMatchObject({ state: "paused", pausedUntil: null });
  expect(account?.pausedReason).toContain("Message looks like spam");
}, 20_000);

describe.each([
  ["at RCPT", "rcpt"],
  ["at the end of the mail", "dot"],
] as const)("dead addresses, refused %s", (_, step) => {
  const dead = ({ recipient }: { recipient: string }) => `550 5.1.1 <${recipient}> User unknown`;

  test("say nothing of the others where they are fewer than fifty: their list is sent to its end", async () => {
    const { addLeads, send, untilCounts } = await start({ smtp: { [step]: dead } });
    await addLeads(campaignLimits.failuresAfter - 1);
    const { counts } = await untilCounts(await send(), isOver);
    expect(counts).toMatchObject({ failed: campaignLimits.failuresAfter - 1 });
  });

  test("pause a longer list at the fiftieth, however fast its account is", async () => {
    // No time passes, so that no second look is ever due; and of what comes after the fiftieth its server says nothing.
    const [wallMs, steadyMs] = [Date.now(), performance.now()];
    const time = { wallMs: () => wallMs, steadyMs: () => steadyMs };
    let refused = 0;
    const untilFifty: SmtpScript["dot"] = (context) =>
      ++refused > campaignLimits.failuresAfter ? "hang" : dead(context);
    const { addLeads, send, untilCounts, smtp } = await start({ smtp: { [step]: untilFifty }, time });
    await addLeads(2 * campaignLimits.failuresAfter);
    const id = await send();
    await untilCounts(id, (_, { state }) => state !== "running");
    // What was under way goes on, by other connections.
    delete smtp.script[step];
    smtp.dropAll();
    const paused = await untilCounts(id, (counts) => counts.sending === 0);
    expect(paused).toMatchObject({ state: "paused", waitingCause: { code: "many_failures" } });
    expect(paused.counts.failed).toBe(campaignLimits.failuresAfter);
  });
});
