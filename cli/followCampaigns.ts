import { winnerAsks } from "../contract/campaigns/winnerAsks.ts";
import { Refusal } from "../contract/errors.ts";
import { cliLimits } from "../contract/limits/cli.ts";
import { watch } from "../contract/realtime/watch.ts";
import type { ReasonCode } from "../contract/reasons.ts";
import type { Campaign } from "../contract/schemas/campaign.ts";
import { type LatestByKey, latestByKey } from "../contract/sending/latestByKey.ts";
import { pause } from "../contract/sending/pause.ts";
import type { Words } from "../contract/sentences/sentence.ts";
import type { Connection } from "./connection.ts";
import { type CampaignFigures, figuresOfCampaign, figuresOfProgress } from "./format/campaignFigures.ts";

type FollowEvent = { figures: CampaignFigures; over: boolean } | { reachable: boolean };

type FollowOptions = Connection & {
  campaignIds: readonly string[];
  /**
   * Keep following while a campaign is paused, or waits for whoever joins or for what a person decides; otherwise that counts
   * as the end: a person has to act, or nobody knows when it goes on.
   */
  throughPauses: boolean;
  signal: AbortSignal;
  now: () => number;
  words: Words;
  /** Called with a function that fetches every campaign at once, for changes that the socket may not report. */
  onReady?: (askNow: () => void) => void;
};

/**
 * The progress of some campaigns until the last of them has ended. It is received over the socket; if there is no
 * connection, or it was silent for long, campaigns are fetched. Only a fetched campaign counts as ended.
 * @throws {Refusal} when the session has ended, a campaign is gone, or the server stays out of reach.
 */
export async function* followCampaigns(options: FollowOptions): AsyncGenerator<FollowEvent, void> {
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const events = latestByKey<FollowEvent>(options.campaignIds.length + 1);
  const follower = new Follower({ ...options, signal }, events);
  // Errors of the socket are ignored, because without it campaigns are fetched.
  follower.listen().catch(() => {});
  options.onReady?.(() => follower.askNow());
  void follower.ask().then(events.end, events.fail);
  try {
    yield* events;
  } finally {
    stop.abort();
  }
}

class Follower {
  readonly #options: FollowOptions;
  readonly #events: LatestByKey<FollowEvent>;
  /** When each campaign that has not ended was last heard of; 0 if it has to be fetched. */
  readonly #heardAtMs: Map<string, number>;
  /** Campaigns that are fetched without delay, because the socket reported that they ended or are waiting. */
  readonly #urgent = new Set<string>();
  readonly #waiting = new Map<string, string | null>();
  #socketOpen = false;
  #isReached = true;
  #reachedAtMs: number;
  #wake: () => void = () => {};

  constructor(options: FollowOptions, events: LatestByKey<FollowEvent>) {
    this.#options = options;
    this.#events = events;
    this.#heardAtMs = new Map(options.campaignIds.map((id) => [id, 0]));
    this.#reachedAtMs = options.now();
  }

  async listen(): Promise<void> {
    const { session, signal, now } = this.#options;
    const onState = (state: string) => {
      this.#socketOpen = state === "open";
      // Fetching now tells whether the session has ended or only the connection.
      if (state === "refused") this.#wake();
    };
    const { server: base, uid, token } = session;
    for await (const { data } of watch({ base, uid, token, signal, onState })) {
      // While the socket delivers progress nothing is fetched, so this is what clears the warning after a restart.
      this.#reached(true);
      if (!this.#heardAtMs.has(data.campaignId)) continue;
      if (this.#isOver(data)) {
        this.#askSoon(data.campaignId);
      } else {
        this.#heardAtMs.set(data.campaignId, now());
        this.#events.put(data.campaignId, {
          figures: figuresOfProgress(data, this.#options.words),
          over: false,
        });
        // Only a fetched campaign tells until when it waits.
        if (data.waiting !== null && data.waiting !== this.#waiting.get(data.campaignId))
          this.#askSoon(data.campaignId);
        this.#waiting.set(data.campaignId, data.waiting);
      }
    }
  }

  askNow(): void {
    for (const id of this.#heardAtMs.keys()) this.#askSoon(id);
  }

  async ask(): Promise<void> {
    const { signal, now } = this.#options;
    while (!signal.aborted && this.#heardAtMs.size > 0) {
      const silentMs = this.#socketOpen ? cliLimits.confirmMs : 0;
      for (const [id, heardAtMs] of this.#heardAtMs)
        if (this.#urgent.delete(id) || heardAtMs === 0 || now() - heardAtMs >= silentMs)
          await this.#askFor(id);
      if (this.#heardAtMs.size > 0 && this.#urgent.size === 0) await this.#rest();
    }
  }

  async #askFor(id: string): Promise<void> {
    const { client, signal, now } = this.#options;
    try {
      const patience = AbortSignal.any([signal, AbortSignal.timeout(cliLimits.answerMs)]);
      const campaign = await client("GET /amplify/campaigns/{id}", { params: { id } }, { signal: patience });
      const over = this.#isOver(campaign);
      this.#events.put(id, { figures: figuresOfCampaign(campaign, this.#options.words), over });
      if (over) {
        this.#heardAtMs.delete(id);
        this.#urgent.delete(id);
      } else this.#heardAtMs.set(id, now());
      this.#reached(true);
    } catch (error) {
      if (signal.aborted) return;
      if (!isPassing(error) || now() - this.#reachedAtMs > cliLimits.unreachableMs) throw error;
      this.#heardAtMs.set(id, 0);
      this.#reached(false);
    }
  }

  #askSoon(id: string): void {
    this.#urgent.add(id);
    this.#wake();
  }

  #isOver({ state, waitingCause }: Pick<Campaign, "state" | "waitingCause">): boolean {
    // Of one that only waits for whoever joins, or for what a person decides, there may be nothing to see for ever.
    if (state === "paused" || endless.has(waitingCause?.code ?? "")) return !this.#options.throughPauses;
    return state === "finished" || state === "cancelled" || state === "draft";
  }

  #reached(reachable: boolean): void {
    if (reachable) this.#reachedAtMs = this.#options.now();
    if (reachable === this.#isReached) return;
    this.#isReached = reachable;
    this.#events.put("", { reachable });
  }

  /** Waits until it is time to fetch again, or until the socket reports that a campaign has ended. */
  async #rest(): Promise<void> {
    const woken = new AbortController();
    this.#wake = () => woken.abort();
    await pause(cliLimits.pollMs, AbortSignal.any([this.#options.signal, woken.signal]));
  }
}

/** The code of a sequence whose leads have had all of their mails, and which takes in whoever joins. */
export const joinsLater = "joins_later";
const undecided: ReasonCode = "outcome_undecided";
const endless: ReadonlySet<string> = new Set([joinsLater, undecided, ...winnerAsks]);

/** Errors that may be temporary: the server restarts, does not answer, or limits the rate. */
function isPassing(error: unknown): boolean {
  if (error instanceof DOMException && error.name === "TimeoutError") return true;
  return error instanceof Refusal && (error.status >= 500 || error.code === "rate_limited");
}
