import { uptime } from "node:os";
import { v7 } from "uuid";
import { clockLimits } from "../contract/limits/database.ts";
import { hashingLimits } from "../contract/limits/identity.ts";
import type { Database } from "../db/database.ts";
import { clockMetaKeys, createMetaStore, type MetaStore } from "../db/stores/installation/meta.ts";
import type { HashCosts } from "../platform/passwords.ts";
import {
  type ClockSources,
  type ClockStep,
  createClock,
  createElapsed,
  type SteppingClock,
} from "./core/clock.ts";
import { stepText } from "./core/clockText.ts";
import type { Core } from "./core/core.ts";
import { remarkInWords } from "./core/faultInWords.ts";
import { createDatabaseWall, type DatabaseWall } from "./databaseWall.ts";
import { countRepeats } from "./log/countRepeats.ts";
import { isOfFullDisk, tellFullDiskOnce } from "./log/fullDisk.ts";
import { createLog, type Log } from "./log/log.ts";
import { createLogOutput, type LogOutput, type WriteLine } from "./log/output.ts";
import { createSecurityLog } from "./log/securityLog.ts";
import { openDatabase } from "./openDatabase.ts";
import { loadKey } from "./secrets/key.ts";
import { createSecrets } from "./secrets/secrets.ts";
import type { Settings } from "./settings/settings.ts";

export type Installation = {
  core: Omit<Core, "settings"> & { clock: SteppingClock };
  /** Where every entry of the log goes, those of other threads too. */
  output: LogOutput;
  close(): Promise<void>;
};

export type InstallationOptions = {
  /** The clocks to go by in place of the machine's, for tests. */
  time?: ClockSources | undefined;
  /** Takes the lines of the log in place of stderr, for tests. */
  writeLog?: WriteLine | undefined;
  /** What hashing a password costs here, for tests, which make people by the thousand. No setting reaches it. */
  passwordCosts?: HashCosts | undefined;
  /** Called before anybody is answered and anything is sent: from then on the process is to be closed, not killed. */
  onWork?: (() => void) | undefined;
};

/**
 * Opens what lies in the data folder: the database, the key that belongs to it, and a clock that goes on from
 * the latest time this installation has seen.
 * @throws {Error} that says what to do, when the folder cannot be worked with, the key is missing or wrong,
 * or the database is newer or gone.
 */
export async function openInstallation(
  settings: Settings,
  { time, writeLog, passwordCosts = hashingLimits.costs }: InstallationOptions,
): Promise<Installation> {
  const { output: counted, tell } = countRepeats(
    createLogOutput({ format: settings.logFormat, write: writeLog }),
  );
  const { output, hasRoom } = tellFullDiskOnce(counted);
  const { logLevel: level } = settings;
  const earlyLog = createLog({ output, clock: { now: Date.now }, level });
  const database = await openDatabase(settings, (remark) => earlyLog.warn(remarkInWords(remark)));
  try {
    const secrets = createSecrets(await loadKey({ settings, database }));
    const meta = createMetaStore(database);
    const seen = await meta.value(clockMetaKeys.latest);
    const sources = time === undefined ? await timeOf(database, meta) : { ...time, look: async () => {} };
    const clock = createClock({
      ...sources,
      startAtLeastMs: typeof seen === "number" ? seen : 0,
    });
    const log = createLog({ output, clock, level });
    clock.onStep((step) => noteStep({ meta, log }, step));
    const persist = createTimeNotes({ meta, clock, log, hasRoom });
    const timer = setInterval(() => {
      // Where it cannot be asked just now, noting the time fails as well, and says so.
      sources.look().catch(() => {});
      void persist();
      tell(clock.now());
    }, clockLimits.persistEveryMs);
    timer.unref();
    return {
      core: {
        clock,
        database,
        secrets,
        log,
        securityLog: createSecurityLog(clock, output),
        passwordCosts,
        newId: () => v7(),
      },
      output,
      async close() {
        clearInterval(timer);
        await persist();
        await database.close();
        tell();
      },
    };
  } catch (error) {
    await closeQuietly(database);
    throw error;
  }
}

type TimeNotes = {
  meta: MetaStore;
  clock: { now(): number };
  log: Log;
  hasRoom(at: number): boolean;
};

/** Notes the latest time. A note that fails is made again at the next turn; nobody waits for it. */
function createTimeNotes({ meta, clock, log, hasRoom }: TimeNotes) {
  let isFailing = false;
  return async () => {
    try {
      await meta.put({ key: clockMetaKeys.latest, value: clock.now() });
      // Each process notes the time, so this is where whoever reads the log of one sees that the database is back.
      if (isFailing) log.info("The time could be noted again: the database takes what is written");
      isFailing = false;
      if (hasRoom(clock.now())) log.info("There is room on the disk again, and what waited goes on");
    } catch (error) {
      isFailing = !isOfFullDisk(error);
      log.warn("The time could not be noted", { error });
    }
  };
}

/** What several machines share tells all of them the time; where one has the data for itself, its own clock does. */
async function timeOf({ shared }: Database, meta: MetaStore): Promise<DatabaseWall> {
  const machine = machineTime();
  return shared === null ? { ...machine, look: async () => {} } : createDatabaseWall(machine, meta.time);
}

function machineTime(): ClockSources {
  const steadyMs = () => performance.now();
  return {
    wallMs: Date.now,
    steadyMs: createElapsed({ steadyMs, uptimeMs: () => uptime() * 1_000, wallMs: Date.now }),
  };
}

/** Said in the log, and kept for `doctor`, since it explains times that look wrong. */
function noteStep({ meta, log }: { meta: MetaStore; log: Log }, { from, byMs }: ClockStep): void {
  const at = from + byMs;
  log.warn(`The machine's clock was set ${stepText(byMs)} and stayed there, so it is followed.`);
  // The latest time seen is that of the right clock from now on, whichever way it went.
  for (const [key, value] of [
    [clockMetaKeys.latest, at],
    [clockMetaKeys.step, { at, byMs }],
  ] as const)
    meta
      .put({ key, value })
      .catch((error) => log.warn("That the clock was set could not be noted", { error }));
}

async function closeQuietly(database: Database): Promise<void> {
  // What kept the installation from opening is told; that its database then does not close either would hide it.
  await database.close().catch(() => {});
}
