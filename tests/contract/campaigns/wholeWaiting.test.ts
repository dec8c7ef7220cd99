import { afterAll, beforeAll, expect, test } from "bun:test";
import { minuteMs } from "../../../contract/limits/units.ts";
import type { RealtimeMessage } from "../../../contract/realtime/messages.ts";
import { watch } from "../../../contract/realtime/watch.ts";
import { drafted, started, step } from "../../support/campaigns/drafted.ts";
import { type SendingServer, startSendingServer } from "../../support/smtp/sendingServer.ts";
import { until } from "../../support/until.ts";

let sending: SendingServer;
const leads = 40;

beforeAll(async () => {
  sending = await startSendingServer();
  // Enough that a test of half of them never is of all or of nobody.
  await sending.addLeads(leads);
});
afterAll(() => sending.close());

const sequence = { kind: "sequence" as const, steps: [step("one", 0), step("two", 60)] };
const told = ({
  waiting,
  waitingCause,
  nextAt,
}: Pick<RealtimeMessage["data"], "waiting" | "waitingCause" | "nextAt">) => ({
  waiting,
  waitingCause,
  nextAt,
});

/** What the socket told last of each campaign, from now on. */
function listen(signal: AbortSignal): Map<string, RealtimeMessage["data"]> {
  const latest = new Map<string, RealtimeMessage["data"]>();
  const { uid, token } = sending.person;
  const hear = async () => {
    for await (const { data } of watch({ base: sending.server.url, uid, token, signal }))
      latest.set(data.campaignId, data);
  };
  void hear();
  return latest;
}

test("whoever watches a sequence hears which mail comes next and when, as its page says it", async () => {
  const stop = new AbortController();
  const live = listen(stop.signal);
  const plan = await drafted(sending, sequence);
  await started(sending, plan, null);
  const heard = () => live.get(plan._id);
  await until(() => heard()?.waitingCause?.code === "next_step_due");
  // Whoever had the first mail is looked at once more in a minute, which is not when the second one is due.
  expect(heard()?.nextAt ?? 0).toBeGreaterThan(Date.now() + 59 * minuteMs);
  expect(told(await sending.campaign(plan._id))).toEqual(told(live.get(plan._id) as never));
  stop.abort();
});

test("whoever comes later is told the same at once, also of a test that waits for its better variant", async () => {
  const variants = [
    { id: "one.a", share: 25 },
    { id: "one.b", share: 25 },
  ];
  const plan = await drafted(sending, {
    steps: [{ ...step("one", 0), variants, test: { by: "clicks", afterMinutes: 60 } }],
  });
  await started(sending, plan, null);
  await sending.untilCounts(plan._id, ({ queued, sent }) => sent > 0 && queued + sent === leads);
  await until(async () => (await sending.campaign(plan._id)).waitingCause !== null);
  const stop = new AbortController();
  const live = listen(stop.signal);
  await until(() => live.has(plan._id));
  const { waitingCause } = await sending.campaign(plan._id);
  expect(waitingCause?.code).toMatch(/awaiting_winner|winner_undecided/);
  expect(live.get(plan._id)?.waitingCause).toEqual(waitingCause);
  stop.abort();
});

test("whoever watches hears that a sequence between two mails is paused, goes on and is cancelled", async () => {
  const { client } = sending.person;
  const plan = await drafted(sending, sequence);
  await started(sending, plan, null);
  const params = { id: plan._id };
  await until(async () => (await sending.campaign(plan._id)).waitingCause?.code === "next_step_due");
  const stop = new AbortController();
  const live = listen(stop.signal);
  await until(() => live.get(plan._id)?.running === true);
  for (const [word, state] of [
    ["pause", "paused"],
    ["resume", "running"],
    ["cancel", "cancelled"],
  ] as const) {
    await client(`POST /amplify/campaigns/{id}/${word}`, { params });
    await until(() => live.get(plan._id)?.state === state);
  }
  stop.abort();
});

test("one account of two that is paused does not stand for the other one, which goes on", async () => {
  const { client } = sending.person;
  const other = await client("POST /amplify/auth/credentials", {
    body: {
      provider: "google",
      appEmail: "bea@sender.test",
      appPassword: "abcd efgh ijkl mnop",
      alias: "Bea <bea@sender.test>",
    },
  });
  // Hours that are open on no moment near: both run, and nothing goes.
  const day = (new Date().getUTCDay() + 3) % 7 || 7;
  const plan = await drafted(sending, { zone: "UTC", window: { days: [day], from: "09:00", to: "10:00" } });
  await started(sending, plan, "running");
  const stop = new AbortController();
  const live = listen(stop.signal);
  const heard = () => live.get(plan._id);
  await until(() => heard()?.waitingCause?.code === "window_closed");
  await client("DELETE /amplify/auth/credentials/{id}", { params: { id: other._id } });
  await until(async () => (await sending.campaign(plan._id)).accounts.some(({ held }) => held !== null));
  await client("POST /amplify/campaigns/{id}/pause", { params: { id: plan._id } });
  await until(() => heard()?.state === "paused");
  await client("POST /amplify/campaigns/{id}/resume", { params: { id: plan._id } });
  await until(() => heard()?.state === "running");
  expect(heard()?.waitingCause?.code).toBe("window_closed");
  stop.abort();
});
