import { sendLimits } from "../../../contract/limits/sending.ts";
import { dayMs, minuteMs, secondMs } from "../../../contract/limits/units.ts";
import type { Outcome } from "../../../contract/sending/outcome.ts";
import type { OutgoingMail } from "../../../server/sending/senders/sender.ts";
import type { LedgerFile, Move } from "./ledgerFile.ts";
import type { Wire } from "./mailServer.ts";
import type { Schedule } from "./schedule.ts";
import { SequenceWitness } from "./sequenceWitness.ts";
import { type Account, type Campaign, type Delivery, newCampaign, newDelivery } from "./witnessed.ts";
import { planOf, wrongOrigin, wrongSums } from "./wrongSums.ts";

/** A rule that did not hold, and how. */
export type Broken = { rule: string; detail: string };

/** Which ways a delivery may go. What the world knows of the mail itself is asked besides. */
const ways: Record<string, readonly string[]> = {
  queued: ["sending", "skipped"],
  deferred: ["sending", "skipped"],
  sending: ["sent", "failed", "uncertain", "deferred", "skipped", "queued"],
  failed: ["queued"],
  // What its sender heard too late is known all the same.
  uncertain: ["queued", "sent"],
  sent: [],
  skipped: [],
};

/** So much later than its limit was asked a mail may begin: a claim, a look and a connection. */
const slackMs = secondMs;
/** A mail counts from its beginning, which may be so long before it was taken; a clock that was set moves whole minutes. */
const daySlackMs = minuteMs + sendLimits.afterDotMs;
/** A sender looks so often for campaigns that others accepted. */
const knownWithinMs = 2 * sendLimits.reconcileMs;
const idleCommitsMax = 60;
/** A test mail waits for one batch; while it is booked another may go. */
const batchesMax = 2;
const addingUpEvery = 25;

/** Sees all that happens in a simulated world, and knows by itself what may. */
export class Witness implements Wire {
  readonly story: string[] = [];
  broken: Broken | null = null;
  readonly deliveries = new Map<string, Delivery>();
  readonly accounts = new Map<string, Account>();
  readonly campaigns = new Map<string, Campaign>();
  takenCount = 0;
  /** From then on nobody can say by the steady clock when something was due. */
  isClockSet = false;
  readonly sequences: SequenceWitness;
  readonly #schedule: Schedule;
  readonly #file: LedgerFile;
  readonly #optedOutAt = new Map<string, number>();
  readonly #tests = new Map<string, number>();
  readonly #begunAt = new Map<string, number>();
  #twoSendUntilMs = 0;
  #interruptedMax = 0;
  #interrupted = 0;
  #interruptedAtMs = Number.NEGATIVE_INFINITY;
  #commits = 0;
  #idleCommits = 0;
  #idleSince = 0;

  constructor({ schedule, file }: { schedule: Schedule; file: LedgerFile }) {
    this.#schedule = schedule;
    this.#file = file;
    this.sequences = new SequenceWitness(file);
  }

  tell(what: string): void {
    this.story.push(`${(this.#schedule.nowMs / secondMs).toFixed(3).padStart(11)}  ${what}`);
  }

  /** The world ends with the first rule that does not hold. */
  fail(rule: string, detail: string): void {
    if (this.broken !== null) return;
    this.broken = { rule, detail };
    this.#schedule.isOver = true;
    this.tell(`BROKEN  ${rule}: ${detail}`);
  }

  account(id: string): Account {
    const known = this.accounts.get(id);
    if (known === undefined) throw new Error(`nobody made an account ${id}`);
    return known;
  }

  /** Through which account it goes out just now. */
  #accountOf(campaignId: string): string {
    const row = this.#file.client
      .prepare<{ accountId: string }>('SELECT "credentialId" AS "accountId" FROM campaigns WHERE id = ?')
      .get(campaignId);
    return row?.accountId ?? "";
  }

  campaign(id: string): Campaign {
    const known = this.campaigns.get(id);
    if (known) return known;
    const campaign = newCampaign(this.#accountOf(id));
    this.campaigns.set(id, campaign);
    return campaign;
  }

  optedOut(email: string): void {
    this.#optedOutAt.set(email, this.#schedule.nowMs);
  }

  testAsked(accountId: string, messageId: string): void {
    this.#tests.set(messageId, this.account(accountId).claimCount);
  }

  /**
   * Somebody who may have mails under way is gone, or is no longer the one who sends. Where its list says which mails it
   * had begun, one a connection is in doubt; else all that it had claimed.
   */
  interrupted({ isListed }: { isListed: boolean }): void {
    this.#interruptedAtMs = this.#schedule.nowMs;
    const claimed = [...this.deliveries.values()].filter(({ state }) => state === "sending");
    const connections = [...this.accounts.values()].reduce((sum, { server }) => sum + server.connections, 0);
    this.#interruptedMax += isListed ? Math.min(connections, claimed.length) : claimed.length;
    this.turnsAnew();
  }

  /** Whoever sends may not know all campaigns for a while, as when it could not read them. */
  turnsAnew(): void {
    for (const campaign of this.campaigns.values()) campaign.dueSince = null;
  }

  /**
   * Nothing names the holder of the right to send in what it claims, so until the one that lost it learns of it two of
   * them send, and what each of them knows of an account's limits is not all.
   */
  twoSendUntil(atMs: number): void {
    this.#twoSendUntilMs = atMs + slackMs;
    for (const account of this.accounts.values()) account.tolerance += account.server.connections;
  }

  /** Whoever claimed these does not know of it. */
  answerLost(moves: readonly Move[]): void {
    this.#interruptedMax += moves.filter(({ after }) => after === "sending").length;
  }

  /** No mail goes outside of its window or before its time, by the clock of whoever sends it. */
  inItsHours({ messageId }: OutgoingMail, clock: number): void {
    const wrong = this.sequences.begun(messageId, {
      clock,
      steadyMs: this.isClockSet ? null : this.#schedule.nowMs,
    });
    if (wrong !== null) this.fail("window", wrong);
  }

  begun(accountId: string, mail: OutgoingMail): void {
    const now = this.#schedule.nowMs;
    const account = this.account(accountId);
    this.tell(`${accountId} begins ${mail.messageId}`);
    if (now < this.#twoSendUntilMs) account.tolerance += 1;
    this.#withinPace(accountId, account, now);
    account.begunAt.push(now);
    this.#begunAt.set(mail.messageId, now);
    const asked = this.#tests.get(mail.messageId);
    if (asked !== undefined && account.claimCount - asked > batchesMax)
      this.fail("test", `${mail.messageId} waited for ${account.claimCount - asked} batches`);
    const delivery = this.deliveries.get(mail.messageId);
    if (delivery === undefined) return;
    const optedOutAt = this.#optedOutAt.get(delivery.email);
    if (optedOutAt !== undefined && optedOutAt < delivery.claimedAt)
      this.fail("opt-out", `${delivery.email} had opted out before ${mail.messageId} was claimed`);
    if (this.campaign(delivery.campaignId).accountId !== accountId)
      this.fail("account", `${mail.messageId} goes out through ${accountId}`);
  }

  #withinPace(id: string, { limits, begunAt, tolerance }: Account, now: number): void {
    const { perMinute, gapMs } = limits;
    const last = begunAt.at(-1);
    if (last !== undefined && now - last < gapMs - slackMs && tolerance === 0)
      this.fail("gap", `${id} begins ${now - last} ms after the one before, and the gap is ${gapMs} ms`);
    if (perMinute === null) return;
    const inMinute = begunAt.filter((at) => at > now - minuteMs + slackMs).length + 1;
    if (inMinute > perMinute + tolerance)
      this.fail("minute", `${id} begins its ${inMinute}th mail in a minute of at most ${perMinute}`);
  }

  accepted(accountId: string, mail: OutgoingMail): void {
    const now = this.#schedule.nowMs;
    const account = this.account(accountId);
    this.tell(`${accountId} took ${mail.messageId}`);
    this.takenCount += 1;
    const twice = this.sequences.accepted(mail.messageId, now);
    if (twice !== null) this.fail("step", twice);
    account.takenAt.push(now);
    const { perDay } = account.limits;
    const inDay = account.takenAt.filter((at) => at > now - dayMs + daySlackMs).length;
    if (perDay !== null && inDay > perDay + account.tolerance)
      this.fail("day", `${accountId} took its ${inDay}th mail in a day of at most ${perDay}`);
    const delivery = this.deliveries.get(mail.messageId);
    if (delivery === undefined) return;
    if (delivery.isTakenEver) this.fail("once", `${mail.messageId} to ${delivery.email} was taken twice`);
    delivery.isTaken = true;
    delivery.isTakenEver = true;
    delivery.takenBy = accountId;
  }

  answered(accountId: string, mail: OutgoingMail, outcome: Outcome): void {
    this.tell(`${mail.messageId} is ${outcome.kind}: ${outcome.reason.code}`);
    const isTaken = outcome.kind === "sent" || outcome.kind === "uncertain";
    if (!isTaken) this.#forgetBeginning(mail.messageId, this.account(accountId));
    const delivery = this.deliveries.get(mail.messageId);
    if (delivery === undefined) return;
    delivery.answeredAtMs = this.#schedule.nowMs;
    if (outcome.kind === "uncertain") delivery.isDoubtful = true;
    if (outcome.kind !== "busy") return;
    const { retryAfterMs } = sendLimits;
    // Of a server that counts mails the account waits, and each mail as after its first try, however often it was put off.
    const tries = outcome.server ? 1 : delivery.attempts;
    const waitMs = retryAfterMs[Math.min(tries, retryAfterMs.length) - 1] ?? 0;
    delivery.notBefore = this.#schedule.nowMs + waitMs - slackMs;
  }

  /** A lane that starts anew knows of what was taken alone, so only that is held against it. */
  #forgetBeginning(messageId: string, { begunAt }: Account): void {
    const at = begunAt.indexOf(this.#begunAt.get(messageId) ?? -1);
    if (at >= 0) begunAt.splice(at, 1);
  }

  /** What a commit has moved, told before anybody learns of it. */
  committed(by: string, moves: readonly Move[]): void {
    if (moves.length > 0) this.#schedule.noteProgress();
    this.#notSpinning(by, moves.length);
    for (const move of moves) this.#moved(by, move);
    const claimed = moves.find(({ after }) => after === "sending");
    if (claimed !== undefined) this.#turn(claimed.campaignId);
    if (++this.#commits % addingUpEvery === 0) this.addsUp();
  }

  #notSpinning(by: string, moveCount: number): void {
    const now = this.#schedule.nowMs;
    if (moveCount > 0 || now > this.#idleSince + secondMs) {
      this.#idleCommits = 0;
      this.#idleSince = now;
    } else if (++this.#idleCommits > idleCommitsMax)
      this.fail("spin", `${this.#idleCommits} commits of ${by} within a second that moved nothing`);
  }

  #moved(by: string, { id, campaignId, email, before, after, attempts }: Move): void {
    const now = this.#schedule.nowMs;
    this.tell(`${by}: ${id} of ${campaignId} to ${email}: ${before} -> ${after}`);
    if (!ways[before]?.includes(after)) this.fail("way", `${id}: ${before} -> ${after}`);
    const known = this.deliveries.get(id);
    const delivery = known ?? newDelivery({ campaignId, email, state: before });
    if (known === undefined) this.deliveries.set(id, delivery);
    else if (known.state !== before) this.fail("way", `${id} was ${known.state}, not ${before}`);
    // What waits for a full account may go over to another part.
    delivery.campaignId = campaignId;
    const campaign = this.campaign(campaignId);
    if (after === "sending") this.#claimed({ id, delivery, campaign, now });
    else if (before === "sending") this.#settled(id, delivery, after);
    else if (after === "sent" && !delivery.isTakenEver) this.fail("sent", `${id} was not taken`);
    else if (after === "queued") this.#retried({ id, before, delivery, campaign });
    delivery.state = after;
    delivery.attempts = attempts;
  }

  #claimed(of: { id: string; delivery: Delivery; campaign: Campaign; now: number }): void {
    const { id, delivery, campaign, now } = of;
    const { isStopped, isCancelled } = this.campaign(planOf(this.#file, delivery.campaignId));
    if (isStopped) this.fail("pause", `${id} was claimed after its campaign was paused`);
    if (isCancelled) this.fail("cancel", `${id} was claimed after its campaign was cancelled`);
    // Whoever lost the right to send does not list it, or in a list that nobody reads.
    if (now < this.#twoSendUntilMs) this.#interruptedMax += 1;
    if (now < delivery.notBefore)
      this.fail("time", `${id} was claimed ${delivery.notBefore - now} ms before its time`);
    campaign.accountId = this.#accountOf(delivery.campaignId);
    delivery.claimedAt = now;
    delivery.isTaken = false;
    delivery.isDoubtful = false;
  }

  #settled(id: string, delivery: Delivery, after: string): void {
    if (after === "sent" && !delivery.isTaken) this.fail("sent", `${id} is called sent and was not taken`);
    if (after !== "sent" && after !== "uncertain" && delivery.isTaken)
      this.fail("taken", `${id} was taken and is called ${after}`);
    if (after === "uncertain" && !delivery.isDoubtful) this.#interrupted += 1;
    if (after !== "queued" || delivery.answeredAtMs > this.#interruptedAtMs) return;
    // What the server had said of it died with whoever heard it.
    delivery.notBefore = 0;
    this.#forgetBeginning(id, this.account(this.campaign(delivery.campaignId).accountId));
  }

  #retried(of: { id: string; before: string; delivery: Delivery; campaign: Campaign }): void {
    const { id, before, delivery, campaign } = of;
    const whole = this.campaign(planOf(this.#file, delivery.campaignId));
    if (![campaign, whole].some(({ retriedStates }) => retriedStates.has(before)))
      this.fail("retry", `nobody asked to try ${id} again`);
    if (whole.isCancelled) this.fail("retry", `${id} of a cancelled campaign is tried again`);
    // Whoever has what is uncertain tried again was told that it may arrive twice.
    if (before === "uncertain") delivery.isTakenEver = false;
    delivery.notBefore = 0;
  }

  /** Each campaign that has something due has its turn before another has its third. */
  #turn(campaignId: string): void {
    const now = this.#schedule.nowMs;
    const { accountId } = this.campaign(campaignId);
    this.account(accountId).claimCount += 1;
    const due = this.#file.dueOn(accountId);
    for (const [id, one] of this.campaigns) {
      if (one.accountId !== accountId) continue;
      one.dueSince = due.has(id) ? (one.dueSince ?? now) : null;
      if (id === campaignId || one.dueSince === null || now < one.dueSince + knownWithinMs) {
        one.passedOver = 0;
        one.dueMax = 0;
        one.passedBy.clear();
        continue;
      }
      one.passedBy.add(campaignId);
      // Whoever has had its turn and has nothing left was one of them, too.
      one.dueMax = Math.max(one.dueMax, due.size);
      // Of those with hours nobody here knows whether they are due, but by their turns.
      if (++one.passedOver > 2 * Math.max(one.dueMax, one.passedBy.size) + 2)
        this.fail("fairness", `${id} was passed over ${one.passedOver} times on ${accountId}`);
    }
  }

  /** Of what became uncertain, as much as processes that ended may have left. */
  boundsUncertain(): void {
    if (this.#interrupted > this.#interruptedMax)
      this.fail(
        "uncertain",
        `${this.#interrupted} are uncertain, and at most ${this.#interruptedMax} may be`,
      );
  }

  /** The database's own sums, which say what has become of everybody, and from which account each mail has gone. */
  addsUp(): void {
    const wrong = { sums: wrongSums(this.#file), origin: wrongOrigin(this.#file, this.deliveries) };
    for (const [rule, detail] of Object.entries(wrong)) if (detail !== null) this.fail(rule, detail);
  }
}
