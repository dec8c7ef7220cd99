import type { Difference } from "../../../installation/Difference.ts";
import { differencesText } from "./installation/database.ts";

type Searches = { missing: number; stray: number; file: string; statement: string };

/** In gigabytes, and in megabytes where it would be hardly one: whoever has little left wants to know how little. */
function room(bytes: number): string {
  const megabytes = bytes / 1024 / 1024;
  return megabytes < 1024 ? `${Math.floor(megabytes)} MB` : `${(megabytes / 1024).toFixed(1)} GB`;
}

/** What `amplify doctor` finds. */
export const doctor = {
  /** What stands before each finding, in a column of five. */
  states: { ok: "ok", look: "look", wrong: "wrong" },
  version: ({ version, runtime }: { version: string; runtime: string }) => `Amplify ${version} on ${runtime}`,
  folder: {
    writable: (folder: string) => `${folder} can be written`,
    notLookedAt: ({ file, why }: { file: string; why: string }) => `${file} cannot be read: ${why}`,
    reading: ({ file, megabytes }: { file: string; megabytes: string }) =>
      `Reading all of ${file} (${megabytes} MB), which takes a while`,
    damaged: ({ file, fault }: { file: string; fault: string }) =>
      `${file} is damaged (${fault}). amplify restore puts a backup in its place`,
    sound: ({ file, megabytes }: { file: string; megabytes: string }) => `${file} is sound (${megabytes} MB)`,
    locked: (file: string) =>
      `Another process keeps ${file} for itself, so that nothing can be saved just now. A server that brings it to this version does that for a while; otherwise fuser ${file} names the process`,
    clock: "The machine's clock",
    isPrivate: "Nobody else may read the database",
    isOpen: (file: string) => `Others on this machine can read the database: chmod 600 ${file}`,
    free: (bytes: number) => `${room(bytes)} are free`,
    tooLittle: (bytes: number) => `Only ${room(bytes)} are free, less than the database has`,
    copies: ({ folder, copies, megabytes }: { folder: string; copies: number; megabytes: string }) =>
      `${copies === 1 ? "1 database from before an upgrade or a restore is" : `${copies} databases from before upgrades and restores are`} kept in ${folder} (${megabytes} MB): delete what you no longer need`,
    updated: "amplify serve brings them to date and keeps a copy of before",
  },
  postgres: {
    empty: (place: string) => `There is nothing in ${place} yet: amplify serve creates it`,
    answers: ({ version, place, megabytes }: { version: string; place: string; megabytes: string }) =>
      `PostgreSQL ${version} at ${place} answers (${megabytes} MB)`,
    updated: "amplify serve brings them to date: back them up first",
    clock: "PostgreSQL's clock",
    files: ({ files, megabytes, limits }: { files: number; megabytes: string; limits: number }) =>
      `${files} files of imports lie in it (${megabytes} MB), and servers count ${limits} limits together`,
    connections: ({ held, max }: { held: number; max: number }) =>
      `Servers hold ${held} of the ${max} connections that PostgreSQL allows`,
    fewConnections: ({ held, max, wanted }: { held: number; max: number; wanted: number }) =>
      `Servers hold ${held} of the ${max} connections that PostgreSQL allows. A process needs up to ${wanted}, and twice as many where it answers and sends: raise max_connections, or the limit of the role or of the database`,
    brokenFile: (id: string) =>
      `Pieces of the file ${id} of an import are missing. Upload it again, or put a backup back with pg_restore`,
    deadLines: (count: number) =>
      `${count} lines are kept for servers that are long gone. The next import clears them away`,
    noSearchIndex: (statement: string) =>
      `Searches look through all leads, which takes long where there are many: the extension pg_trgm is not available. Somebody with the right to add it runs: ${statement}`,
  },
  sending: {
    sends: ({ senders, waiting }: { senders: number; waiting: number }) =>
      `${senders === 1 ? "1 process sends" : `${senders} processes send`} for this database${waiting === 0 ? "" : `. ${accountsWait(waiting)} for one of them to take it up, within seconds`}`,
    nobodySends: (waiting: number) =>
      `${accountsWait(waiting)} and no process sends: amplify serve, or --role sender`,
  },
  tables: {
    wrong: ({ found, restore }: { found: readonly Difference[]; restore: string }) =>
      `Its tables are not those that Amplify created: ${differencesText(found)}. ${restore} puts a backup in its place`,
    sound: "Its tables are sound, and this version can work with them",
    /** `how` says what brings them to date. */
    older: (how: string) => `Its tables are sound, and of an older version: ${how}`,
    added: (found: readonly Difference[]) => `Another program has added to them: ${differencesText(found)}`,
  },
  key: {
    noneSealed: "Nothing is sealed with a key yet",
    missing: (place: string) => `The key is missing: put it back as ${place}`,
    other: (place: string) => `${place} is not the key that this database was sealed with`,
    fits: (place: string) => `${place} is the key that fits`,
  },
  times: {
    behind: ({ clock, span, minutes }: { clock: string; span: string; minutes: number }) =>
      `${clock} is ${span} behind the latest time seen here. Is it right? A server believes it after ${minutes} minutes`,
    wasSet: ({ clock, step, at }: { clock: string; step: string; at: string }) =>
      `${clock} was set ${step} on ${at}: times from before may be wrong by as much`,
    ahead: (count: number) =>
      `${count === 1 ? "1 time lies" : `${count} times lie`} ahead of the clock. A server brings that back when it starts`,
  },
  miscounted: ({ subject, id }: { subject: string; id: string }) =>
    `The campaign "${subject}" (${id}) has counts that do not match its mails, so its numbers are shown wrong. What is still to be sent is counted again when a server starts`,
  search: ({ missing, stray, file, statement }: Searches) =>
    `Searches miss ${missing} leads and count ${stray} that are gone: their index is not that of the leads. Once the server has stopped, sqlite3 ${file} "${statement}" lets the next start make it anew`,
  jobs: {
    failed: ({ kind, id, tries, why }: { kind: string; id: string; tries: number; why: string }) =>
      `The job ${kind} (${id}) has failed after ${tries === 1 ? "1 try" : `${tries} tries`}: ${why}`,
    moreFailed: (count: number) => `More jobs have failed: ${count}`,
    abandoned: (jobs: Jobs) => `${jobsText(jobs)} lost the server midway. The next one takes over`,
    overdue: (jobs: Jobs) => `${jobsText(jobs)} should have begun long ago. Is a server running?`,
  },
  mailsLeadTo: (address: string) => `Mails lead to ${address}`,
};

type Jobs = { count: number; kinds: readonly string[] };

function jobsText({ count, kinds }: Jobs): string {
  return `${count} ${count === 1 ? "job" : "jobs"} (${kinds.join(", ")})`;
}

function accountsWait(count: number): string {
  return count === 1 ? "1 sending account waits" : `${count} sending accounts wait`;
}
