import { Refusal } from "../../contract/errors.ts";
import { diskIsFull, isOfFullDisk } from "./fullDisk.ts";
import type { LogOutput } from "./output.ts";
import { requestUnderWay } from "./requestUnderWay.ts";

/*
 * Ours, and no package: pino, the one that would be taken, brings eleven others, and to be read by people one more, in a
 * thread that a compiled program has to be taught to find. What is needed of it is below.
 */

const logLevels = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof logLevels)[number];

/** What an entry is about. Ids only: never a password, a token, a cookie, an address of e-mail or the text of a mail. */
type LogFields = {
  /** The request's id, which its answer names too. */
  request?: string | undefined;
  /** A person's id. */
  user?: string | undefined;
  /** A workspace's id. */
  workspace?: string | undefined;
  campaign?: string | undefined;
  /** A sending account's id. */
  account?: string | undefined;
  /** A job's id. */
  job?: string | undefined;
  /** What was thrown; told without the values of a query (see `describeFault.ts`). */
  error?: unknown;
  [name: string]: unknown;
};

type Say = (message: string, fields?: LogFields) => void;

export type Log = Record<LogLevel, Say> & {
  /** The same log, whose entries all have these fields. */
  with(fields: LogFields): Log;
};

type LogOptions = { output: LogOutput; clock: { now(): number }; level: LogLevel };

/** What happens on the server that whoever runs it should know of; entries below `level` are left out. */
export function createLog(options: LogOptions, known: LogFields = {}): Log {
  const { output, clock, level: lowest } = options;
  const sayAt = (level: LogLevel): Say => {
    if (logLevels.indexOf(level) < logLevels.indexOf(lowest)) return () => {};
    return (message, fields = {}) => {
      const request = requestUnderWay();
      const { error, ...rest } = { ...(request === undefined ? {} : { request }), ...known, ...fields };
      const time = new Date(clock.now()).toISOString();
      // Whatever met it, that is what somebody has to know, and where in the program it was met says nothing.
      if (isOfFullDisk(error)) {
        output({ log: "server", time, level: "error", message: diskIsFull });
        if (lowest !== "debug") return;
      }
      const fault = error === undefined ? {} : { error: describeFault(error) };
      output({ log: "server", time, level, message, ...rest, ...fault });
    };
  };
  return {
    debug: sayAt("debug"),
    info: sayAt("info"),
    warn: sayAt("warn"),
    error: sayAt("error"),
    with: (fields) => createLog(options, { ...known, ...fields }),
  };
}

/**
 * An unexpected error in words for the log: what went wrong and where, through all its causes. A failed query
 * is named without its text and values, which may be somebody's address, hash or token.
 */
function describeFault(error: unknown): string {
  const parts: string[] = [];
  for (let current = error; current !== undefined && current !== null; current = causeOf(current))
    parts.push(described(current));
  return parts.join("\ncaused by ");
}

function described(error: unknown): string {
  if (!(error instanceof Error)) return `a thrown ${typeof error}`;
  if ("params" in error) return "a query of the database failed";
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return [`${error.name}: ${toldOf(error)}`, ...frames].join("\n");
}

/** A refusal's sentence is for who asked, and with a cause often only that something went wrong: the code says which. */
function toldOf(error: Error): string {
  return error instanceof Refusal && error.cause !== undefined ? error.reason.code : error.message;
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}
