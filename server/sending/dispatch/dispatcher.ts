import { budgetLimits, sendLimits } from "../../../contract/limits/sending.ts";
import { reason } from "../../../contract/reasons.ts";
import type { Counts } from "../../../contract/schemas/campaign.ts";
import type { Outcome } from "../../../contract/sending/outcome.ts";
import type { CredentialRow } from "../../../db/stores/accounts/credentials.ts";
import type { CampaignRow } from "../../../db/stores/campaigns/campaigns.ts";
import { Alarm } from "../../core/Alarm.ts";
import type { ClockStep } from "../../core/clock.ts";
import type { UnnumberedMessage } from "../../realtime/hub.ts";
import { recover, removeUnprepared } from "../journal/recovery.ts";
import type { OutgoingMail } from "../senders/sender.ts";
import { type CampaignKeeping, createCampaignKeeping } from "./campaignKeeping.ts";
import { catchUp } from "./campaignTurns.ts";
import type { DispatcherDeps } from "./dispatcherDeps.ts";
import { type Lease, Leases } from "./Leases.ts";
import { Lane } from "./lane.ts";
import type { LaneDeps } from "./laneDeps.ts";
import { leasedLedger, leasedSender, takeOver } from "./leasedLane.ts";
import { MovedTimes } from "./movedTimes.ts";
import { Shares } from "./Shares.ts";
import { Strays } from "./strays.ts";
import { pausedWaiting, progressMessage, type Waiting, waitingOf } from "./tally.ts";
import { WaitingNotes } from "./WaitingNotes.ts";

const gone: Outcome = { kind: "busy", reason: reason("account_removed") };

/**
 * Sends what the ledger holds. Each account has a lane of its own, so a slow or paused account never holds up another,
 * and a lease, so that one sender alone has its lane. Where one machine has the database for itself one of its processes
 * sends, and the others wait until that one is gone; elsewhere any number share the accounts.
 */
export class Dispatcher {
  readonly #deps: DispatcherDeps;
  readonly #lanes = new Map<string, Promise<Lane | null>>();
  readonly #keeping: CampaignKeeping;
  readonly #strays: Strays;
  readonly #leases: Leases;
  readonly #shares: Shares;
  readonly #notes: WaitingNotes;
  readonly #isAlone: boolean;
  /** Calls the next look off; null while one is under way. */
  #nextTick: (() => void) | null = null;
  #isSender = false;
  /** How often the right to send was lost. */
  #losses = 0;
  #stopping = false;
  readonly #times: MovedTimes;

  constructor(deps: DispatcherDeps) {
    this.#deps = deps;
    this.#keeping = createCampaignKeeping({ ...deps, changed: (row) => this.changed(row) });
    this.#strays = new Strays({ ledger: deps.ledger, clock: deps.clock, log: deps.log });
    this.#isAlone = deps.database.shared === null;
    this.#times = new MovedTimes({
      ...deps,
      isMover: () => this.#isSender && !this.#stopping,
      onMoved: () => this.#restartLanes(),
    });
    const waiting = { ...deps, waits: deps.clock, isAlone: this.#isAlone };
    this.#leases = new Leases({
      ...waiting,
      store: deps.leases,
      takeOver: (taken) => takeOver(deps, taken),
      onFreed: deps.freed,
      onLost: (id) => void this.#leaveLane(id),
    });
    this.#notes = new WaitingNotes(waiting);
    this.#shares = new Shares({ leases: this.#leases, isAlone: this.#isAlone });
  }

  /** Takes up the sending of this database, now or as soon as the process that does it is gone. */
  readonly start = (): Promise<void> => this.#tick();

  /** Whether it has taken up the sending: until then a single mail goes by itself, counted for itself alone. */
  get isSender(): boolean {
    return this.#isSender;
  }

  /** Begins or goes on with a campaign that is in the state "running". */
  async enqueue(row: CampaignRow): Promise<void> {
    if (!this.#isSender || this.#stopping) return;
    const lane = await this.#laneOf(row.credentialId);
    if (lane === null) return this.#withoutLane(row);
    if (!lane.hasRoomFor(row)) return;
    const fresh = lane.campaign(row.id) ? null : await this.#keeping.laneCampaign(row);
    if (fresh === null || lane.campaign(row.id)) lane.update(row);
    else lane.add(fresh);
  }

  /** No campaign runs with nobody to send it: unless another sender has its account it waits, and says for what. */
  async #withoutLane({ id, credentialId }: CampaignRow): Promise<void> {
    if ((await this.#deps.credentials.byId(credentialId)) !== null) return;
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
    // The lane that has it tells them once it knows.
    if (!(await this.#lookAgain(row))) await this.#publishProgress(row);
  }

  /** Reads a running campaign's ledger afresh, after its deliveries were moved by a person. */
  async reread(row: CampaignRow): Promise<void> {
    if (!(await this.#lookAgain(row))) await this.enqueue(row);
  }

  async #lookAgain({ credentialId, id }: CampaignRow): Promise<boolean> {
    return (await this.#lanes.get(credentialId))?.lookAgain(id) ?? false;
  }

  /** An account was changed, removed or let go on: its lane starts anew with what is stored now. */
  async restartLane(credentialId: string): Promise<void> {
    await this.#leaveLane(credentialId);
    for (const row of await this.#deps.campaigns.runningOn(credentialId)) await this.enqueue(row);
  }

  async #leaveLane(credentialId: string): Promise<void> {
    const opening = this.#lanes.get(credentialId);
    await (await opening)?.stop();
    if (this.#lanes.get(credentialId) === opening) this.#lanes.delete(credentialId);
  }

  /** From this very moment no lane claims by the times it knew. What is stored keeps its distance to the clock, then all start anew. */
  readonly clockStepped = (step: ClockStep): Promise<void> => this.#times.stepped(step);

  #restartLanes(): void {
    for (const id of this.#stopping ? [] : this.#lanes.keys())
      this.restartLane(id).catch((error) =>
        this.#deps.log.error("An account could not be restarted", { account: id, error }),
      );
  }

  /** One mail outside any campaign, within the account's budget. */
  async sendOne(credentialId: string, mail: OutgoingMail): Promise<Outcome> {
    if (this.#isSender)
      return this.#shares.keeping(
        credentialId,
        async () => (await this.#laneOf(credentialId))?.sendOne(mail) ?? gone,
      );
    // Where another process sends, a lane for this mail alone, so that no two know half of the account each for long.
    const credential = await this.#deps.credentials.byId(credentialId);
    if (credential === null) return gone;
    const deps = this.#laneDeps({ clockSteps: this.#times.steps, lease: null });
    const lane = await this.#openLane(credential, deps);
    return lane.sendOne(mail).finally(() => lane.stop());
  }

  /** Sends or answers a single mail of an account, unless another sender has it. */
  async withAccount(credentialId: string, work: () => Promise<void>): Promise<void> {
    if (!this.#isSender || this.#stopping) return;
    await this.#shares.keeping(credentialId, async () => {
      const credential = await this.#deps.credentials.byId(credentialId);
      if (credential === null || (await this.#leases.take(credential)) !== null) await work();
    });
  }

  /** Looks for what there is to do before its time; what comes of several such words is one look. */
  lookSoon(): void {
    if (this.#stopping || this.#nextTick === null) return;
    this.#nextTick();
    void this.#tick();
  }

  /** Why a campaign waits just now; null when it does not or when nobody sends here. */
  async waitingOf(row: CampaignRow): Promise<Waiting | null> {
    if (row.state !== "running") return pausedWaiting(row);
    const lane = await this.#lanes.get(row.credentialId);
    const campaign = lane?.campaign(row.id);
    const waiting = lane?.waiting() ?? null;
    return campaign === undefined ? waiting : waitingOf(campaign, waiting, this.#deps.clock.now());
  }

  /** The state of one campaign as a message, from the lane's counts or else from the ledger's, if they are not given. */
  async progressOf(row: CampaignRow, counts?: Counts): Promise<UnnumberedMessage> {
    const known = (await this.#lanes.get(row.credentialId))?.campaign(row.id);
    const tally = known?.tally ?? (await this.#keeping.tallyOf(row, counts));
    return progressMessage({ campaign: row, tally, waiting: await this.waitingOf(row) });
  }

  async #publishProgress(row: CampaignRow): Promise<void> {
    if (row.mailKind === null) this.#deps.publish(row.workspaceId, await this.progressOf(row));
  }

  /** Stops claiming, lets what is under way end (for a bounded time) and records it. */
  async stop(drainMs: number = sendLimits.drainMs): Promise<void> {
    this.#stopping = true;
    this.#nextTick?.();
    const lanes = (await Promise.all(this.#lanes.values())).filter((lane) => lane !== null);
    const timeUp = new Alarm(this.#deps.clock);
    // Only what has ended is given to others: of the rest nobody knows yet what became of it.
    const ended = Promise.all(lanes.map((lane) => lane.stop())).then(() => this.#leases.end());
    const written = ended.then(() => Promise.all([this.#deps.journal.end(), this.#deps.moves.countsEnded()]));
    await Promise.race([written, timeUp.wait(drainMs)]);
    timeUp.ring();
  }

  /** Becomes the sender when it can, and looks for campaigns of other processes; one that is cut off by the end is no fault. */
  async #tick(): Promise<void> {
    this.#nextTick = null;
    const losses = this.#losses;
    try {
      if (!this.#isSender && (!this.#isAlone || (await this.#deps.database.becomeSender(this.#lost)))) {
        await this.#leases.start();
        await recover(this.#deps);
        await this.#times.bringBack();
        // Lost meanwhile, it may be another's already.
        this.#isSender = losses === this.#losses;
      }
      if (this.#isSender) await this.#reconcile();
    } catch (error) {
      if (!this.#stopping) this.#deps.log.error("The dispatcher could not read its campaigns", { error });
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
    this.#losses += 1;
    this.#isSender = false;
    this.#leases.drop();
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
    await this.#keeping.bringToEnd();
    await this.#restartChanged();
    await this.#settleStrays();
    const rows = await this.#deps.campaigns.running();
    const wanted = new Set(rows.map(({ campaign }) => campaign.credentialId));
    for (const id of await this.#shares.tooMany(wanted)) await this.#giveBack(id);
    for (const row of rows) {
      const { credentialId } = row.campaign;
      const lane = await this.#lanes.get(credentialId);
      if (lane && catchUp(lane, row)) continue;
      if (this.#shares.mayTake(credentialId)) await this.enqueue(row.campaign);
    }
  }

  async #giveBack(credentialId: string): Promise<void> {
    // A single mail came while it was looked.
    if (this.#shares.isKept(credentialId)) return;
    await this.#leaveLane(credentialId);
    // Somebody let it go on meanwhile.
    if (!this.#lanes.has(credentialId)) await this.#leases.giveBack([credentialId]);
  }

  async #restartChanged(): Promise<void> {
    const lanes = await this.#openLanes();
    if (lanes.length === 0) return;
    const rows = await this.#deps.credentials.byIds(lanes.map(({ id }) => id));
    const known = new Map(rows.map((row) => [row.id, row]));
    for (const { id, lane } of lanes) if (!lane.isOpenedWith(known.get(id))) await this.restartLane(id);
  }

  async #settleStrays(): Promise<void> {
    const campaignIds = await this.#strays.settle({
      lanes: new Map((await this.#openLanes()).map(({ id, lane }) => [id, lane])),
      isOurs: (credentialId) => this.#isAlone || this.#leases.has(credentialId),
      // Whoever takes an account over settles what its last holder had under way.
      takeOver: async (account) => {
        if ((await this.#leases.take(account)) !== null) await this.#leases.giveBack([account.id]);
      },
      letGo: async (credentialId) => this.#isAlone || this.#giveBack(credentialId),
    });
    for (const id of campaignIds) {
      const row = await this.#deps.campaigns.byId(id);
      if (row !== null) await (row.state === "running" ? this.reread(row) : this.recounted(row));
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
      const lease = credential && (await this.#leases.take(credential));
      return lease && this.#openLane(credential, this.#laneDeps({ clockSteps, lease }));
    })();
    this.#lanes.set(credentialId, opening);
    const forget = () => this.#lanes.delete(credentialId);
    void opening.then((lane) => lane === null && forget(), forget);
    return opening;
  }

  async #openLane(credential: CredentialRow, deps: LaneDeps): Promise<Lane> {
    const { budget, connections } = this.#deps.capacityOf(credential);
    const since = this.#deps.clock.now() - budgetLimits.windowMs;
    const history = await this.#deps.usage.bucketsSince({ credentialId: credential.id, since });
    return new Lane({ deps, credential, connections, budget, history });
  }

  #laneDeps({ clockSteps, lease }: { clockSteps: number; lease: Lease | null }): LaneDeps {
    const { usage, clock, log, suppressedAmong, tried, random, countMails } = this.#deps;
    const same = { usage, clock, log, suppressedAmong, tried, random, countMails };
    return {
      ...same,
      ...this.#leased(lease),
      mayClaim: () => clockSteps === this.#times.steps && this.#isSender && lease?.mayGo() === true,
      ...this.#keeping,
      progressed: (campaign, lane) => {
        const { row, tally } = campaign;
        if (row.state === "running") this.#notes.note(row.credentialId, lane);
        if (row.mailKind !== null) return;
        this.#keeping.lookAtFailures(campaign);
        const waiting = row.state === "running" ? waitingOf(campaign, lane, clock.now()) : pausedWaiting(row);
        this.#deps.publish(row.workspaceId, progressMessage({ campaign: row, tally, waiting }));
      },
    };
  }

  /** What a lane writes and sends while its account is this sender's; without one it has no campaigns. */
  #leased(lease: Lease | null): Pick<LaneDeps, "ledger" | "openSender" | "journal"> {
    const { ledger, openSender, ledgerOf, settleLate, journal, log } = this.#deps;
    if (lease === null) return { ledger, openSender, journal };
    const lost = () => this.#leases.lose(lease);
    return {
      ledger: leasedLedger({ ledger: ledgerOf(lease), lease, log, lost, settleLate }),
      journal: lease.journal ?? journal,
      openSender: async (credential) => leasedSender(await openSender(credential), lease),
    };
  }
}
