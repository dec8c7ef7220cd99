import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import { sendLimits } from "../../../contract/limits/sending.ts";
import { type Reason, reason } from "../../../contract/reasons.ts";
import type { Ledger } from "../../../db/stores/campaigns/ledger.ts";
import type { ClaimedDelivery, LookedAt } from "../../../db/stores/campaigns/ledgerSending.ts";
import type { Booking } from "../../../db/stores/campaigns/ledgerSettling.ts";
import type { Barred } from "../../../db/stores/leads/suppressions.ts";
import type { Clock } from "../../core/clock.ts";
import { hoursOf, sameHours } from "../windows/WindowGate.ts";
import type { LaneCampaign, LaneDeps } from "./laneDeps.ts";
import type { Settled } from "./Outcomes.ts";

/** A mail that its lane has claimed and not begun. */
export type ReadyMail = {
  delivery: ClaimedDelivery;
  campaign: LaneCampaign;
  booking: Booking;
  /** When, by the clock that people set and by the one that nobody does. */
  claimedAt: number;
  claimedMs: number;
};

type Taken = {
  /** To be begun at once. */
  going: (ReadyMail & { found: LookedAt })[];
  /** Not to be sent after all. */
  settled: Settled[];
  /** Campaigns that do not go on, whoever said so. */
  stopped: Set<LaneCampaign>;
};

/** What a look found of mails; null where one may not go. A mail's is used once. */
type Known = { found: Map<string, LookedAt | null>; barred: ReadonlyMap<string, Barred> };

const nothing = (): Known => ({ found: new Map(), barred: new Map() });

type Options = {
  ledger: Pick<Ledger, "lookAt" | "lookAtMails" | "state">;
  suppressedAmong: LaneDeps["suppressedAmong"];
  credential: { id: string; workspaceId: WorkspaceId };
  clock: Clock;
};

/**
 * What a lane has claimed ahead. Between the claim and a mail's turn a person may pause or cancel, or somebody opt out,
 * here or in another process. So each is looked at once more right before it goes, some at a time; what was found
 * counts for as long as nothing at all was written to the database.
 */
export class ReadyMails {
  readonly #options: Options;
  #waiting: ReadyMail[] = [];
  #takingCount = 0;
  #known: Known = nothing();
  #state: string | null = null;
  /** How many are looked at beside those that go at once. */
  #aheadMax: number = sendLimits.lookMax;

  constructor(options: Options) {
    this.#options = options;
  }

  get size(): number {
    return this.#waiting.length + this.#takingCount;
  }

  /** How many of them are not being checked just now. */
  get waitingCount(): number {
    return this.#waiting.length;
  }

  /** How many of them are being checked just now, and have a connection if they may go. */
  get takingCount(): number {
    return this.#takingCount;
  }

  add(mails: readonly ReadyMail[]): void {
    this.#waiting.push(...mails);
  }

  /**
   * The first so many. All stay where they are when what is to be known of them cannot be read. May be called again before it
   * has answered.
   */
  async take(countMax: number): Promise<Taken> {
    const state = this.#options.ledger.state();
    if (state === null || state !== this.#state) this.#forget();
    this.#state = state;
    const first = this.#waiting.splice(0, countMax);
    this.#takingCount += first.length;
    let known = this.#known;
    try {
      if (first.some(({ delivery }) => !known.found.has(delivery.id))) {
        const ahead = this.#ahead(state === null ? 0 : this.#aheadMax - first.length);
        known = await this.#lookAt([...first, ...ahead]);
        this.#known = known;
      } else this.#aheadMax = Math.min(sendLimits.lookMax, 2 * this.#aheadMax);
    } catch (error) {
      this.#waiting.unshift(...first);
      throw error;
    } finally {
      this.#takingCount -= first.length;
    }
    const taken: Taken = { going: [], settled: [], stopped: new Set() };
    for (const mail of first) this.#sort(mail, known, taken);
    return taken;
  }

  /** Something was written. Where that happens all the time, what is looked at ahead is seldom of use. */
  #forget(): void {
    if (this.#known.found.size > 0) this.#aheadMax = Math.max(2, Math.floor(this.#aheadMax / 2));
    this.#known = nothing();
  }

  #ahead(countMax: number): readonly ReadyMail[] {
    return this.#waiting.slice(0, Math.max(0, countMax));
  }

  #sort(mail: ReadyMail, known: Known, { going, settled, stopped }: Taken): void {
    const { id } = mail.delivery;
    const found = known.found.get(id) ?? null;
    known.found.delete(id);
    // Its hours may be others by now, and its window may have closed since it was claimed.
    if (found !== null && !sameHours(found, mail.campaign.row))
      mail.campaign.row = { ...mail.campaign.row, ...hoursOf(found) };
    const { row, gate } = mail.campaign;
    if (found === null || gate.opensAt(row, this.#options.clock.now()) !== null) {
      if (found === null) stopped.add(mail.campaign);
      settled.push(queuedAgain(mail));
      return;
    }
    const why = skipReasonOfClaimed(found, known.barred);
    const isLate = found.mail !== undefined && found.mail.expiresAt <= this.#options.clock.now();
    if (isLate) settled.push({ ...queuedAgain(mail), state: "failed", reason: reason("too_late") });
    else if (why === null) going.push({ ...mail, found });
    else settled.push({ ...queuedAgain(mail), state: "skipped", reason: why });
  }

  async #lookAt(mails: readonly ReadyMail[]): Promise<Known> {
    const { ledger, credential, suppressedAmong } = this.#options;
    const ids = mails.map(({ delivery }) => delivery.id);
    const asked = Object.groupBy(mails, ({ campaign }) =>
      campaign.row.mailKind === null ? "leads" : "mails",
    );
    const of = (some: readonly ReadyMail[]) => ({
      credentialId: credential.id,
      ids: some.map(({ delivery }) => delivery.id),
    });
    const rows = [
      ...(asked.leads ? await ledger.lookAt(of(asked.leads)) : []),
      ...(asked.mails ? await ledger.lookAtMails(of(asked.mails)) : []),
    ];
    // The ledger goes by leads to know who gets nothing; a lead may have another address by now than its mail.
    const moved = rows.filter(({ email, lead }) => lead !== null && lead.email !== email);
    const barred =
      moved.length === 0
        ? new Map<string, Barred>()
        : await suppressedAmong(
            credential.workspaceId,
            moved.map(({ email }) => email),
          );
    const found = new Map<string, LookedAt | null>(ids.map((id) => [id, null]));
    for (const row of rows) found.set(row.id, row);
    return { found, barred };
  }

  /** Takes those out that are not to go now, and puts them back in the queue, as if they had not been claimed. */
  putBack(isOut: (mail: ReadyMail) => boolean): Settled[] {
    if (!this.#waiting.some(isOut)) return [];
    const { out = [], kept = [] } = Object.groupBy(this.#waiting, (mail) => (isOut(mail) ? "out" : "kept"));
    this.#waiting = kept;
    return out.map(queuedAgain);
  }
}

function queuedAgain({ delivery, campaign, booking, claimedAt }: ReadyMail): Settled {
  const { id, leadId, email } = delivery;
  const of = { id, leadId, email, campaignId: campaign.row.id };
  return { ...of, state: "queued", unspent: booking, notBegunSince: claimedAt };
}

/** Why a delivery that was claimed must not go out after all; null where it may. */
export function skipReasonOfClaimed(
  { email, lead, mail, isSuppressed, isBounced }: LookedAt,
  barred: ReadonlyMap<string, Barred>,
): Reason | null {
  // No word about campaigns stops a receipt, and it goes to whoever was named, a lead or not.
  if (mail !== undefined) {
    if (mail.suppressedKind !== null) return reason("kind_suppressed", { kind: mail.suppressedKind });
    return isBounced ? reason("address_bounced") : null;
  }
  if (lead === null) return reason("lead_deleted");
  if (lead.optout) return reason("opted_out");
  if (isSuppressed) return reason("unsubscribed");
  const why = barred.get(email) ?? (isBounced ? "address_bounced" : null);
  return why === null ? null : reason(why);
}
