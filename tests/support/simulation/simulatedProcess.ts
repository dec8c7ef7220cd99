import type { EndpointKey } from "../../../contract/endpoints.ts";
import { campaignLimits } from "../../../contract/limits/campaigns.ts";
import { clockLimits } from "../../../contract/limits/database.ts";
import type { Database } from "../../../db/database.ts";
import { createCredentialStore } from "../../../db/stores/accounts/credentials.ts";
import { createCampaignStore } from "../../../db/stores/campaigns/campaigns.ts";
import type { MailedDelivery } from "../../../db/stores/campaigns/ledgerSending.ts";
import { createPlanStore } from "../../../db/stores/campaigns/plans/plans.ts";
import { createJobStore } from "../../../db/stores/jobs/jobs.ts";
import { createSuppressionStore } from "../../../db/stores/leads/suppressions.ts";
import { createWinners } from "../../../server/campaigns/sequences/winners.ts";
import { composeSender, type World as ReachOfSender } from "../../../server/compose/sender.ts";
import { composeSending } from "../../../server/compose/sending.ts";
import { type Clock, createClock } from "../../../server/core/clock.ts";
import type { Core, Secrets } from "../../../server/core/core.ts";
import type { JobHandlers } from "../../../server/jobs/handler.ts";
import { type JobRequest, newJob } from "../../../server/jobs/jobs.ts";
import type { Log } from "../../../server/log/log.ts";
import { sameThread } from "../../../server/sending/boundary/sameThread.ts";
import { noJournalFile } from "../../../server/sending/journal/journalFile.ts";
import type { SendingProviders } from "../../../server/sending/senders/registry.ts";
import type { OutgoingMail } from "../../../server/sending/senders/sender.ts";
import { readSettings } from "../../../server/settings/settings.ts";
import { workOff } from "../campaigns/sequenceWorld.ts";
import { type Chance, createChance } from "./chance.ts";
import type { LedgerFile } from "./ledgerFile.ts";
import { type MailServer, simulatedSender, type Wire } from "./mailServer.ts";
import type { Owner, Schedule } from "./schedule.ts";
import { type SenderLock, simulatedDatabase, type Weather } from "./simulatedDatabase.ts";
import { leave, type SimulatedFolder, simulatedJournalFile } from "./simulatedFolder.ts";
import type { Witness } from "./witness.ts";

/** What is there whatever becomes of any process. */
export type World = {
  seed: number;
  schedule: Schedule;
  file: LedgerFile;
  witness: Witness;
  weather: Weather;
  lock: SenderLock;
  /** The folder of whoever sends, with its journal, on the machine that they share. */
  folder: SimulatedFolder;
  /** How far the clock that people set is from the one that nobody does, and the latest time that was noted. */
  wall: { offsetMs: number; latestMs: number; setAtMs: number };
  /** What happens to whose mail a server takes next; nothing mostly. */
  takes: { next: ((owner: Owner) => void) | null };
  newId(kind: string): string;
  /** Whether somebody does jobs; most worlds have none. */
  hasJobs: boolean;
};

export type SimulatedProcess = ReturnType<typeof startProcess>;

export const workspaceId = "ada";
const scope = { workspaceId, userId: workspaceId, role: "owner", status: "AMEX" } as const;
const settings = readSettings({
  AMPLIFY_PLANS: "off",
  AMPLIFY_TRACKING: "off",
  PUBLIC_URL: "http://sim.test",
});

/** A server as it is composed for real, with time, chance, the way to its database and mail servers of this world. */
export function startProcess(world: World, { name, run }: { name: string; run: number }) {
  const { schedule, witness, wall, folder, file } = world;
  const owner: Owner = { alive: true, stalledUntilMs: 0 };
  const chance = createChance(world.seed, `${name} ${run}`);
  const clock = clockIn(world);
  const database = simulatedDatabase({
    ...world,
    chance,
    owner,
    committed: (moves) => witness.committed(name, moves),
    // Where machines share a database, its journal has what was claimed: of that nothing is in doubt that did not begin.
    answerLost: (moves) => world.file.shared === null && witness.answerLost(moves),
  });
  const core = coreOf(world, { name, clock, database });
  const ownWorld = reachOf(world, { owner, chance, clock });
  const dispatcher = composeSender({ core, events: untold, world: ownWorld });
  const port = sameThread({ dispatcher, campaigns: createCampaignStore(database), log: core.log });
  const sending = composeSending({
    core,
    jobs: jobsOf(core),
    templateContent: async () => null,
    world: ownWorld,
    sender: port,
  });
  const handlers = new Map(sending.routes.map(({ key, handler }) => [key, handler]));
  keepTime();
  /** How far the time that it goes by, with all that it has stored, is from the clock that nobody sets. */
  let believedMs = clock.now() - schedule.nowMs;

  /** As an installation does it: the latest time is noted, and a step of the clock is told. */
  function keepTime(): void {
    wall.latestMs = clock.now();
    schedule.after(clockLimits.persistEveryMs, keepTime, owner);
  }
  clock.onStep((step) => {
    wall.latestMs = step.from + step.byMs;
    void dispatcher.clockStepped(step).then(() => {
      believedMs += step.byMs;
    });
  });

  const process = {
    name,
    owner,
    isUp: false,
    clock,
    dispatcher,
    accounts: createCredentialStore(database),
    plans: createPlanStore(database),
    winners: createWinners(core, { sender: port }),
    suppressions: createSuppressionStore(database),
    isSender: () => (file.shared === null ? world.lock.holder === owner : dispatcher.isSender),
    loseLock: database.loseLock,
    /** Whether it goes by what the clock says by now. Timers that came late may have kept it from looking. */
    believesClock: () => Math.abs(believedMs - wall.offsetMs) <= clockLimits.jumpMs,
    /** A call as it comes from a person, past the checks of its form. */
    call: (key: EndpointKey, incoming: { params?: object; body?: object }): Promise<unknown> =>
      Promise.resolve(
        handlers.get(key)?.({
          scope,
          params: {},
          ...incoming,
          request: new Request("http://sim.test"),
        } as never),
      ),
    /** Nothing of it happens any more; what has left it goes on. */
    die(): void {
      owner.alive = false;
      if (world.lock.holder === owner) world.lock.holder = null;
      // If machines share a database, the journal is in its tables and not in a file.
      witness.interrupted({ isListed: leave(folder, owner) || file.shared !== null });
    },
  };
  void dispatcher.start().then(() => {
    process.isUp = true;
    if (world.hasJobs) keepWorking(world, { name, owner, core, handlers: sending.forJobs.sequences });
  });
  return process;
}

/** Nobody watches. */
const untold = { publish() {}, accountChanged() {}, tried() {} };

const clockIn = ({ schedule, wall }: World) =>
  createClock({
    wallMs: () => schedule.nowMs + wall.offsetMs,
    steadyMs: () => schedule.nowMs,
    startAtLeastMs: wall.latestMs,
  });

/** What reaches beyond a process, and its chance. */
function reachOf(
  world: World,
  { owner, chance, clock }: { owner: Owner; chance: Chance; clock: Clock },
): ReachOfSender {
  const { schedule, folder, file } = world;
  return {
    providers: simulatedProviders(world, { owner, chance, clock }),
    waits: {
      steadyMs: () => schedule.nowMs,
      after: (waitMs: number, then: () => void) => schedule.after(waitMs, then, owner),
      turn: () => new Promise<void>((resolve) => schedule.at(schedule.nowMs, resolve, owner)),
    },
    elapsedMs: () => schedule.nowMs,
    random: chance.next,
    composerOf: async () => mailOf,
    journalFile: file.shared === null ? simulatedJournalFile(folder, owner) : noJournalFile,
  };
}

function coreOf(
  { witness, newId }: World,
  { name, clock, database }: { name: string; clock: Clock; database: Database },
): Core {
  return {
    settings,
    clock,
    database,
    secrets,
    log: tellingLog(witness, name),
    newId: () => newId("d"),
    securityLog: () => {},
    passwordCosts: { memoryKib: 8, passes: 1 },
  } as Core;
}

function jobsOf(core: Core) {
  const jobs = createJobStore(core.database);
  const askAll = (requests: readonly JobRequest[]) =>
    jobs.put(requests.map((request) => newJob(core, request)));
  return { wake: () => {}, ask: (request: JobRequest) => askAll([request]), askAll };
}

type Working = { name: string; owner: { alive: boolean }; core: Core; handlers: JobHandlers };

/** A worker, as an installation has it, for what campaigns do by themselves. */
function keepWorking({ schedule, witness }: World, working: Working): void {
  const { name, owner, core, handlers } = working;
  const work = (): void => {
    workOff(core, { handlers, kinds: Object.keys(handlers) })
      .catch((error) => witness.tell(`${name}: a job failed: ${String(error).slice(0, 120)}`))
      .then(() => schedule.after(4 * campaignLimits.advanceEveryMs, work, owner));
  };
  work();
}

function mailOf({ id, email }: MailedDelivery): OutgoingMail {
  return { envelope: { from: "ada@sim.test", to: email }, raw: nothing, messageId: id };
}
const nothing = new Uint8Array();

function simulatedProviders(
  { schedule, witness, takes }: World,
  { owner, chance, clock }: { owner: Owner; chance: Chance; clock: Clock },
): SendingProviders {
  const wire: Wire = {
    begun(accountId, mail) {
      witness.inItsHours(mail, clock.now());
      witness.begun(accountId, mail);
    },
    accepted(accountId, mail) {
      witness.accepted(accountId, mail);
      const { next } = takes;
      if (next === null || !owner.alive) return;
      takes.next = null;
      next(owner);
    },
    answered: (accountId, mail, outcome) => witness.answered(accountId, mail, outcome),
  };
  const serverOf = (id: string): MailServer => witness.account(id).server;
  const budget = { perDay: null, perMinute: null, gapMs: 0 };
  const provider = (connections: number): SendingProviders["smtp"] => ({
    open: async ({ id }) => simulatedSender({ schedule, chance, wire, owner, server: serverOf(id) }),
    verify: async () => ({ ok: true }),
    capacity: () => ({ budget, connections }),
  });
  return { google: provider(2), outlook: provider(1), smtp: provider(5), sandbox: provider(3) };
}

const secrets: Secrets = {
  seal: (text) => text,
  open: (sealed) => sealed,
  sign: (_, id) => id,
  verify: (_, token) => token,
  hashAddress: (address) => `hash of ${address}`,
  formerHash: () => null,
  hashCounted: (text) => text,
  addressKey: nothing,
};

function tellingLog(witness: Witness, name: string): Log {
  const say = (message: string, { error }: { error?: unknown } = {}) =>
    witness.tell(`${name} logs: ${message}${error === undefined ? "" : ` (${String(error).slice(0, 120)})`}`);
  const log: Log = { debug: say, info: say, warn: say, error: say, with: () => log };
  return log;
}
