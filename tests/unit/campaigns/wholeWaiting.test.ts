import { expect, test } from "bun:test";
import { type Cause, reason } from "../../../contract/reasons.ts";
import type { PausedBy } from "../../../contract/schemas/campaign.ts";
import { wholeWaiting } from "../../../server/campaigns/plans/campaignAnswer.ts";
import { pausedWaiting } from "../../../server/sending/dispatch/tally.ts";
import { campaignRow, planRow } from "../../support/smtp/sendingRows.ts";

const failures = reason("many_failures", { failed: 20, of: 122 });
const stopped = reason("account_removed");

function paused(pausedBy: PausedBy, pausedReason: Cause) {
  const campaign = campaignRow({ state: "paused", pausedBy, pausedReason });
  return { campaign, waiting: pausedWaiting(campaign) };
}

/** What the whole says, whichever part was made first. */
function said(parts: ReturnType<typeof paused>[], plan: Parameters<typeof planRow>[1]) {
  const facts = {
    plan: planRow("p", { state: "started", ...plan }),
    nextDueAt: null,
    nextFrom: null,
    audience: null,
  };
  return [parts, parts.toReversed()].map(
    (ordered) => wholeWaiting({ ...facts, parts: ordered, hasMoreToCome: false })?.reason.code,
  );
}

const rest = () => paused("test", reason("awaiting_winner", { at: "", zone: null }));

test("what a campaign was paused for is told, and not that others of its leads wait for the better variant", () => {
  const plan = { pausedBy: "person" as const, pausedReason: failures };
  const all = [rest(), paused("person", failures)];
  expect(said(all, plan)).toEqual(["many_failures", "many_failures"]);
  const account = [rest(), paused("account", stopped)];
  expect(said(account, { pausedBy: null })).toEqual(["account_removed", "account_removed"]);
});

test("where nothing but the test is waited for, that is told", () => {
  expect(said([rest()], { pausedBy: null })).toEqual(["awaiting_winner", "awaiting_winner"]);
});
