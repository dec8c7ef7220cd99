import { sendLimits, transactionalLimits } from "../../../contract/limits/sending.ts";
import { reason } from "../../../contract/reasons.ts";
import type { Outcome } from "../../../contract/sending/outcome.ts";
import type { CredentialRow } from "../../../db/stores/accounts/credentials.ts";
import type { CampaignRow } from "../../../db/stores/campaigns/campaigns.ts";
import type { ClaimedDelivery, MailedDelivery } from "../../../db/stores/campaigns/ledgerSending.ts";
import { Alarm } from "../../core/Alarm.ts";
import { pauseForRefusals } from "../automaticPauses/pauseForRefusals.ts";
import { RefusalRun } from "../automaticPauses/RefusalRun.ts";
import type { OutgoingMail } from "../senders/sender.ts";
import { AccountHealth, pauseOf } from "./accountHealth.ts";
import { AccountSender } from "./accountSender.ts";
import { CampaignTurns, refresh } from "./campaignTurns.ts";
import { nextDueOf, noteClaimed, noteSettled, roomOf } from "./claimRoom.ts";
import { type Bucket, bucketOf, createGovernor, type Governor } from "./governor.ts";
import { HandOver } from "./HandOver.ts";
import type { LaneCampaign, LaneDeps } from "./laneDeps.ts";
import { ledgerTrouble } from "./ledgerTrouble.ts";
import { Outcomes } from "./Outcomes.ts";
import { Pace } from "./Pace.ts";
import { type ReadyMail, ReadyMails } from "./ReadyMails.ts";
import { sendBooked } from "./sendBooked.ts";
import { isTaken, settlementOf } from "./settlement.ts";
import { SingleMails } from "./singleMails.ts";
import type { Waiting } from "./tally.ts";

/** How many mails may be claimed at a moment. */
type Room = { countMax: number; now: number };

/**
 * One account's sending: claims as many mails as connections and budget allow, and somewhat ahead, sends them, and
 * writes outcomes and next claims in one commit. Everything about when an account may send is decided in here.
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
  readonly #ready: ReadyMails;
  readonly #handOver: HandOver;
  readonly #outcomes: Outcomes;
  readonly #pace: Pace;
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
    const { deps, credential, connections, budget, history } = options;
    this.#deps = deps;
    this.#alarm = new Alarm(deps.clock);
    this.#credential = credential;
    this.#campaigns = new CampaignTurns(credential.id);
    this.#ready = new ReadyMails({ ...deps, credential });
    this.#outcomes = new Outcomes(deps, () => this.#pace.gatherMs);
    this.#handOver = new HandOver({
      ready: this.#ready,
      outcomes: this.#outcomes,
      clock: deps.clock,
      wake: this.wake,
      connections,
      mayGo: (campaign, now) =>
        this.#mayClaim() && this.#health.wait === null && this.#campaigns.mayBegin(campaign, now),
      free: () => (this.#singlesInMs === null ? this.#free() : 0),
      send: (mail) => {
        this.#track(this.#send(mail));
        this.#pace.begun();
      },
    });
    this.#pace = new Pace({ waits: deps.clock, isStarved: () => this.#isStarved() });
    this.#connections = connections;
    this.#sender = new AccountSender(() => deps.openSender(credential));
    this.#governor = createGovernor({ budget, history, now: deps.clock.now() });
    this.#singles = new SingleMails({
      waits: deps.clock,
      governor: this.#governor,
      send: (mail, now) => this.#sendSingle(mail, now),
    });
    this.#health = new AccountHealth({
      clock: deps.clock,
      log: deps.log.with({ account: credential.id }),
      savePause: (pause) => deps.savePause(credential.id, pause),
      pause: pauseOf(credential),
    });
  }

  campaign(campaignId: string): LaneCampaign | undefined {
    return this.#campaigns.get(campaignId);
  }

  add(campaign: LaneCampaign): void {
    this.#campaigns.add(campaign);
    this.#running ??= this.#run();
    this.wake();
  }

  /** False for a call for transactional mail that waits in the tables until others are done. */
  hasRoomFor({ id, mailKind }: CampaignRow): boolean {
    const hasRoom = this.#campaigns.callCount < transactionalLimits.callsPerLane;
    return mailKind === null || hasRoom || this.#campaigns.get(id) !== undefined;
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

  /** Reads a campaign of this lane afresh, since its mails were moved by somebody else; false where it has none such. */
  lookAgain(campaignId: string): boolean {
    const campaign = this.#campaigns.get(campaignId);
    if (campaign === undefined) return false;
    campaign.isStale = true;
    this.wake();
    return true;
  }

  /** Whether the account is still as this lane knows it; another process may have changed it. */
  isOpenedWith(row: CredentialRow | undefined): boolean {
    if (row === undefined || row.paused !== (this.#health.pause !== null)) return false;
    const { paused, pausedReason, pausedUntil, ...known } = this.#credential;
    return Object.entries(known).every(([name, value]) => row[name as keyof typeof known] === value);
  }

  readonly wake = (): void => this.#alarm.ring();

  /** Why the lane is not sending just now, or null. */
  waiting(): Waiting | null {
    const wait = this.#health.toldWait;
    return wait ? { reason: wait.reason, nextAt: wait.until } : this.#hold;
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
    const { usage, log } = this.#deps;
    const by = { sender: this.#sender, governor: this.#governor, health: this.#health };
    const work = sendBooked({ mail, now, usage, log, credential: this.#credential, ...by });
    // Whoever asked hears of a failure; the lane goes on.
    this.#track(work.then(() => {}).catch(() => {}));
    return work;
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
    while (!this.#stopped || this.#inFlight.size + this.#ready.size + this.#outcomes.size > 0) {
      this.#alarm.set();
      try {
        await this.#step();
      } catch (error) {
        // The ledger could not be read or written: nothing new is claimed until what is known has been recorded.
        const known = { log: this.#deps.log, of: this.#credential, before: this.#hold?.reason };
        this.#hold = { reason: ledgerTrouble(error, known), nextAt: null };
        this.#report();
        await this.#sleep(sendLimits.ledgerRetryMs);
        this.#handOver.fault = null;
      }
    }
    this.#running = null;
  }

  async #step(): Promise<void> {
    await this.#deps.clock.turn();
    if (this.#handOver.fault !== null) throw this.#handOver.fault.error;
    const now = this.#deps.clock.now();
    const mayClaim = this.#mayClaim();
    if (mayClaim) await this.#health.endRest(now);
    this.#handOver.putBack();
    this.#singlesInMs = this.#singles.begin({ free: this.#free(), now });
    this.#handOver.begin();
    this.#pace.look();
    await this.#campaigns.refresh(this.#deps);
    const isOpen = mayClaim && this.#singlesInMs === null && this.#health.wait === null;
    const wanted = isOpen ? this.#wanted() : 0;
    const next = wanted > 0 ? this.#campaigns.next(now) : null;
    const allowance = next ? this.#governor.allow(wanted, now) : null;
    const hold = allowance?.hold ?? null;
    this.#hold = hold && { reason: reason("own_limit", hold.rule), nextAt: hold.nextAt };
    const campaign = allowance && allowance.countMax > 0 ? next : null;
    const isIdle = campaign !== null && this.#isStarved();
    if (!isIdle && !this.#outcomes.isDue({ isLast: this.#inFlight.size + this.#ready.size === 0 })) {
      await this.#campaigns.letGoOfEnded(this.#deps);
      return this.#sleep(this.#sleepMs(now));
    }
    await this.#commit(campaign, { countMax: allowance?.countMax ?? 0, now });
    this.#deps.countMails();
    await this.#campaigns.letGoOfEnded(this.#deps);
    this.#report();
  }

  #mayClaim(): boolean {
    return !this.#stopped && this.#deps.mayClaim();
  }

  /** How many more to claim: what has a connection now, and as much ahead as is sent in a moment. */
  #wanted(): number {
    // Without a journal, everything claimed would be in doubt if this process were killed.
    const isSlow = this.#health.mailsAtOnce !== Number.POSITIVE_INFINITY;
    const ahead = this.#deps.journal.isKept && !isSlow ? this.#pace.ahead() : 0;
    return Math.max(this.#free(), ahead) - this.#ready.size;
  }

  /** Whether a connection is free, and there is nothing to send over it. */
  #isStarved(): boolean {
    return this.#ready.size === 0 && this.#free() > 0;
  }

  #free(): number {
    const { isKept, isNotedAhead = false } = this.#deps.journal;
    const atOnce = this.#sender.mailsAtOnce ?? this.#connections;
    const busy = this.#inFlight.size + this.#ready.takingCount;
    // A second mail on a connection would be another one in doubt, were this process killed.
    const mayShare = isKept && !isNotedAhead;
    const most = mayShare ? atOnce : Math.min(atOnce, this.#connections);
    return Math.max(0, Math.min(most, this.#health.mailsAtOnce) - busy);
  }

  /** Writes outcomes, and claims mails of a campaign, in one commit. */
  async #commit(campaign: LaneCampaign | null, { countMax: allowed, now }: Room): Promise<void> {
    const settled = this.#outcomes.take();
    const shared = campaign ? Math.min(allowed, this.#campaigns.shareOf(campaign, now)) : allowed;
    const countMax = roomOf(campaign, { countMax: shared, governor: this.#governor, now });
    const { id: credentialId, workspaceId } = this.#credential;
    const booking = { credentialId, bucketAt: bucketOf(now) };
    const claim = campaign && { campaignId: campaign.row.id, workspaceId, countMax, now, ...booking };
    if (campaign) this.#campaigns.putLast(campaign);
    let claimed: ClaimedDelivery[];
    try {
      claimed = await this.#pace.timed(() => this.#deps.ledger.settleAndClaim(settled, claim));
    } catch (error) {
      this.#outcomes.putBack(settled);
      throw error;
    }
    this.#deps.journal.settled?.(settled);
    this.#governor.record(claimed.length, now);
    noteSettled(settled, { governor: this.#governor, campaigns: this.#campaigns });
    for (const { id } of settled) this.#held.delete(id);
    for (const { id } of claimed) this.#held.add(id);
    if (campaign === null) return;
    const of = { campaign, booking, claimedAt: now, claimedMs: this.#deps.clock.steadyMs() };
    this.#ready.add(claimed.map((delivery) => ({ delivery, ...of })));
    this.#pace.look();
    await this.#claimed(claimed, { campaign, countMax, now });
  }

  async #claimed(
    claimed: readonly ClaimedDelivery[],
    { campaign, countMax: asked, now }: Room & { campaign: LaneCampaign },
  ): Promise<void> {
    const putOffCount = noteClaimed(campaign, claimed, now);
    this.#campaigns.took(campaign, claimed.length);
    this.#handOver.begin();
    campaign.claimAgainAt = claimed.length === 0 ? now + sendLimits.ledgerRetryMs : null;
    // Fewer than the tally promised: something else changed the ledger or the campaign, perhaps through another process.
    if (claimed.length < asked) await refresh(campaign, this.#deps);
    else if (putOffCount > 0) campaign.nextDueAt = await nextDueOf(campaign, this.#deps);
  }

  #track(work: Promise<void>): void {
    const tracked = work.finally(() => {
      this.#inFlight.delete(tracked);
      this.#handOver.begin();
      this.wake();
    });
    this.#inFlight.add(tracked);
  }

  async #send({ campaign, delivery, booking, found }: ReadyMail & { found: MailedDelivery }): Promise<void> {
    const journal = this.#deps.journal.journalOf(delivery.id);
    const outcome = await this.#sender.sendComposed(
      (buffers) => this.#deps.journal.composing(delivery.id, () => campaign.compose(found, buffers)),
      journal,
    );
    if (outcome.kind !== "uncertain") journal.answered(outcome.kind === "sent");
    this.#deps.tried(outcome.kind);
    const chance = { now: this.#deps.clock.now(), random: this.#deps.random() };
    const { isThrottled } = this.#health;
    const { settlement, effect } = settlementOf({ outcome, tried: delivery, isThrottled, ...chance });
    const unspent = isTaken(outcome) ? undefined : booking;
    this.#outcomes.add({ ...settlement, unspent, campaignId: campaign.row.id, email: delivery.email });
    await this.#health.apply(effect);
    // Whoever asked for a single mail is told what became of it, and there is no rest of it to hold back.
    if (campaign.row.mailKind !== null) return;
    const refusals = this.#refusals.note(campaign.row, outcome, this.#deps.sharedRefusals);
    const of = { accountId: this.#credential.id, health: this.#health };
    if (refusals !== null) await pauseForRefusals({ refusals, ...of, ...this.#deps });
  }

  #report(): void {
    for (const campaign of this.#campaigns.all()) this.#deps.progressed(campaign, this.waiting());
  }

  /** Until the next moment at which something could be done; a wake cuts it short. */
  #sleepMs(now: number): number {
    const singlesAt = this.#singlesInMs === null ? null : now + this.#singlesInMs;
    const own = [this.#health.wait?.until, this.#hold?.nextAt, singlesAt];
    // What is past and still could not be done waits for something else, so it is no reason to look again at once.
    const isAhead = (at: unknown): at is number => typeof at === "number" && at > now;
    const ahead = [...own, ...this.#campaigns.moments(now)].filter(isAhead);
    // Nobody tells of a lease that was over and is renewed, as once the database answers again.
    const isSoon = this.#ready.size > 0 || !this.#deps.mayClaim();
    const soon = isSoon ? sendLimits.readyMs : sendLimits.idlePollMs;
    return Math.min(soon, this.#outcomes.leftMs() ?? soon, ...ahead.map((at) => at - now));
  }

  async #sleep(sleepMs: number): Promise<void> {
    if (this.#alarm.rung) return;
    this.#report();
    await this.#alarm.wait(sleepMs);
  }
}
