import { budgetLimits, journalLimits, sendLimits } from "../../../contract/limits/sending.ts";
import { type Reason, reason } from "../../../contract/reasons.ts";
import type { Database } from "../../../db/database.ts";
import type { CampaignStore } from "../../../db/stores/campaigns/campaigns.ts";
import type { Ledger } from "../../../db/stores/campaigns/ledger.ts";
import type { UnderWay } from "../../../db/stores/campaigns/ledgerSending.ts";
import type { Booking, Settlement } from "../../../db/stores/campaigns/ledgerSettling.ts";
import type { UsageStore } from "../../../db/stores/campaigns/usage.ts";
import type { Clock } from "../../core/clock.ts";
import { yieldToOthers } from "../../core/yieldToOthers.ts";
import type { Log } from "../../log/log.ts";
import type { Bucket } from "../dispatch/governor.ts";
import type { RowMoves } from "../dispatch/rowMoves.ts";
import type { Deaths, FileJournal } from "./FileJournal.ts";

type Parts = {
  database: Pick<Database, "shared">;
  campaigns: CampaignStore;
  ledger: Ledger;
  moves: RowMoves;
  usage: UsageStore;
  clock: Pick<Clock, "now">;
  journal: Pick<FileJournal, "leftBehind" | "start">;
  /** When this process began. */
  startedAt: number;
  log: Log;
};

/**
 * Cleans up after the process before this one: deletes campaigns that are only half written, and completes moves of mails.
 * Its journal tells which of the mails that it had claimed had not begun, and which the server accepted; the others become
 * uncertain. A mail at which several processes have died is not tried again, since it would end this one as well.
 */
export async function recover({ database, startedAt, ...parts }: Parts): Promise<void> {
  const { campaigns, ledger, moves, clock, journal } = parts;
  // If one machine has the database to itself, nobody prepares what was begun before this process any more.
  const begunBefore = database.shared === null ? startedAt : clock.now() - sendLimits.preparingMs;
  await removeUnprepared(parts, begunBefore);
  const deaths = await settleKnown(parts);
  await moves.recover({ isAlone: database.shared === null });
  await journal.start(deaths);
  await moves.goOnWithAll();
  for (const row of await campaigns.inStates(["running", "paused"])) await ledger.recount(row.id);
}

/** Deletes what is left of campaigns whose preparation began before a moment and never ended. */
export async function removeUnprepared(
  { campaigns, ledger }: Pick<Parts, "campaigns" | "ledger">,
  before: number,
): Promise<void> {
  for (const key of await campaigns.inPreparation(before))
    await ledger.removeAllOf(key, { turn: yieldToOthers });
}

type Known = Pick<Parts, "ledger" | "usage" | "clock" | "journal" | "log">;

async function settleKnown(parts: Known): Promise<Deaths> {
  const left = await parts.journal.leftBehind();
  if (left === null) return { died: new Map(), isCareful: false };
  const buckets = new Map<string, Bucket[]>();
  const known: Settlement[] = [];
  const died = new Map(left.died);
  const underWay = await parts.ledger.underWay();
  for (const row of underWay) {
    const of = { id: row.id, leadId: row.leadId };
    const sentAt = left.taken.get(row.id);
    if (sentAt !== undefined) known.push({ ...of, state: "sent", reason: reason("accepted"), sentAt });
    if (sentAt !== undefined || left.inDoubt.has(row.id)) continue;
    const unspent = await bookingOf(row, { ...parts, buckets });
    const count = died.get(row.id) ?? 0;
    if (count === 0) known.push({ ...of, state: "queued", unspent });
    else if (count < journalLimits.diedMax)
      known.push({ ...of, ...later(count, parts.clock.now()), unspent });
    else known.push({ ...of, state: "failed", reason: setAside(row, count, parts.log), unspent });
  }
  for (const { id, state } of known) if (state === "failed" || state === "sent") died.delete(id);
  for (let at = 0; at < known.length; at += sendLimits.claimMax)
    await parts.ledger.settleAndClaim(known.slice(at, at + sendLimits.claimMax), null);
  return { died, isCareful: underWay.length + died.size > 0 };
}

/**
 * A mail that was being composed when a sender died lets others go first. If it is to blame, they are sent before it can
 * stop the server again. If it is not, it is unlikely to be the one at work when something else kills the next sender.
 */
function later(count: number, now: number) {
  return {
    state: "deferred" as const,
    reason: reason("server_stopped", { count }),
    dueAt: now + count * journalLimits.diedWaitMs,
  };
}

function setAside({ id, campaignId: campaign }: UnderWay, count: number, log: Log): Reason {
  log.error("A mail is not tried again, because the server stopped each time that it was prepared", {
    campaign,
    delivery: id,
    count,
  });
  return reason("stops_server", { count });
}

/**
 * The booking that a mail which had not begun gives back to its account. Nobody knows in which minute it was counted, so the
 * earliest one is taken: it leaves the budget's window first, so the account may send rather too little than too much.
 */
async function bookingOf(
  { credentialId }: UnderWay,
  { usage, clock, buckets }: Pick<Parts, "usage" | "clock"> & { buckets: Map<string, Bucket[]> },
): Promise<Booking | undefined> {
  const since = clock.now() - budgetLimits.windowMs;
  const booked = buckets.get(credentialId) ?? (await usage.bucketsSince({ credentialId, since }));
  buckets.set(credentialId, booked);
  const earliest = booked.find(({ count }) => count > 0);
  if (earliest === undefined) return undefined;
  earliest.count -= 1;
  return { credentialId, bucketAt: earliest.bucketAt };
}
