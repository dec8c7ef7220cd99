import { sendLimits } from "../../../contract/limits/sending.ts";
import { reason } from "../../../contract/reasons.ts";
import type { Outcome } from "../../../contract/sending/outcome.ts";
import type { CredentialRow } from "../../../db/stores/accounts/credentials.ts";
import type { CampaignRow } from "../../../db/stores/campaigns/campaigns.ts";
import type {
  Booking,
  Claim,
  ClaimedDelivery,
  Settlement,
} from "../../../db/stores/campaigns/ledgerSending.ts";
import { Alarm } from "../../core/Alarm.ts";
import type { OutgoingMail } from "../senders/sender.ts";
import { AccountHealth } from "./accountHealth.ts";
import { AccountSender, detailOf } from "./accountSender.ts";
import { type Bucket, bucketOf, createGovernor, type Governor } from "./governor.ts";
import type { LaneCampaign, LaneDeps } from "./laneDeps.ts";
import { ledgerTrouble } from "./ledgerTrouble.ts";
import { RefusalRun, type Refusals } from "./refusalRun.ts";
import { sendBooked } from "./sendBooked.ts";
import { isTaken, settlementOf } from "./settlement.ts";
import { skipReasonOfClaimed } from "./skipReasonOfClaimed.ts";
import { noteFailed, openCount, shift, type Waiting } from "./tally.ts";

type Settled = Settlement & { campaignId: string; email: string };

/**
 * One account's sending: claims as many mails as there are free connections and budget, sends them, and writes
 * outcomes and next claims in one commit. Everything about when an account may send is decided in here.
 */
export class Lane {
  readonly #deps: LaneDeps;
  readonly #credential: CredentialRow;
  readonly #connections: number;
  readonly #governor: Governor;
  readonly #campaigns = new Map<string, LaneCampaign>();
  readonly #inFlight = new Set<Promise<void>>();
  readonly #settled: Settled[] = [];
  readonly #sender: AccountSender;
  readonly #health: AccountHealth;
  readonly #refusals = new RefusalRun();
  #hold: Waiting | null = null;
  #stopped = false;
  readonly #alarm: Alarm;
  #running: Promise<void> | null = null;

  constructor(options: {
    deps: LaneDeps;
    credential: CredentialRow;
    connections: number;
    budget: Parameters<typeof createGovernor>[0]["budget"];
    history: readonly Bucket[];
  }) {
    this.#deps = options.deps;
    this.#alarm = new Alarm(options.deps.clock);
    this.#credential = options.credential;
    this.#connections = options.connections;
    this.#sender = new AccountSender(() => options.deps.openSender(options.credential));
    this.#governor = createGovernor({
      budget: options.budget,
      history: options.history,
      now: options.deps.clock.now(),
    });
    const { paused, pausedReason, pausedUntil } = options.credential;
    this.#health = new AccountHealth({
      clock: options.deps.clock,
      log: options.deps.log.with({ account: options.credential.id }),
      savePause: (pause) => options.deps.savePause(options.credential.id, pause),
      pause: paused ? { reason: pausedReason ?? reason("account_paused"), until: pausedUntil } : null,
    });
  }

  has(campaignId: string): boolean {
    return this.#campaigns.has(campaignId);
  }

  campaign(campaignId: string): LaneCampaign | undefined {
    return this.#campaigns.get(campaignId);
  }

  add(campaign: LaneCampaign): void {
    this.#campaigns.set(campaign.row.id, campaign);
    this.#running ??= this.#run();
    this.wake();
  }

  /**
   * Takes a campaign's new state. One that is not running claims nothing further; what is under way of it ends,
   * is written, and then the lane lets go of it.
   */
  update(row: CampaignRow): void {
    const campaign = this.#campaigns.get(row.id);
    if (campaign) campaign.row = row;
    this.wake();
  }

  /** Lets a paused account go on. */
  resume(): void {
    this.#health.resume();
    this.wake();
  }

  wake(): void {
    this.#alarm.ring();
  }

  /** Why the lane is not sending just now, or null. */
  waiting(): Waiting | null {
    const { pause } = this.#health;
    return pause ? { reason: pause.reason, nextAt: pause.until } : this.#hold;
  }

  /** One mail outside any campaign, within the same budget; what that does not allow is not booked either. */
  async sendOne(mail: OutgoingMail): Promise<Outcome> {
    const now = this.#deps.clock.now();
    const allowance = this.#governor.allow(1, now);
    if (allowance.hold) return { kind: "busy", reason: reason("own_limit_reached", allowance.hold.rule) };
    const outcome = await sendBooked({
      ...{ mail, now, sender: this.#sender, governor: this.#governor },
      ...{ usage: this.#deps.usage, log: this.#deps.log, credential: this.#credential },
    });
    const tried = { id: "", leadId: "", attempts: 1, firstTriedAt: now };
    await this.#health.apply(settlementOf({ outcome, tried, now, random: 0 }).effect);
    return outcome;
  }

  /** Stops claiming, waits for what is under way and writes its outcomes. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.wake();
    await this.#running;
    await this.#sender.close();
  }

  async #run(): Promise<void> {
    while (!this.#stopped || this.#inFlight.size > 0 || this.#settled.length > 0) {
      this.#alarm.set();
      try {
        await this.#step();
      } catch (error) {
        // The ledger could not be written: nothing new is claimed until what is known has been recorded.
        this.#hold = { reason: ledgerTrouble(error), nextAt: null };
        this.#report();
        await this.#sleep(sendLimits.ledgerRetryMs);
      }
    }
    this.#running = null;
  }

  async #step(): Promise<void> {
    await this.#gather();
    const now = this.#deps.clock.now();
    const mayClaim = !this.#stopped && this.#deps.mayClaim();
    if (mayClaim) await this.#health.endRest(now);
    const free = mayClaim ? this.#connections - this.#inFlight.size : 0;
    const next = this.#health.pause || free <= 0 ? null : this.#nextCampaign(now);
    const allowance = next ? this.#governor.allow(free, now) : null;
    const hold = allowance?.hold ?? null;
    this.#hold = hold && { reason: reason("own_limit", hold.rule), nextAt: hold.nextAt };
    const campaign = allowance && allowance.countMax > 0 ? next : null;
    if (campaign === null && this.#settled.length === 0) {
      await this.#finishCampaigns();
      return this.#sleep(this.#sleepMs(now));
    }
    const settled = this.#settled.splice(0);
    const claim = campaign && {
      campaignId: campaign.row.id,
      credentialId: this.#credential.id,
      workspaceId: this.#credential.workspaceId,
      countMax: allowance?.countMax ?? 0,
      now,
      bucketAt: bucketOf(now),
    };
    let claimed: ClaimedDelivery[];
    try {
      claimed = await this.#deps.ledger.settleAndClaim(settled, claim);
    } catch (error) {
      this.#settled.unshift(...settled);
      throw error;
    }
    this.#governor.record(claimed.length, now);
    this.#count(settled);
    if (campaign && claim) await this.#launch(campaign, claimed, claim);
    await this.#finishCampaigns();
    this.#report();
  }

  /**
   * Lets the outcomes that arrive within a moment of each other share one commit, which costs more than a mail does.
   * Half of the connections go on working meanwhile.
   */
  async #gather(): Promise<void> {
    const { clock } = this.#deps;
    await clock.turn();
    const until = clock.steadyMs() + sendLimits.gatherMs;
    const isWorthIt = () => this.#settled.length > 0 && this.#inFlight.size > this.#connections / 2;
    while (isWorthIt() && clock.steadyMs() < until) {
      this.#alarm.set();
      await this.#alarm.wait(until - clock.steadyMs());
    }
  }

  /** The next campaign that has something due, each in its turn. */
  #nextCampaign(now: number): LaneCampaign | null {
    for (const [id, campaign] of this.#campaigns) {
      const { queued, deferred } = campaign.tally.counts;
      const isDue =
        campaign.row.state === "running" &&
        (queued > 0 || (deferred > 0 && (campaign.nextDueAt ?? 0) <= now));
      if (!isDue) continue;
      // To the end of the line, so that a large campaign does not hold up a small one.
      this.#campaigns.delete(id);
      this.#campaigns.set(id, campaign);
      return campaign;
    }
    return null;
  }

  async #launch(campaign: LaneCampaign, claimed: ClaimedDelivery[], claim: Claim): Promise<void> {
    const { tally, row } = campaign;
    const { credentialId, bucketAt, countMax: asked } = claim;
    // A queued row carries no reason; a deferred one carries the reply that put it off.
    for (const delivery of claimed)
      shift(tally, delivery.reasonCode === null ? "queued" : "deferred", "sending");
    if (claimed.some((delivery) => delivery.reasonCode !== null) || claimed.length < asked)
      campaign.nextDueAt = await this.#deps.ledger.nextDueAt({
        workspaceId: row.workspaceId,
        campaignId: row.id,
      });
    if (claimed.length < asked) {
      // Fewer than the tally promised: something else changed the ledger, so it is read afresh.
      const counts = await this.#deps.ledger.countsOf(row.id);
      tally.counts = counts;
    }
    if (claimed.length === 0) return;
    const suppressed = await this.#deps.suppressedAmong(
      row.workspaceId,
      claimed.map((delivery) => delivery.email),
    );
    for (const delivery of claimed) {
      const why = skipReasonOfClaimed(delivery, suppressed);
      const of = { id: delivery.id, leadId: delivery.leadId, campaignId: row.id, email: delivery.email };
      const booking = { credentialId, bucketAt };
      if (why !== null) this.#settled.push({ ...of, state: "skipped", reason: why, unspent: booking });
      else this.#track(this.#send(campaign, delivery, booking));
    }
  }

  #track(work: Promise<void>): void {
    const tracked = work.finally(() => {
      this.#inFlight.delete(tracked);
      this.wake();
    });
    this.#inFlight.add(tracked);
  }

  async #send(campaign: LaneCampaign, delivery: ClaimedDelivery, booking: Booking): Promise<void> {
    const outcome = await this.#attempt(campaign, delivery);
    const now = this.#deps.clock.now();
    const { settlement, effect } = settlementOf({
      outcome,
      tried: delivery,
      now,
      random: this.#deps.random(),
    });
    const unspent = isTaken(outcome) ? undefined : booking;
    this.#settled.push({ ...settlement, unspent, campaignId: campaign.row.id, email: delivery.email });
    await this.#health.apply(effect);
    const refusals = this.#refusals.note(campaign.row.id, outcome);
    if (refusals !== null) await this.#askPerson(refusals);
  }

  /** What one campaign is refused for is in its mails; what several are refused for is about their account. */
  async #askPerson({ campaignIds, reason: why }: Refusals): Promise<void> {
    const [campaignId, another] = campaignIds;
    if (campaignId === undefined) return;
    if (another !== undefined) return this.#health.apply({ kind: "stop", reason: why });
    try {
      await this.#deps.pauseCampaign(campaignId, why);
    } catch (error) {
      // As many refusals again ask again.
      this.#deps.log.error("A campaign that its server refuses could not be paused", {
        campaign: campaignId,
        account: this.#credential.id,
        error,
      });
    }
  }

  async #attempt(campaign: LaneCampaign, delivery: ClaimedDelivery): Promise<Outcome> {
    let mail: OutgoingMail;
    try {
      mail = campaign.compose(delivery);
    } catch (error) {
      return { kind: "refused", reason: reason("compose_failed", { detail: detailOf(error) }) };
    }
    return this.#sender.send(mail);
  }

  #count(settled: readonly Settled[]): void {
    for (const one of settled) {
      if (one.unspent) this.#governor.giveBack(one.unspent.bucketAt);
      const campaign = this.#campaigns.get(one.campaignId);
      if (campaign === undefined) continue;
      shift(campaign.tally, "sending", one.state);
      if (one.state === "failed") noteFailed(campaign.tally, one.email);
      if (one.state === "deferred")
        campaign.nextDueAt = Math.min(campaign.nextDueAt ?? Number.POSITIVE_INFINITY, one.dueAt);
    }
  }

  async #finishCampaigns(): Promise<void> {
    for (const campaign of [...this.#campaigns.values()]) {
      const isRunning = campaign.row.state === "running";
      const left = isRunning ? openCount(campaign.tally) : campaign.tally.counts.sending;
      if (left > 0) continue;
      const unfinished = isRunning ? await this.#deps.finish(campaign) : null;
      if (unfinished !== null) {
        campaign.tally = unfinished;
        continue;
      }
      this.#campaigns.delete(campaign.row.id);
      if (!isRunning) this.#deps.progressed(campaign, null);
    }
  }

  #report(): void {
    for (const campaign of this.#campaigns.values()) this.#deps.progressed(campaign, this.waiting());
  }

  /** Until the next moment at which something could be done; a wake cuts it short. */
  #sleepMs(now: number): number {
    const moments = [this.#health.pause?.until, this.#hold?.nextAt];
    for (const { nextDueAt, tally } of this.#campaigns.values())
      if (tally.counts.deferred > 0) moments.push(nextDueAt);
    // What is past and still could not be done waits for something else, so it is no reason to look again at once.
    const ahead = moments.filter((at) => typeof at === "number" && at > now) as number[];
    return Math.min(sendLimits.idlePollMs, ...ahead.map((at) => at - now));
  }

  async #sleep(sleepMs: number): Promise<void> {
    if (this.#alarm.rung) return;
    this.#report();
    await this.#alarm.wait(sleepMs);
  }
}
