import { afterEach, expect, test } from "bun:test";
import { type SendingServer, startSendingServer } from "../../support/smtp/sendingServer.ts";

let open: SendingServer | null = null;
afterEach(async () => {
  await open?.close();
  open = null;
});

const dayMs = 24 * 60 * 60 * 1000;

async function started(perDay: number, leads: number) {
  const sending = await startSendingServer({ credential: { perDay, perMinute: null, gapMs: 0 } });
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

test("what is left for one more day is done as that day's mails go, and says so on its last day too", async () => {
  const { sending, id } = await started(10, 15);
  const shown = await sending.untilCounts(id, ({ sent }, { nextAt }) => sent === 10 && nextAt !== null);
  expect(shown.nextAt).toBeGreaterThan(Date.now());
  expect(shown.doneAt).toBe(shown.nextAt);
});

test("a campaign that is over has no such moment", async () => {
  const { sending, id } = await started(10, 3);
  expect(await sending.untilCounts(id, (_, { state }) => state === "finished")).toMatchObject({
    doneAt: null,
  });
});
