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
import { AccountSender } from "./accountSender.ts";
import { askPerson } from "./askPerson.ts";
import { CampaignTurns } from "./campaignTurns.ts";
import { type Bucket, bucketOf, createGovernor, type Governor } from "./governor.ts";
import type { LaneCampaign, LaneDeps } from "./laneDeps.ts";
import { ledgerTrouble } from "./ledgerTrouble.ts";
import { RefusalRun } from "./refusalRun.ts";
import { sendBooked } from "./sendBooked.ts";
import { isTaken, settlementOf } from "./settlement.ts";
import { SingleMails } from "./singleMails.ts";
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
  readonly #campaigns: CampaignTurns;
  readonly #inFlight = new Set<Promise<void>>();
  /** Deliveries that this lane has claimed and whose outcome is not on disk yet. */
  readonly #held = new Set<string>();
  readonly #settled: Settled[] = [];
  readonly #sender: AccountSender;
  readonly #health: AccountHealth;
  readonly #refusals = new RefusalRun();
  readonly #singles: SingleMails;
  #hold: Waiting | null = null;
  #singlesInMs: number | null = null;
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
    this.#campaigns = new CampaignTurns(options.credential.id);
    this.#connections = options.connections;
    this.#sender = new AccountSender(() => options.deps.openSender(options.credential));
    this.#governor = createGovernor({
      budget: options.budget,
      history: options.history,
      now: options.deps.clock.now(),
    });
    this.#singles = new SingleMails({
      waits: options.deps.clock,
      governor: this.#governor,
      send: (mail, now) => this.#sendSingle(mail, now),
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
    return this.#campaigns.get(campaignId) !== undefined;
  }

  campaign(campaignId: string): LaneCampaign | undefined {
    return this.#campaigns.get(campaignId);
  }

  add(campaign: LaneCampaign): void {
    this.#campaigns.add(campaign);
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

  /** Whether the account is still as this lane knows it; another process may have changed it. */
  isOpenedWith(row: CredentialRow | undefined): boolean {
    if (row === undefined || row.paused !== (this.#health.pause !== null)) return false;
    const { paused, pausedReason, pausedUntil, ...known } = this.#credential;
    return Object.entries(known).every(([name, value]) => row[name as keyof typeof known] === value);
  }

  wake(): void {
    this.#alarm.ring();
  }

  /** Why the lane is not sending just now, or null. */
  waiting(): Waiting | null {
    const { pause } = this.#health;
    return pause ? { reason: pause.reason, nextAt: pause.until } : this.#hold;
  }

  /** Whether somebody here works on a delivery that is being sent. */
  holds(deliveryId: string): boolean {
    return this.#held.has(deliveryId);
  }

  /** One mail outside any campaign, within the same budget; what that does not allow is not booked either. */
  sendOne(mail: OutgoingMail): Promise<Outcome> {
    if (this.#stopped) return Promise.resolve({ kind: "busy", reason: reason("connections_busy") });
    const outcome = this.#singles.add(mail);
    this.#running ??= this.#run();
    this.wake();
    return outcome;
  }

  #sendSingle(mail: OutgoingMail, now: number): Promise<Outcome> {
    const work = this.#attemptSingle(mail, now);
    // Whoever asked hears of a failure; the lane goes on.
    this.#track(work.then(() => {}).catch(() => {}));
    return work;
  }

  async #attemptSingle(mail: OutgoingMail, now: number): Promise<Outcome> {
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
    this.#singles.end();
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
    const unused = this.#connections - this.#inFlight.size;
    this.#singlesInMs = this.#singles.begin({ free: unused, now });
    const free = mayClaim && this.#singlesInMs === null ? this.#connections - this.#inFlight.size : 0;
    const next = this.#health.pause || free <= 0 ? null : this.#campaigns.next(now);
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
    if (campaign) this.#campaigns.putLast(campaign);
    let claimed: ClaimedDelivery[];
    try {
      claimed = await this.#deps.ledger.settleAndClaim(settled, claim);
    } catch (error) {
      this.#settled.unshift(...settled);
      throw error;
    }
    this.#governor.record(claimed.length, now);
    this.#count(settled);
    for (const { id } of settled) this.#held.delete(id);
    for (const { id } of claimed) this.#held.add(id);
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

  async #launch(campaign: LaneCampaign, claimed: ClaimedDelivery[], claim: Claim): Promise<void> {
    const { tally, row } = campaign;
    const { credentialId, bucketAt, countMax: asked, now } = claim;
    const booking = { credentialId, bucketAt };
    // A queued row carries no reason; a deferred one carries the reply that put it off.
    for (const delivery of claimed)
      shift(tally, delivery.reasonCode === null ? "queued" : "deferred", "sending");
    const suppressed = await this.#suppressedOf(campaign, claimed, booking);
    for (const delivery of claimed) {
      const why = skipReasonOfClaimed(delivery, suppressed);
      const of = { id: delivery.id, leadId: delivery.leadId, campaignId: row.id, email: delivery.email };
      if (why !== null) this.#settled.push({ ...of, state: "skipped", reason: why, unspent: booking });
      else this.#track(this.#send(campaign, delivery, booking));
    }
    campaign.claimAgainAt = claimed.length === 0 ? now + sendLimits.ledgerRetryMs : null;
    // Fewer than the tally promised: something else changed the ledger or the campaign, perhaps through another process.
    if (claimed.length < asked) await this.#deps.lookAgain(campaign);
    else if (claimed.some((delivery) => delivery.reasonCode !== null))
      campaign.nextDueAt = await this.#deps.ledger.nextDueAt({ ...row, campaignId: row.id });
  }

  /** Whom of the claimed nobody may mail. Where that cannot be read, nothing of them has left: they go back. */
  async #suppressedOf(
    { row }: LaneCampaign,
    claimed: readonly ClaimedDelivery[],
    unspent: Booking,
  ): Promise<Set<string>> {
    try {
      const emails = claimed.map(({ email }) => email);
      return emails.length > 0 ? await this.#deps.suppressedAmong(row.workspaceId, emails) : new Set();
    } catch (error) {
      for (const { id, leadId, email } of claimed)
        this.#settled.push({ id, leadId, email, campaignId: row.id, state: "queued", unspent });
      throw error;
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
    const outcome = await this.#sender.sendComposed(() => campaign.compose(delivery));
    this.#deps.tried(outcome.kind);
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
    if (refusals === null) return;
    const { pauseCampaign, log } = this.#deps;
    const of = { accountId: this.#credential.id, health: this.#health };
    await askPerson({ refusals, ...of, pauseCampaign, log });
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
    for (const campaign of this.#campaigns.all()) {
      const isRunning = this.#campaigns.goesOn(campaign);
      const left = isRunning ? openCount(campaign.tally) : campaign.tally.counts.sending;
      if (left > 0) continue;
      const unfinished = isRunning ? await this.#deps.finish(campaign) : null;
      if (unfinished !== null) {
        campaign.tally = unfinished;
        continue;
      }
      this.#campaigns.remove(campaign);
      if (!isRunning) this.#deps.progressed(campaign, null);
    }
  }

  #report(): void {
    for (const campaign of this.#campaigns.all()) this.#deps.progressed(campaign, this.waiting());
  }

  /** Until the next moment at which something could be done; a wake cuts it short. */
  #sleepMs(now: number): number {
    const singlesAt = this.#singlesInMs === null ? null : now + this.#singlesInMs;
    const moments = [this.#health.pause?.until, this.#hold?.nextAt, singlesAt, ...this.#campaigns.moments()];
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
