import { campaignLimits } from "../../../contract/limits/campaigns.ts";
import { leadLimits } from "../../../contract/limits/leads.ts";
import { minuteMs } from "../../../contract/limits/units.ts";
import { type Reason, type ReasonCode, reason } from "../../../contract/reasons.ts";
import type { DeliveryState } from "../../../contract/schemas/campaign.ts";
import type { CampaignStep, PlanContent, StepCondition } from "../../../contract/schemas/campaignPlan.ts";

/** What a sequence asks of its leads. */
type SequenceRules = Pick<PlanContent, "steps" | "stop">;

/** Where a lead of a sequence stands, with all that the next mail to it depends on. */
export type Standing = {
  /** The step that it has come to: it had it, or was passed over; -1 before the first. */
  step: number;
  dueAt: number;
  /** Its latest mail; null before the first. */
  mail: {
    step: number;
    state: DeliveryState;
    reasonCode: ReasonCode | null;
    /** Since when it may go, or from when it may be tried again. */
    dueAt: number;
    sentAt: number | null;
    openedAt: number | null;
    clickedAt: number | null;
    /** The addresses in it that a person followed. */
    followed: ReadonlySet<string>;
  } | null;
  /** Null once it was deleted. */
  lead: {
    optout: boolean;
    isSuppressed: boolean;
    isBounced: boolean;
    fields: Readonly<Record<string, unknown>> | null;
  } | null;
  /** Whether it was deleted so lately that this can still be undone. */
  mayComeBack: boolean;
  /** Steps whose mail is at its address already, by another lead that had the address before. */
  had: ReadonlySet<number>;
  /** Whether a person followed a link of any mail of the sequence. */
  hasClicked: boolean;
  /** Whether they replied to any of them, as far as their account's mailbox is read. */
  hasReplied: boolean;
  /** Whether it is in none of the collections any more that it can only have come by. */
  hasLeft: boolean;
};

export type Move =
  /** It is looked at again then; `step` is where it stands, which is further on where steps were passed over. */
  | { kind: "wait"; step: number; until: number }
  /** It was due then. */
  | { kind: "mail"; step: number; dueAt: number }
  | { kind: "end"; step: number; why: Reason };

/** What becomes of a lead of a sequence now. Nothing but what is given decides it, so that it can be told again. */
export function nextMove({ steps, stop }: SequenceRules, standing: Standing, now: number): Move {
  const { mail } = standing;
  let { step } = standing;
  if (standing.mayComeBack) return { kind: "wait", step, until: now + leadLimits.undoMs };
  const stopped = stopOf(stop, standing) ?? undeliveredOf(standing);
  if (stopped !== null) return { kind: "end", step, why: stopped };
  const isLatest = mail !== null && mail.step === step;
  if (isLatest && mail.state !== "sent")
    return { kind: "wait", step, until: now + unsentWaitMs(steps[step + 1], now - mail.dueAt) };
  // Never before the moment that it was to wait for, which moves along with a clock that is set.
  const sinceSent = isLatest && mail.sentAt !== null ? mail.sentAt + delayMs(steps[step + 1]) : 0;
  let dueAt = Math.max(sinceSent, standing.dueAt);
  for (;;) {
    const next = steps[step + 1];
    if (next === undefined) return { kind: "end", step, why: reason("sequence_done") };
    if (dueAt > now) return { kind: "wait", step, until: dueAt };
    step += 1;
    if (holds(next.condition, mail) && !standing.had.has(step)) return { kind: "mail", step, dueAt };
    // Whom a step is not for waits for the one after it as if it had been sent.
    dueAt += delayMs(steps[step + 1]);
  }
}

/**
 * It is looked at the less often the longer it has waited, of a hundred thousand that wait for days by far not all in each
 * minute; and within an hour, so that whatever ends the sequence meanwhile is noticed before it goes. What comes after it
 * may be due a delay from now.
 */
function unsentWaitMs(next: CampaignStep | undefined, hasWaitedMs: number): number {
  const { unsentLookMs, unsentLookMaxMs } = campaignLimits;
  const latestMs = next === undefined ? unsentLookMaxMs : Math.min(delayMs(next), unsentLookMaxMs);
  return Math.max(unsentLookMs, Math.min(Math.abs(hasWaitedMs), latestMs));
}

function delayMs(step: CampaignStep | undefined): number {
  return (step?.delayMinutes ?? 0) * minuteMs;
}

/** What ends it whatever comes: opting out always, the others as they were chosen. */
function stopOf(
  stop: PlanContent["stop"],
  { lead, hasClicked, hasReplied, hasLeft }: Standing,
): Reason | null {
  if (lead === null) return reason("lead_deleted");
  if (lead.optout) return reason("opted_out");
  if (lead.isSuppressed) return reason("unsubscribed");
  if (lead.isBounced) return reason("address_bounced");
  if (stop.onReply && hasReplied) return reason("stopped_by_reply");
  if (stop.onClick && hasClicked) return reason("stopped_by_click");
  if (stop.onLeaving && hasLeft) return reason("stopped_by_leaving");
  if (stop.onField !== null && isSet(lead.fields?.[stop.onField]))
    return reason("stopped_by_field", { field: stop.onField });
  return null;
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "" && value !== false;
}

/** A mail that came to an end without being sent ends the sequence; one whose end is uncertain waits for a decision. */
function undeliveredOf({ mail }: Standing): Reason | null {
  if (mail === null) return null;
  if (mail.state === "failed") return reason("not_delivered", { step: mail.step + 1 });
  if (mail.state !== "skipped") return null;
  const { reasonCode } = mail;
  if (reasonCode === "opted_out" || reasonCode === "unsubscribed" || reasonCode === "lead_deleted")
    return reason(reasonCode);
  if (reasonCode === "address_bounced" || reasonCode === "stopped_by_reply") return reason(reasonCode);
  return reason("not_delivered", { step: mail.step + 1 });
}

/** Conditions are about the mail that it had last. */
function holds(condition: StepCondition, mail: Standing["mail"]): boolean {
  switch (condition.kind) {
    case "always":
      return true;
    case "notOpened":
      return mail !== null && mail.openedAt === null;
    case "notClicked":
      return mail !== null && mail.clickedAt === null;
    case "clicked":
      if (mail === null) return false;
      return condition.link === null ? mail.clickedAt !== null : mail.followed.has(condition.link);
  }
}
