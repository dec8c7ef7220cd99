import { campaignLimits } from "../../../contract/limits/campaigns.ts";
import { type Reason, reason } from "../../../contract/reasons.ts";
import type { AutomaticPauseStore, Ended } from "../../../db/stores/campaigns/plans/automaticPauses.ts";
import type { PlanKey } from "../../../db/stores/campaigns/plans/planRows.ts";
import type { Clock } from "../../core/clock.ts";
import type { Log } from "../../log/log.ts";
import type { LaneCampaign } from "../dispatch/laneDeps.ts";

type Options = {
  store: Pick<AutomaticPauseStore, "endedOf" | "pausesOf">;
  clock: Clock;
  log: Log;
  pause(key: PlanKey, why: Reason): Promise<void>;
};

/**
 * Pauses a campaign if too many of its mails fail for good, counted over all of its parts: with an old list, or a mail that
 * no server accepts, every further mail harms the account's reputation. If a person lets it go on, it is paused again only
 * if too many of the mails after that fail.
 */
export class CampaignFailures {
  readonly #options: Options;
  readonly #seen = new Map<string, Seen>();
  /** What had become of a part's mails when its campaign was paused; once a person lets it go on, what is after that counts. */
  readonly #from = new Map<string, Failures>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** To be called whenever a part's counts may have changed. Most calls do nothing. */
  look({ row, tally }: Pick<LaneCampaign, "row" | "tally">): void {
    const { failed } = tally.counts;
    const seen = this.#seen.get(row.id);
    if (failed === 0 || row.state !== "running" || row.planId === null) return;
    const now = this.#options.clock.now();
    const from = this.#from.get(row.id) ?? nothing;
    const tooMany = areTooMany(tally.counts, from);
    // A fast account could send all of a dead list before the next regular check, so many failures are judged at once. A few
    // wait for that check: three of the first fifty may well be three of five hundred.
    const isClear = tooMany && failed - from.failed >= campaignLimits.failuresAtOnce;
    const isSoon =
      seen !== undefined && now >= seen.lookedAt && now < seen.lookedAt + campaignLimits.failuresLookMs;
    const isNew = seen?.failed !== failed || (tooMany && !seen.tooMany);
    if (isSoon ? !isClear || seen.isClear : !isNew) return;
    this.#seen.set(row.id, { failed, lookedAt: now, tooMany, isClear });
    const key = { workspaceId: row.workspaceId, id: row.planId };
    this.#judge(key, { id: row.id, sums: sumsOf(tally.counts) }).catch((error) => {
      this.#seen.delete(row.id);
      this.#options.log.warn("How many mails of a campaign failed could not be read", {
        campaign: row.id,
        error,
      });
    });
  }

  async #judge(key: PlanKey, part: { id: string; sums: Failures }): Promise<void> {
    const { store, pause } = this.#options;
    const why = await tooManyFailures(store, key);
    if (why === null) return;
    await pause(key, why);
    this.#from.set(part.id, part.sums);
  }
}

/** Why a campaign is to pause because too many of its mails have failed; null if it may go on. */
export async function tooManyFailures(store: Options["store"], key: PlanKey): Promise<Reason | null> {
  const ended = await store.endedOf(key);
  if (!areTooMany(ended, nothing)) return null;
  // After a person has let it go on in spite of its failures, only what came later counts.
  const before = (await store.pausesOf(key)).map(failuresIn).filter((one) => one !== null);
  const from = before.reduce((latest, one) => (one.of > latest.of ? one : latest), nothing);
  return areTooMany(ended, from) ? reason("many_failures", sumsOf(ended)) : null;
}

/** A part's counts when its campaign was last checked. */
type Seen = { failed: number; lookedAt: number; tooMany: boolean; isClear: boolean };

type Failures = { failed: number; of: number };
const nothing: Failures = { failed: 0, of: 0 };

function sumsOf({ sent, failed, uncertain }: Ended): Failures {
  return { failed, of: sent + failed + uncertain };
}

function areTooMany(ended: Ended, from: Failures): boolean {
  const { failuresAfter, failuresPercent } = campaignLimits;
  const { failed, of } = sumsOf(ended);
  const since = { failed: failed - from.failed, of: of - from.of };
  return since.of >= failuresAfter && since.failed * 100 >= since.of * failuresPercent;
}

/** The failures that an activity's row tells of, if they were why the campaign was paused. */
function failuresIn(params: Reason["params"]): Failures | null {
  const { why } = params as { why?: { code?: string; params?: Partial<Failures> } };
  const { failed, of } = why?.params ?? {};
  if (why?.code !== "many_failures" || failed === undefined || of === undefined) return null;
  return { failed, of };
}
