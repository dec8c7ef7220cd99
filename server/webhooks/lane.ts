import { webhookLimits } from "../../contract/limits/api/webhooks.ts";
import { dayMs, hourMs } from "../../contract/limits/units.ts";
import type { Status } from "../../contract/plans.ts";
import { inner, type Reason, reason } from "../../contract/reasons.ts";
import type { Attempted, DueEvent, WebhookOutbox, WebhookTicket } from "../../db/stores/webhooks/outbox.ts";
import type { WebhookRow } from "../../db/stores/webhooks/webhooks.ts";
import { Alarm } from "../core/Alarm.ts";
import type { Core } from "../core/core.ts";
import { attempt, nextWaitMs, type Tried } from "./attempt.ts";
import type { DrawBody } from "./drawing.ts";

export type LaneTimes = Record<
  "leaseMs" | "beatEveryMs" | "pollMs" | "drainMs" | "restFirstMs" | "restLongestMs",
  number
>;

export type LaneDeps = {
  core: Core;
  outbox: WebhookOutbox;
  draw: DrawBody;
  /** Stops sending to a webhook until a person has looked into it. */
  pause(webhook: WebhookRow, why: Reason): Promise<void>;
  statuses: readonly Status[];
  /** A random number from 0 to 1. */
  random(): number;
  times: LaneTimes;
};

/**
 * Sends the due events of one webhook while this process holds its lease: several at a time, but those of one subject one
 * after the other. Each outcome is written before new events are looked for; what a killed process did not write is sent
 * again with the same id. Ends when nothing is due, when the lease is lost or the webhook is paused, and when it is told to.
 */
export class WebhookLane {
  readonly #deps: LaneDeps;
  #webhook: WebhookRow;
  readonly #ticket: WebhookTicket;
  readonly #alarm = new Alarm();
  readonly #cut = new AbortController();
  readonly #underWay = new Map<string, string>();
  #queue: DueEvent[] = [];
  #ended: Attempted[] = [];
  #failuresInRow = 0;
  #restUntil = 0;
  #over: Reason | null = null;
  #isStopping = false;
  /** The receiver failed repeatedly and answers again, so events need not wait for their next try. */
  #hurry: "one" | "all" | null = null;
  /** What it took was never refused before, so it may be away still for those events that it failed for. */
  #isPerhapsBack = false;
  /** Events whose next try comes before its time. */
  readonly #extra = new Set<string>();
  #beatAt: number;

  constructor(deps: LaneDeps, webhook: WebhookRow) {
    this.#deps = deps;
    this.#webhook = webhook;
    this.#ticket = { workspaceId: webhook.workspaceId, id: webhook.id, lease: webhook.lease };
    this.#beatAt = this.#now + deps.times.beatEveryMs;
  }

  get #now(): number {
    return this.#deps.core.clock.now();
  }

  /** Takes no more events. Those under way may finish for a while, and are then aborted. */
  stop(): void {
    this.#isStopping = true;
    setTimeout(() => this.#cut.abort(), this.#deps.times.drainMs).unref();
    this.#alarm.ring();
  }

  async run(): Promise<void> {
    try {
      while (await this.#turn()) await this.#alarm.wait(this.#deps.times.pollMs);
    } finally {
      await this.#end();
    }
  }

  /** Returns false when there is nothing left to do here. */
  async #turn(): Promise<boolean> {
    this.#alarm.set();
    await this.#write();
    if (this.#over !== null || this.#isStopping || !(await this.#isMine())) return false;
    const isResting = this.#restUntil > this.#now;
    if (!isResting) await this.#begin();
    return isResting || this.#underWay.size > 0;
  }

  async #end(): Promise<void> {
    const { core, outbox, pause } = this.#deps;
    while (this.#underWay.size > this.#ended.length) {
      await this.#alarm.wait(this.#deps.times.pollMs);
      this.#alarm.set();
    }
    try {
      await this.#write();
      if (this.#over !== null) await pause(this.#webhook, this.#over);
      await outbox.release(this.#ticket);
    } catch (error) {
      core.log.warn("What came of webhooks could not be written down, so they are sent again", {
        workspace: this.#ticket.workspaceId,
        error,
      });
    }
  }

  async #write(): Promise<void> {
    if (this.#ended.length === 0) return;
    // A copy, because events that end in the meantime are written the next time.
    const ended = [...this.#ended];
    await this.#deps.outbox.settle(this.#ticket, ended);
    this.#ended = this.#ended.filter((one) => !ended.includes(one));
    for (const { eventId } of ended) this.#underWay.delete(eventId);
    const which = this.#hurry;
    if (which === null) return;
    this.#hurry = null;
    const hurried = await this.#deps.outbox.hurry(this.#ticket, { which, now: this.#now });
    for (const eventId of hurried) this.#extra.add(eventId);
  }

  async #isMine(): Promise<boolean> {
    const { outbox, statuses, times } = this.#deps;
    if (this.#now < this.#beatAt) return true;
    const webhook = await outbox.extend(this.#ticket, { leaseUntil: this.#now + times.leaseMs, statuses });
    if (webhook === null) return false;
    this.#webhook = webhook;
    this.#beatAt = this.#now + times.beatEveryMs;
    return true;
  }

  async #begin(): Promise<void> {
    const { inFlightMax, restAfter, batchMax } = webhookLimits;
    const isTrying = this.#failuresInRow >= restAfter;
    const room = (isTrying ? 1 : inFlightMax) - this.#underWay.size;
    if (room <= 0) return;
    if (this.#queue.length === 0) {
      const due = await this.#due({ now: this.#now, countMax: batchMax, statuses: this.#deps.statuses });
      this.#queue = await this.#drawn(due.filter(({ id }) => !this.#underWay.has(id)));
    }
    for (let begun = 0; begun < room; begun += 1) {
      const busy = new Set(this.#underWay.values());
      const next = this.#queue.find(({ subject }) => !busy.has(subject));
      if (next === undefined) return;
      this.#queue = this.#queue.filter((event) => event !== next);
      this.#underWay.set(next.id, next.subject);
      void this.#send(next);
    }
  }

  /**
   * What is due, the first to happen first. Every other request that tries whether the receiver is back is an event that it
   * never failed for: those that it fails for each time would stand before all others, and it would seem to be away.
   */
  async #due(asked: Parameters<WebhookOutbox["due"]>[1]): Promise<DueEvent[]> {
    const beyond = this.#failuresInRow - webhookLimits.restAfter;
    const { outbox } = this.#deps;
    const untried =
      beyond >= 0 && beyond % 2 === 0 ? await outbox.due(this.#ticket, { ...asked, isUntried: true }) : [];
    return untried.length > 0 ? untried : outbox.due(this.#ticket, asked);
  }

  /** Adds the body of each event. That of an event which was never sent is created now and stored, so that it stays the same. */
  async #drawn(events: readonly DueEvent[]): Promise<DueEvent[]> {
    const { core, outbox, draw } = this.#deps;
    const bodies = new Map<string, string>();
    for (const event of events) {
      if (event.body !== null) continue;
      try {
        bodies.set(event.id, await draw(event));
      } catch (error) {
        core.log.error("An event could not be put into words", { workspace: event.workspaceId, error });
      }
    }
    const kept = bodies.size === 0 ? bodies : await outbox.keepBodies(this.#ticket.workspaceId, bodies);
    return events.map((event) => ({ ...event, body: event.body ?? kept.get(event.id) ?? null }));
  }

  async #send(event: DueEvent): Promise<void> {
    const { core } = this.#deps;
    const tried =
      event.body === null
        ? undrawn(this.#now)
        : await attempt(core, {
            webhook: this.#webhook,
            event: { id: event.id, body: event.body },
            signal: this.#cut.signal,
          });
    // An attempt that was aborted because the server stops does not count.
    if (this.#cut.signal.aborted && tried.reason !== null) this.#underWay.delete(event.id);
    else this.#took(event, tried);
    this.#alarm.ring();
  }

  #took(event: DueEvent, { retryAfterMs, isOver, ...tried }: Tried): void {
    const isExtra = this.#extra.delete(event.id) && event.attempts > 0;
    const failures = isExtra ? event.attempts : event.attempts + 1;
    const wait = tried.reason === null ? 0 : nextWaitMs(failures, retryAfterMs, this.#deps.random());
    const state = tried.reason === null ? "delivered" : isOver || wait === null ? "given_up" : "waiting";
    const dueAt = this.#now + (wait ?? 0);
    this.#ended.push({ ...tried, eventId: event.id, state, dueAt, isExtra: isExtra && state === "waiting" });
    if (tried.reason === null) this.#answers(event);
    else {
      this.#rest();
      if (isOver) this.#over = tried.reason;
      else if (wait === null)
        this.#over = reason("webhook_given_up", { hours: givenUpHours, last: inner(tried.reason) });
    }
  }

  /**
   * A receiver that was away is surely back once it takes an event that it failed for, and then all others go. What it takes
   * of those that are new says less: then one of the others goes, and the rest wait for what comes of it.
   */
  #answers(event: DueEvent): void {
    const wasAway = this.#failuresInRow >= webhookLimits.restAfter;
    this.#failuresInRow = 0;
    if (!wasAway && !this.#isPerhapsBack) return;
    const isSure = event.attempts > 0;
    if (isSure) this.#hurry = "all";
    else if (wasAway) this.#hurry ??= "one";
    this.#isPerhapsBack = !isSure;
  }

  /** A receiver that fails repeatedly gets one request at a time, at growing intervals. */
  #rest(): void {
    const { restFirstMs, restLongestMs } = this.#deps.times;
    this.#failuresInRow += 1;
    const beyond = this.#failuresInRow - webhookLimits.restAfter;
    if (beyond < 0) return;
    this.#queue = [];
    this.#restUntil = this.#now + Math.min(restLongestMs, restFirstMs * 2 ** Math.min(beyond, 30));
  }
}

const givenUpHours = Math.min(
  dayMs / hourMs,
  Math.round(webhookLimits.retryWaitsMs.reduce((sum, wait) => sum + wait, 0) / hourMs),
);

function undrawn(now: number): Tried {
  const why = reason("webhook_unreached", { detail: "undrawn" });
  return {
    triedAt: now,
    tookMs: 0,
    status: null,
    answer: null,
    retryAfterMs: null,
    isOver: false,
    reason: why,
  };
}
