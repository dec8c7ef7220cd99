import { expect, test } from "bun:test";
import { exitCodeOf } from "../../../cli/conclude.ts";
import { followCampaigns } from "../../../cli/followCampaigns.ts";
import type { Client } from "../../../contract/client.ts";
import { type ReasonCode, reason } from "../../../contract/reasons.ts";
import { wholeCampaign } from "../../support/smtp/wholeCampaign.ts";

/** What a script that follows it sees at last, or "goes on" where it sees no end. */
async function endOf(code: ReasonCode, throughPauses = false) {
  const waitingCause = { ...reason(code as "winner_asked"), reply: null };
  const counts = { queued: 3, sending: 0, deferred: 0, sent: 5, failed: 0, uncertain: 0, skipped: 0 };
  const campaign = {
    ...wholeCampaign,
    _id: "c1",
    subject: "Hello",
    state: "running",
    counts,
    recipients: 8,
    total: 8,
    waiting: "It waits",
    waitingCause,
    nextAt: null,
    from: "ada@in.test",
    provider: "smtp",
  };
  const client = (async () => campaign) as unknown as Client;
  const session = { server: "http://127.0.0.1:1", uid: "ada", token: "t", email: "ada@in.test" };
  for await (const event of followCampaigns({
    client,
    session,
    campaignIds: [campaign._id],
    throughPauses,
    signal: AbortSignal.timeout(5_000),
    now: Date.now,
    words: (_, text) => text ?? "",
  }))
    if ("over" in event) return event.over ? exitCodeOf(event.figures) : "goes on";
  return "saw nothing";
}

test("a script ends where a person has to decide or nobody knows when it goes on, unless it is to wait", async () => {
  for (const code of ["winner_asked", "winner_undecided", "outcome_undecided"] as const) {
    expect([code, await endOf(code)]).toEqual([code, 4]);
    expect([code, await endOf(code, true)]).toEqual([code, "goes on"]);
  }
  expect(await endOf("joins_later")).toBe(0);
  // These go on by themselves.
  for (const code of ["awaiting_winner", "next_step_due", "window_closed"] as const)
    expect([code, await endOf(code)]).toEqual([code, "goes on"]);
});
