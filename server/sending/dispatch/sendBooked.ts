import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Outcome } from "../../../contract/sending/outcome.ts";
import type { UsageStore } from "../../../db/stores/campaigns/usage.ts";
import type { Log } from "../../log/log.ts";
import type { OutgoingMail } from "../senders/sender.ts";
import type { AccountHealth } from "./accountHealth.ts";
import type { AccountSender } from "./accountSender.ts";
import { bucketOf, type Governor } from "./governor.ts";
import { isTaken, settlementOf } from "./settlement.ts";

type Booked = {
  mail: OutgoingMail;
  sender: AccountSender;
  /** The account, and whose it is. */
  credential: { id: string; workspaceId: WorkspaceId };
  governor: Governor;
  health: Pick<AccountHealth, "apply">;
  usage: Pick<UsageStore, "record" | "giveBack">;
  log: Log;
  now: number;
};

/**
 * Sends one mail outside any campaign: booked before it goes, so that a crash buys no free mail, and given back
 * when it was not taken. What it tells of the account is applied to its health.
 */
export async function sendBooked(booked: Booked): Promise<Outcome> {
  const { mail, sender, credential, governor, usage, health, now } = booked;
  const booking = { credentialId: credential.id, bucketAt: bucketOf(now) };
  governor.record(1, now);
  try {
    await usage.record({ ...booking, workspaceId: credential.workspaceId, count: 1 });
  } catch (error) {
    governor.giveBack(booking.bucketAt);
    throw error;
  }
  const outcome = await sender.send(mail);
  if (!isTaken(outcome)) await giveBack(booking, booked);
  const tried = { id: "", leadId: "", attempts: 1, firstTriedAt: now };
  await health.apply(settlementOf({ outcome, tried, now, random: 0 }).effect);
  return outcome;
}

async function giveBack(
  booking: { credentialId: string; bucketAt: number },
  { governor, usage, log }: Booked,
): Promise<void> {
  try {
    await usage.giveBack(booking);
    governor.giveBack(booking.bucketAt);
  } catch (error) {
    // It counts as sent for a day, which errs on the side of the account's provider.
    log.warn("A mail that was not taken could not be given back to its account's budget", {
      account: booking.credentialId,
      error,
    });
  }
}
