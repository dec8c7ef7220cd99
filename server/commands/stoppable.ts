import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { loadSettings } from "../settings/loadSettings.ts";
import type { Settings } from "../settings/settings.ts";
import { printNote } from "./print.ts";

type LongWork = {
  work(): Promise<void>;
  /** Asked before it begins; answers what clears up after it was stopped, and says what state things are in. */
  leaving(settings: Settings): () => string;
};
export type Stoppable = (long: LongWork) => Promise<void>;

const askedBy = "_AMPLIFY_ASKED_BY";
/** Not the closing of the window, which `nohup` has ignored here. */
const endings = ["SIGINT", "SIGTERM"] as const;

/**
 * Does what takes long in a process of its own: SQLite copies and checks a database in one call each, in the midst of
 * which no signal is heard here. Whoever stops the command is told at once what state things are in, and nothing is left half.
 */
export const stoppable: Stoppable = async ({ work, leaving }) => {
  const settings = process.env[askedBy] === undefined ? settingsOrNone() : null;
  // What is wrong with them the work tells; and PostgreSQL is asked in calls that wait.
  if (settings === null || settings.databaseUrl !== null) return work();
  const left = leaving(settings);
  // The binary is its own script.
  const script = /\$bunfs|~BUN/.test(import.meta.url) ? [] : process.argv.slice(1, 2);
  const child = spawn(process.execPath, [...process.execArgv, ...script, ...process.argv.slice(2)], {
    stdio: "inherit",
    // What the window is told, as Ctrl-C and that it closes, is heard here alone.
    detached: process.platform !== "win32",
    env: { ...process.env, [askedBy]: String(process.pid) },
  });
  let stoppedBy: NodeJS.Signals | null = null;
  const stop = (signal: NodeJS.Signals) => {
    stoppedBy ??= signal;
    child.kill("SIGKILL");
  };
  for (const signal of endings) process.on(signal, stop);
  try {
    const [code, endedBy] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
    if (endedBy === null) process.exitCode = code ?? 1;
    else {
      printNote(left());
      process.exitCode = 128 + constants.signals[stoppedBy ?? endedBy];
    }
  } finally {
    for (const signal of endings) process.off(signal, stop);
  }
};

/** Whether the process is gone that this one works for, so that nobody could stop it any more. */
export function isLeftAlone(): boolean {
  const asked = process.env[askedBy];
  return asked !== undefined && asked !== String(process.ppid);
}

function settingsOrNone(): Settings | null {
  try {
    return loadSettings().settings;
  } catch {
    return null;
  }
}
