import { sendLimits } from "../../../contract/limits/sending.ts";
import { hourMs } from "../../../contract/limits/units.ts";
import { inner, type Reason, reason } from "../../../contract/reasons.ts";
import type { Outcome } from "../../../contract/sending/outcome.ts";
import type { Settlement } from "../../../db/stores/campaigns/ledgerSettling.ts";

/** What an outcome means for the account, beside what it means for the recipient. */
export type AccountEffect =
  | { kind: "healthy" }
  | { kind: "connectionFault"; reason: Reason }
  /** The server is there, and has no room for this mail now. */
  | { kind: "putOff"; reason: Reason }
  /** The account rests and then goes on by itself. */
  | { kind: "rest"; reason: Reason; restMs: number }
  /** The account stops until a person acts. */
  | { kind: "stop"; reason: Reason }
  | { kind: "none" };

type Tried = { id: string; leadId: string; attempts: number; firstTriedAt: number | null };

type Attempt = {
  outcome: Outcome;
  tried: Tried;
  now: number;
  /** From 0 up to 1; spreads retries. */
  random: number;
  /** Whether the server is known to take mails more slowly than they come: none of them has to wait longer for that each time. */
  isThrottled?: boolean;
};

/**
 * Turns the outcome of one attempt into its place in the ledger and its effect on the account.
 * Recipient faults fail the recipient; account faults leave the recipient queued.
 */
export function settlementOf(input: Attempt): {
  settlement: Settlement;
  effect: AccountEffect;
} {
  const { outcome, tried, now } = input;
  const of = { id: tried.id, leadId: tried.leadId };
  switch (outcome.kind) {
    case "sent":
      return {
        settlement: { ...of, state: "sent", reason: outcome.reason, sentAt: now },
        effect: { kind: "healthy" },
      };
    case "refused":
      return {
        settlement: { ...of, state: "failed", reason: outcome.reason, at: now },
        effect: { kind: "healthy" },
      };
    case "uncertain":
      return {
        settlement: { ...of, state: "uncertain", reason: outcome.reason, at: now },
        effect: { kind: "none" },
      };
    case "account":
      return { settlement: { ...of, state: "queued" }, effect: stopOrRest(outcome) };
    case "busy":
      return { settlement: deferred(input, outcome), effect: busyEffect(outcome) };
  }
}

/**
 * Whether a mail counts against its account's day: only what the server took, or may have taken. Providers count
 * accepted messages and their recipients, and "sent today" has to mean sent. It is not known of every provider
 * that one which takes a recipient and then refuses the message does not count it; such a provider says
 * so in time (550 5.4.5), and the account rests. The pace, mails in a minute and the gap between two, counts attempts.
 */
export function isTaken({ kind }: Outcome): boolean {
  return kind === "sent" || kind === "uncertain";
}

function stopOrRest(outcome: Extract<Outcome, { kind: "account" }>): AccountEffect {
  return outcome.restMs === undefined
    ? { kind: "stop", reason: outcome.reason }
    : { kind: "rest", reason: outcome.reason, restMs: outcome.restMs };
}

function busyEffect(outcome: Extract<Outcome, { kind: "busy" }>): AccountEffect {
  if (outcome.account)
    return {
      kind: "rest",
      reason: outcome.reason,
      restMs: outcome.retryAfterMs ?? sendLimits.accountBusyRestMs,
    };
  if (outcome.connection) return { kind: "connectionFault", reason: outcome.reason };
  if (outcome.server) return { kind: "putOff", reason: outcome.reason };
  return { kind: "healthy" };
}

/** The next try, or the end of trying after `sendLimits.retryForMs`. */
function deferred(
  { tried, now, random, isThrottled = false }: Attempt,
  outcome: Extract<Outcome, { kind: "busy" }>,
): Settlement {
  const of = { id: tried.id, leadId: tried.leadId };
  const { retryAfterMs } = sendLimits;
  const tries = isThrottled && outcome.server ? 1 : tried.attempts;
  const waitMs = retryAfterMs[Math.min(tries, retryAfterMs.length) - 1] ?? retryAfterMs[0];
  const stretched = waitMs * (1 + random * sendLimits.retryJitter);
  const dueAt = Math.ceil(now + Math.max(stretched, outcome.retryAfterMs ?? 0));
  const giveUpAt = (tried.firstTriedAt ?? now) + sendLimits.retryForMs;
  if (dueAt > giveUpAt) {
    const hours = sendLimits.retryForMs / hourMs;
    const last = inner(outcome.reason);
    return {
      ...of,
      state: "failed",
      reason: reason("given_up", { hours, last }, outcome.reason.reply),
      at: now,
    };
  }
  return { ...of, state: "deferred", reason: outcome.reason, dueAt };
}
