import { afterEach, expect, test } from "bun:test";
import { watch } from "../../../contract/realtime/watch.ts";
import { type SendingServer, startSendingServer } from "../../support/smtp/sendingServer.ts";

let open: SendingServer | null = null;
afterEach(async () => {
  await open?.close();
  open = null;
});

const dayMs = 24 * 60 * 60 * 1000;

async function started(perDay: number | null, leads: number, perMinute: number | null = null) {
  const sending = await startSendingServer({ credential: { perDay, perMinute, gapMs: 0 } });
  open = sending;
  await sending.addLeads(leads);
  return { sending, id: await sending.send() };
}

test("a campaign that its account's day keeps waiting says when it will be done, over all the days that takes", async () => {
  const { sending, id } = await started(10, 35);
  const shown = await sending.untilCounts(id, ({ sent }, { nextAt }) => sent === 10 && nextAt !== null);
  // Ten more as it goes on, ten a day later, and five a day after that.
  expect(shown).toMatchObject({ state: "running", waitingCause: { params: { limit: "day" } } });
  expect((shown.doneAt ?? 0) - (shown.nextAt ?? 0)).toBe(2 * dayMs);
  // In a list, where that would be asked of each, it is left out.
  const [listed] = await sending.person.client("GET /amplify/campaigns");
  expect(listed).not.toHaveProperty("doneAt");

  await sending.person.client("POST /amplify/campaigns/{id}/pause", { params: { id } });
  expect(await sending.campaign(id)).toMatchObject({ state: "paused", doneAt: null });
});

test("whoever watches it hears the same moment, from the beginning and while it waits", async () => {
  const { sending, id } = await started(10, 35);
  const told: (number | null)[] = [];
  const page = () => sending.campaign(id);
  const { uid, token } = sending.person;
  const stop = new AbortController();
  for await (const { data } of watch({ base: sending.server.url, uid, token, signal: stop.signal })) {
    // What is told at once is told again once that moment is known.
    if (data.campaignId !== id || data.doneAt === undefined) continue;
    told.push(data.doneAt);
    if (data.nextAt !== null && data.doneAt === (await page()).doneAt) stop.abort();
  }
  const { doneAt } = await page();
  expect(doneAt).toBeGreaterThan(Date.now() + 2 * dayMs);
  // While mails go it is counted from each moment anew.
  for (const at of told) expect(Math.abs((at ?? 0) - (doneAt ?? 0))).toBeLessThan(dayMs / 24);
});

test("nobody tells when it will be done while its server takes nothing", async () => {
  const sending = await startSendingServer({ credential: { perDay: 10 }, smtp: { rcpt: "421 4.7.0 Busy" } });
  open = sending;
  await sending.addLeads(35);
  const id = await sending.send();
  const shown = await sending.untilCounts(id, (_, { waitingCause }) => waitingCause?.code === "server_busy");
  expect(shown).toMatchObject({ doneAt: null, counts: { sent: 0 } });
  expect(shown.nextAt).toBeGreaterThan(Date.now() - 1_000);
});

test("the last minute's worth is not promised at once where a minute's worth has just gone", async () => {
  const { sending, id } = await started(null, 15, 10);
  const shown = await sending.untilCounts(id, ({ sent }, { nextAt }) => sent === 10 && nextAt !== null);
  expect(shown.waitingCause).toMatchObject({ params: { limit: "minute" } });
  expect(shown.doneAt).toBeGreaterThanOrEqual((shown.nextAt ?? 0) + 5 * 6_000);
});

test("what is left for one more day is done as that day's mails go, and says so on its last day too", async () => {
  const { sending, id } = await started(10, 15);
  const shown = await sending.untilCounts(id, ({ sent }, { nextAt }) => sent === 10 && nextAt !== null);
  expect(shown.nextAt).toBeGreaterThan(Date.now());
  expect(shown.doneAt).toBe(shown.nextAt);
});

test("a ramp-up's next day takes all that it has room for, as yesterday's mails count no more by then", async () => {
  const sending = await startSendingServer({ credential: { rampPerDay: 10, perMinute: null } });
  open = sending;
  await sending.addLeads(30);
  const id = await sending.send();
  const shown = await sending.untilCounts(id, ({ sent }, { nextAt }) => sent === 10 && nextAt !== null);
  expect(shown.waitingCause).toMatchObject({ params: { limit: "ramp", day: 1 } });
  const minutes = ((shown.doneAt ?? 0) - (shown.nextAt ?? 0)) / 60_000;
  expect(minutes).toBeGreaterThanOrEqual(0);
  expect(minutes).toBeLessThan(5);
});

test("a campaign that is over has no such moment", async () => {
  const { sending, id } = await started(10, 3);
  expect(await sending.untilCounts(id, (_, { state }) => state === "finished")).toMatchObject({
    doneAt: null,
  });
});
