import { clockLimits } from "../../../contract/limits/database.ts";
import { leaseLimits } from "../../../contract/limits/sending.ts";
import { dayMs, hourMs, minuteMs, secondMs } from "../../../contract/limits/units.ts";
import { credentialRow } from "../smtp/sendingRows.ts";
import { deathsBehindTheDot } from "./accidents.ts";
import { type Chance, createChance } from "./chance.ts";
import { type LedgerFile, openLedgerFile } from "./ledgerFile.ts";
import { fairWeather } from "./mailServer.ts";
import { actsOf, cancel, resume, resumeAccount, retry, sendRestFrom } from "./people.ts";
import { Schedule } from "./schedule.ts";
import { beginSequence, hasSequences } from "./sequences.ts";
import { openSharedLedger } from "./sharedLedger.ts";
import { startMs } from "./simulatedDatabase.ts";
import { type SimulatedProcess, startProcess, type World, workspaceId } from "./simulatedProcess.ts";
import type { Act, Stage } from "./stage.ts";
import { type Broken, Witness } from "./witness.ts";

/** What came of one world. */
export type Verdict = {
  seed: number;
  broken: Broken | null;
  story: readonly string[];
  /** What happened to it, by the place in its life. */
  acts: readonly string[];
  mailCount: number;
  eventCount: number;
};

/** One machine with a file, or several with a database that they share. */
export type WorldKind = keyof typeof kinds;

/** The longest that a patient person looks after what is left, how long nothing happens now and then, and what else differs. */
const kinds = {
  file: {
    open: openLedgerFile,
    leapMs: hourMs,
    pauseMs: hourMs,
    patienceMs: 14 * dayMs,
    others: 0.3,
    hasDays: true,
  },
  // Whoever has a lease has to say so every few seconds, so time is not leapt over, and nothing takes days. Windows and
  // zones are the same wherever the rows are.
  shared: {
    open: openSharedLedger,
    leapMs: leaseLimits.renewEveryMs - secondMs,
    pauseMs: minuteMs,
    patienceMs: 6 * hourMs,
    others: 0.9,
    hasDays: false,
  },
};
const kindOf = ({ file }: Pick<World, "file">) => kinds[file.shared === null ? "file" : "shared"];

const ledgers = new Map<WorldKind, LedgerFile>();

/** Lives one world through, from its seed; `without` leaves out some of what happens in it. */
export async function simulate(
  seed: number,
  without: ReadonlySet<number> = new Set(),
  kind: WorldKind = "file",
): Promise<Verdict> {
  const file = ledgers.get(kind) ?? (await kinds[kind].open());
  ledgers.set(kind, file);
  // From a turn of its own: what follows from an event is then done before the next one.
  return new Promise((resolve, reject) =>
    setImmediate(() => {
      try {
        resolve(live(seed, without, file));
      } catch (error) {
        reject(error);
      }
    }),
  );
}

function live(seed: number, without: ReadonlySet<number>, file: LedgerFile): Verdict {
  file.empty();
  const { leapMs, pauseMs, hasDays } = kindOf({ file });
  const schedule = new Schedule(leapMs);
  const witness = new Witness({ schedule, file });
  const chance = createChance(seed, "world");
  const isRemote = chance.is(0.4);
  let lastId = 0;
  const world: World = {
    seed,
    schedule,
    file,
    witness,
    lock: { holder: null },
    folder: { text: null, boot: "boot 1", writer: null },
    weather: {
      readFaults: 0,
      writeFaults: 0,
      lostAnswers: 0,
      isFull: false,
      reachMs: isRemote ? chance.pick([5, 40]) : 0.3,
    },
    takes: { next: null },
    wall: { offsetMs: startMs, latestMs: startMs, setAtMs: Number.NEGATIVE_INFINITY },
    hasJobs: hasDays && hasSequences(seed),
    newId: (kind) => `${kind}${String(++lastId).padStart(6, "0")}`,
  };
  const stage = createStage(world, chance);
  const common = actsOf(createChance(seed, "acts"), pauseMs);
  const lastMs = common.at(-1)?.atMs ?? 0;
  const acts = [
    ...common,
    ...(file.shared === null ? [] : deathsBehindTheDot(createChance(seed, "deaths"), lastMs)),
  ];
  if (world.hasJobs) schedule.at(2 * secondMs, () => beginSequence(stage));
  schedulePlan(stage, { acts, without });
  const endMs = lastMs + 10 * secondMs;
  schedule.runUntil(endMs);
  finale(stage);
  if (witness.broken === null) witness.boundsUncertain();
  return {
    seed,
    broken: witness.broken,
    story: witness.story,
    acts: acts.map(({ what }) => what),
    mailCount: witness.takenCount,
    eventCount: schedule.count,
  };
}

function schedulePlan(
  stage: Stage,
  { acts, without }: { acts: readonly Act[]; without: ReadonlySet<number> },
) {
  for (const [place, act] of acts.entries())
    if (!without.has(place))
      stage.schedule.at(act.atMs, () => act.do(stage, createChance(stage.seed, `act ${place}`)));
}

function createStage(world: World, chance: Chance): Stage {
  const { schedule, witness, wall } = world;
  const names = chance.is(kindOf(world).others) ? ["P1", "P2"] : ["P1"];
  const processes: SimulatedProcess[] = [];
  const ends = createChance(world.seed, "ends");
  let run = 0;
  const start = (name: string) => {
    witness.tell(`${name} starts`);
    processes.push(startProcess(world, { name, run: run++ }));
  };
  const answering = () => processes.filter(({ owner, isUp }) => owner.alive && isUp);
  const stage: Stage = {
    ...world,
    accountIds: fillAccounts(world, chance),
    leadIds: fillLeads(world, chance),
    campaignIds: [],
    anyProcess: () => (answering().length === 0 ? null : ends.pick(answering())),
    processOf: (owner) => processes.find((process) => process.owner === owner && owner.alive) ?? null,
    sender: () => answering().find((process) => process.isSender()) ?? null,
    replace(process, { afterMs, isKilled }) {
      const gone = () => {
        if (!process.owner.alive) return;
        witness.tell(`${process.name} is gone`);
        process.die();
        schedule.at(schedule.nowMs + afterMs, () => start(process.name));
      };
      witness.tell(`${process.name} is ${isKilled ? "killed" : "stopped"}`);
      if (isKilled) return gone();
      process.isUp = false;
      void process.dispatcher.stop().then(gone, gone);
    },
    isEverybodyUp: () => answering().length === names.length,
    isTimeUnsure: () =>
      schedule.nowMs < wall.setAtMs + clockLimits.believeAfterMs + 2 * clockLimits.persistEveryMs ||
      processes.some(({ owner, believesClock }) => owner.alive && !believesClock()),
  };
  for (const name of names) start(name);
  return stage;
}

function fillAccounts({ file, witness }: World, chance: Chance): string[] {
  const { hasDays } = kindOf({ file });
  const ids = Array.from({ length: chance.between(1, 3) }, (_, nth) => `account${nth}`);
  for (const id of ids) {
    const [provider, connections] = chance.pick([
      ["google", 2],
      ["outlook", 1],
      ["smtp", 5],
    ] as const);
    const limits = {
      perDay: chance.is(0.2) && hasDays ? chance.between(40, 120) : null,
      perMinute: chance.is(0.3) ? chance.between(5, 40) : null,
      gapMs: chance.is(0.2) ? chance.between(2, 8) * secondMs : 0,
    };
    const appEmail = `${id}@sim.test`;
    const row = credentialRow({ id, workspaceId, provider, appEmail, alias: `Ada <${appEmail}>`, ...limits });
    file.commit((write) => ({ added: write.insert(file.tables.credentials).values(row) }));
    witness.tell(`${id}: ${provider}, ${connections} connections, ${JSON.stringify(limits)}`);
    witness.accounts.set(id, {
      limits,
      begunAt: [],
      takenAt: [],
      claimCount: 0,
      tolerance: 0,
      server: { accountId: id, connections, mood: fairWeather },
    });
  }
  return ids;
}

function fillLeads({ file }: World, chance: Chance): string[] {
  const ids = Array.from(
    { length: chance.pick([8, 25, 70]) },
    (_, nth) => `lead${String(nth).padStart(3, "0")}`,
  );
  file.addLeads({ workspaceId, ids });
  return ids;
}

/** With all faults over, and with people who let go on whatever waits for them, everything comes to its end. */
function finale(stage: Stage): void {
  const { schedule, witness, weather, file } = stage;
  witness.tell("all faults are over");
  stage.takes.next = null;
  Object.assign(weather, { readFaults: 0, writeFaults: 0, lostAnswers: 0, isFull: false });
  for (const { server } of witness.accounts.values()) server.mood = fairWeather;
  const endMs = schedule.nowMs + kindOf(stage).patienceMs;
  let roundMs = 5 * minuteMs;
  while (!schedule.isOver) {
    schedule.runUntil(schedule.nowMs + roundMs);
    witness.addsUp();
    const open = file.openCampaigns();
    const sequences = file.openSequences();
    if (open.length + sequences.length === 0 || schedule.isOver) break;
    if (schedule.nowMs > endMs) witness.fail("end", JSON.stringify(open[0] ?? sequences[0]));
    lookAfter(stage, open);
    for (const sequence of sequences) lookAfterSequence(stage, sequence);
    roundMs = Math.min(roundMs * 2, 6 * hourMs);
  }
}

/** A person says of mails in doubt that they may go again, and lets go on what asks. */
function lookAfterSequence(
  stage: Stage,
  { id, pausedBy, parts, reason }: ReturnType<LedgerFile["openSequences"]>[number],
): void {
  const at = stage.anyProcess();
  if (at === null) return;
  for (const part of JSON.parse(parts) as string[])
    stage.witness.campaign(part).retriedStates.add("uncertain");
  if (pausedBy !== null && reason?.includes("account_removed")) cancel({ ...stage, at }, id);
  else if (pausedBy !== null) resume({ ...stage, at }, id);
  else retry({ ...stage, at }, id, ["uncertain"]);
}

function lookAfter(stage: Stage, open: ReturnType<LedgerFile["openCampaigns"]>): void {
  for (const id of stage.file.stoppedAccounts()) resumeAccount(stage, id);
  for (const { id, state, isAccountGone } of open) {
    const at = stage.anyProcess();
    if (at === null) return;
    if (state !== "paused") continue;
    const another = stage.file.accountIds()[0];
    if (isAccountGone && another !== undefined) sendRestFrom({ ...stage, at }, id, another);
    else if (isAccountGone) cancel({ ...stage, at }, id);
    else resume({ ...stage, at }, id);
  }
}
