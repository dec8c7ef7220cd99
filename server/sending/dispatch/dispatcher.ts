import { budgetLimits, sendLimits } from "../../../contract/limits/sending.ts";
import { socketLimits } from "../../../contract/limits/socket.ts";
import { type Reason, reason } from "../../../contract/reasons.ts";
import type { Counts } from "../../../contract/schemas/campaign.ts";
import type { Outcome } from "../../../contract/sending/outcome.ts";
import type { Database } from "../../../db/database.ts";
import type { CredentialRow, CredentialStore } from "../../../db/stores/accounts/credentials.ts";
import type { CampaignRow, CampaignStore } from "../../../db/stores/campaigns/campaigns.ts";
import type { Ledger } from "../../../db/stores/campaigns/ledger.ts";
import type { ClaimedDelivery } from "../../../db/stores/campaigns/ledgerSending.ts";
import type { UsageStore } from "../../../db/stores/campaigns/usage.ts";
import type { StoredTimeStore } from "../../../db/stores/installation/storedTimes.ts";
import { Alarm } from "../../core/Alarm.ts";
import type { ClockStep } from "../../core/clock.ts";
import type { UnnumberedMessage } from "../../realtime/hub.ts";
import type { OutgoingMail } from "../senders/sender.ts";
import type { Pause } from "./accountHealth.ts";
import type { AccountBudget } from "./governor.ts";
import { Lane } from "./lane.ts";
import type { LaneCampaign, LaneDeps } from "./laneDeps.ts";
import { MovedTimes } from "./movedTimes.ts";
import { recover, removeUnprepared } from "./recovery.ts";
import type { RowMoves } from "./rowMoves.ts";
import { Strays } from "./strays.ts";
import { openCount, pausedWaiting, progressMessage, type Tally, type Waiting, waitingOf } from "./tally.ts";

export type DispatcherDeps = Pick<
  LaneDeps,
  "log" | "clock" | "openSender" | "suppressedAmong" | "tried" | "random"
> & {
  database: Database;
  ledger: Ledger;
  campaigns: CampaignStore;
  moves: RowMoves;
  credentials: CredentialStore;
  usage: UsageStore;
  storedTimes: StoredTimeStore;
  /** When this process began, by the same clock. */
  startedAt: number;
  /** The account's limits and how many connections it may use at once. */
  capacityOf(credential: CredentialRow): { budget: AccountBudget; connections: number };
  composerOf(campaign: CampaignRow): Promise<(delivery: ClaimedDelivery) => OutgoingMail>;
  publish(workspaceId: string, message: UnnumberedMessage): void;
};

const gone: Outcome = { kind: "busy", reason: reason("account_removed") };

/**
 * Sends what the ledger holds. One process per database does it; the others wait until that one is gone.
 * Each account has a lane of its own, so a slow or paused account never holds up another.
 */
export class Dispatcher {
  readonly #deps: DispatcherDeps;
  readonly #lanes = new Map<string, Promise<Lane | null>>();
  readonly #strays: Strays;
  #nextTick: (() => void) | null = null;
  #isSender = false;
  #stopping = false;
  readonly #times: MovedTimes;

  constructor(deps: DispatcherDeps) {
    this.#deps = deps;
    this.#times = new MovedTimes({ ...deps, isMover: () => this.#isSender });
    this.#strays = new Strays({ ledger: deps.ledger, waits: deps.clock, log: deps.log });
  }

  /** Takes up the sending of this database, now or as soon as the process that does it is gone. */
  async start(): Promise<void> {
    await this.#tick();
  }

  /** Begins or goes on with a campaign that is in the state "running". */
  async enqueue(row: CampaignRow): Promise<void> {
    if (!this.#isSender || this.#stopping) return;
    const lane = await this.#laneOf(row.credentialId);
    if (lane === null) return this.#withoutAccount(row);
    const fresh = lane.has(row.id) ? null : await this.#laneCampaign(row);
    if (fresh === null || lane.has(row.id)) lane.update(row);
    else lane.add(fresh);
  }

  /** No campaign runs with nobody to send it: it waits, and says for what. */
  async #withoutAccount({ id, credentialId }: CampaignRow): Promise<void> {
    const pause = reason("account_removed");
    for (const row of await this.#deps.campaigns.changeAllOn({ credentialId, pause, isGone: true }))
      await this.changed(row);
    this.#deps.log.warn("A campaign waits, because its account was removed", { campaign: id });
  }

  /** Tells the account's lane that a campaign was paused or cancelled, and everyone who watches. */
  async changed(row: CampaignRow): Promise<void> {
    (await this.#lanes.get(row.credentialId))?.update(row);
    await this.#publishProgress(row);
  }

  /** Tells everyone who watches what has become of a campaign whose deliveries a person moved. */
  async recounted(row: CampaignRow): Promise<void> {
    const known = (await this.#lanes.get(row.credentialId))?.campaign(row.id);
    if (known !== undefined) known.tally.counts = (await this.#tallyOf(row)).counts;
    await this.#publishProgress(row);
  }

  /** Reads a running campaign's ledger afresh, after its deliveries were moved by a person. */
  async reread(row: CampaignRow): Promise<void> {
    const lane = await this.#lanes.get(row.credentialId);
    const known = lane?.campaign(row.id);
    if (known === undefined) return this.enqueue(row);
    const fresh = await this.#laneCampaign(row);
    known.tally.counts = fresh.tally.counts;
    known.nextDueAt = fresh.nextDueAt;
    lane?.update(row);
  }

  /** An account was changed, removed or let go on: its lane starts anew with what is stored now. */
  async restartLane(credentialId: string): Promise<void> {
    const lane = await this.#lanes.get(credentialId);
    await lane?.stop();
    this.#lanes.delete(credentialId);
    for (const row of await this.#deps.campaigns.runningOn(credentialId)) await this.enqueue(row);
  }

  /**
   * The clock was set: from this very moment no lane claims by the times it knew. What is stored keeps its distance to
   * the clock, and then every lane starts anew with it.
   */
  clockStepped(step: ClockStep): void {
    void this.#times.stepped(step).then(() => {
      for (const id of this.#stopping ? [] : this.#lanes.keys())
        this.restartLane(id).catch((error) =>
          this.#deps.log.error("An account could not be restarted", { account: id, error }),
        );
    });
  }

  /** One mail outside any campaign, within the account's budget. */
  async sendOne(credentialId: string, mail: OutgoingMail): Promise<Outcome> {
    if (this.#isSender) return (await this.#laneOf(credentialId))?.sendOne(mail) ?? gone;
    // Where another process sends, a lane for this mail alone, so that no two know half of the account each for long.
    const credential = await this.#deps.credentials.byId(credentialId);
    if (credential === null) return gone;
    const lane = await this.#openLane(credential, this.#times.steps);
    return lane.sendOne(mail).finally(() => lane.stop());
  }

  /** Why a campaign waits just now; null when it does not or when nobody sends here. */
  async waitingOf(row: CampaignRow): Promise<Waiting | null> {
    if (row.state !== "running") return pausedWaiting(row);
    const lane = await this.#lanes.get(row.credentialId);
    const campaign = lane?.campaign(row.id);
    const waiting = lane?.waiting() ?? null;
    return campaign === undefined ? waiting : waitingOf(campaign, waiting);
  }

  /** The state of one campaign as a message, from the lane's counts or else from the ledger's, if they are not given. */
  async progressOf(row: CampaignRow, counts?: Counts): Promise<UnnumberedMessage> {
    const lane = await this.#lanes.get(row.credentialId);
    const tally = lane?.campaign(row.id)?.tally ?? (await this.#tallyOf(row, counts));
    return progressMessage({ campaign: row, tally, waiting: await this.waitingOf(row) });
  }

  async #publishProgress(row: CampaignRow): Promise<void> {
    this.#deps.publish(row.workspaceId, await this.progressOf(row));
  }

  /** Stops claiming, lets what is under way end (for a bounded time) and records it. */
  async stop(drainMs: number = sendLimits.drainMs): Promise<void> {
    this.#stopping = true;
    this.#nextTick?.();
    const lanes = (await Promise.all(this.#lanes.values())).filter((lane) => lane !== null);
    const timeUp = new Alarm(this.#deps.clock);
    await Promise.race([Promise.all(lanes.map((lane) => lane.stop())), timeUp.wait(drainMs)]);
    timeUp.ring();
  }

  /** Becomes the sender when it can, and looks for campaigns that another process has accepted. */
  async #tick(): Promise<void> {
    try {
      if (!this.#isSender && (await this.#deps.database.becomeSender(this.#lost))) {
        await recover(this.#deps);
        await this.#times.bringBack();
        this.#isSender = true;
      }
      if (this.#isSender) await this.#reconcile();
    } catch (error) {
      this.#deps.log.error("The dispatcher could not read its campaigns", { error });
    }
    if (this.#stopping) return;
    this.#nextTick = this.#deps.clock.after(sendLimits.reconcileMs, () => void this.#tick());
  }

  /**
   * Another process may be sending from this moment on: nothing is claimed here any more. What is under way ends, as it
   * would if this process were killed, and the other one calls it uncertain. Later this process asks again.
   */
  readonly #lost = (): void => {
    if (this.#stopping) return;
    this.#isSender = false;
    this.#deps.log.warn("The right to send was lost with the connection to the database, so sending stops");
    for (const lane of this.#lanes.values())
      lane
        .then((one) => one?.stop())
        .catch((error) => this.#deps.log.error("An account could not be stopped", { error }));
    this.#lanes.clear();
  };

  async #reconcile(): Promise<void> {
    // A process that died while it prepared one, and that this one has outlived.
    await removeUnprepared(this.#deps, this.#deps.clock.now() - sendLimits.preparingMs);
    await this.#deps.moves.goOnWithAll();
    await this.#restartChanged();
    await this.#settleStrays();
    for (const row of await this.#deps.campaigns.running()) {
      const lane = await this.#lanes.get(row.credentialId);
      if (!lane?.has(row.id)) await this.enqueue(row);
    }
  }

  async #restartChanged(): Promise<void> {
    const lanes = await this.#openLanes();
    if (lanes.length === 0) return;
    const rows = await this.#deps.credentials.byIds(lanes.map(({ id }) => id));
    const known = new Map(rows.map((row) => [row.id, row]));
    for (const { id, lane } of lanes) if (!lane.isOpenedWith(known.get(id))) await this.restartLane(id);
  }

  async #settleStrays(): Promise<void> {
    const lanes = await this.#openLanes();
    const campaignIds = await this.#strays.settle((id) => lanes.some(({ lane }) => lane.holds(id)));
    for (const id of campaignIds) {
      const row = await this.#deps.campaigns.byId(id);
      if (row?.state === "running") await this.reread(row);
      else if (row !== null) await this.recounted(row);
    }
  }

  async #openLanes(): Promise<{ id: string; lane: Lane }[]> {
    const all = [...this.#lanes].map(async ([id, lane]) => ({ id, lane: await lane }));
    return (await Promise.all(all)).flatMap(({ id, lane }) => (lane === null ? [] : [{ id, lane }]));
  }

  #laneOf(credentialId: string): Promise<Lane | null> {
    const known = this.#lanes.get(credentialId);
    if (known) return known;
    const opening = (async () => {
      const clockSteps = this.#times.steps;
      await this.#times.moved;
      const credential = await this.#deps.credentials.byId(credentialId);
      return credential && this.#openLane(credential, clockSteps);
    })();
    this.#lanes.set(credentialId, opening);
    void opening.then(
      (lane) => lane === null && this.#lanes.delete(credentialId),
      () => this.#lanes.delete(credentialId),
    );
    return opening;
  }

  async #openLane(credential: CredentialRow, clockSteps: number): Promise<Lane> {
    const { budget, connections } = this.#deps.capacityOf(credential);
    const since = this.#deps.clock.now() - budgetLimits.windowMs;
    const history = await this.#deps.usage.bucketsSince({ credentialId: credential.id, since });
    return new Lane({ deps: this.#laneDeps(clockSteps), credential, connections, budget, history });
  }

  #laneDeps(clockSteps: number): LaneDeps {
    const { ledger, usage, clock, log, openSender, suppressedAmong, tried, random } = this.#deps;
    return {
      ...{ ledger, usage, clock, log, openSender, suppressedAmong, tried, random },
      mayClaim: () => clockSteps === this.#times.steps && this.#isSender,
      savePause: (credentialId, pause) => this.#savePause(credentialId, pause),
      pauseCampaign: (campaignId, reason) => this.#pauseCampaign(campaignId, reason),
      lookAgain: (campaign) => this.#lookAgain(campaign),
      finish: (campaign) => this.#finish(campaign),
      progressed: (campaign, lane) => {
        const { row, tally } = campaign;
        const waiting = row.state === "running" ? waitingOf(campaign, lane) : pausedWaiting(row);
        this.#deps.publish(row.workspaceId, progressMessage({ campaign: row, tally, waiting }));
      },
    };
  }

  /** A rest shows on the account; a stop also pauses its campaigns until a person has acted. */
  async #savePause(credentialId: string, pause: Pause | null): Promise<void> {
    const { credentials, campaigns } = this.#deps;
    await credentials.setPause(credentialId, pause);
    if (pause === null || pause.until !== null) return;
    for (const row of await campaigns.changeAllOn({ credentialId, pause: pause.reason }))
      await this.changed(row);
  }

  /** As a person pauses it, so that nothing but a person's word lets it go on. */
  async #pauseCampaign(id: string, pausedReason: Reason): Promise<void> {
    const row = await this.#deps.campaigns.changeState({
      ...{ id, from: ["running"], to: "paused", pausedBy: "person", pausedReason },
    });
    if (row !== null) await this.changed(row);
  }

  async #lookAgain(campaign: LaneCampaign): Promise<void> {
    const { id, workspaceId } = campaign.row;
    const { campaigns, ledger } = this.#deps;
    // One that is gone, with everything of its workspace, is as good as cancelled.
    campaign.row = (await campaigns.byId(id)) ?? { ...campaign.row, state: "cancelled" };
    campaign.tally.counts = await ledger.countsOf(id);
    campaign.nextDueAt = await ledger.nextDueAt({ workspaceId, campaignId: id });
  }

  async #finish({ row }: LaneCampaign): Promise<Tally | null> {
    // The ledger has the last word: a campaign is never called finished while a row of it is open.
    const finished = await this.#deps.moves.finish(row.id);
    const tally = await this.#tallyOf(row);
    if (finished === null) return openCount(tally) > 0 ? tally : null;
    this.#deps.publish(row.workspaceId, progressMessage({ campaign: finished, tally, waiting: null }));
    return null;
  }

  async #laneCampaign(row: CampaignRow): Promise<LaneCampaign> {
    return {
      row,
      tally: await this.#tallyOf(row),
      nextDueAt: await this.#deps.ledger.nextDueAt({ workspaceId: row.workspaceId, campaignId: row.id }),
      compose: await this.#deps.composerOf(row),
      claimAgainAt: null,
    };
  }

  async #tallyOf({ workspaceId, id }: CampaignRow, known?: Counts): Promise<Tally> {
    const { ledger } = this.#deps;
    const counts = known ?? (await ledger.countsOf(id));
    if (counts.failed === 0) return { counts, failedEmails: [] };
    const countMax = socketLimits.failedEmailsShown;
    return { counts, failedEmails: await ledger.failedEmails({ workspaceId, campaignId: id, countMax }) };
  }
}
