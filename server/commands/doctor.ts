import { statfsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { runtime } from "#platform/runtime";
import { clockLimits } from "../../contract/limits/database.ts";
import { jobLimits } from "../../contract/limits/jobs.ts";
import { minuteMs } from "../../contract/limits/units.ts";
import { type Look, lookAt } from "../../db/backup/lookAt.ts";
import { lookAtCounts, type Miscount } from "../../db/backup/lookAtCounts.ts";
import { type JobTrouble, lookAtJobs } from "../../db/backup/lookAtJobs.ts";
import { forgettingSearch, lookAtSearch, type SearchLook } from "../../db/backup/lookAtSearch.ts";
import { lookAtTimes, type TimesLook } from "../../db/backup/lookAtTimes.ts";
import { placeOf } from "../../db/postgres/connection.ts";
import { addingSearchIndex, lookAtPostgres, type SendingLook } from "../../db/postgres/lookAt.ts";
import { reachWarning } from "../campaigns/reachWarning.ts";
import { spanText, stepText } from "../core/clockText.ts";
import { versionText } from "../core/version.ts";
import {
  databaseFile,
  faultOfFile,
  hasDatabase,
  lostDatabase,
  noDatabase,
  writeFault,
} from "../dataFolder.ts";
import { keyWanted } from "../openDatabase.ts";
import { givenKeyId, keyPlace } from "../secrets/key.ts";
import type { Settings } from "../settings/settings.ts";
import { type Finding, inMegabytes } from "./finding.ts";
import { printLine } from "./print.ts";
import { sharedFindings } from "./sharedFindings.ts";

/** Looks an installation over, beside a running server too; nothing is different afterwards. @returns whether all is well. */
export async function doctor(settings: Settings): Promise<boolean> {
  const { databaseUrl } = settings;
  const data =
    databaseUrl === null ? folderFindings(settings) : await postgresFindings(settings, databaseUrl);
  const findings: Finding[] = [versionFinding(), ...data, addressFinding(settings)];
  for (const { state, text } of findings) printLine(`${state.padEnd(5)}  ${text}`);
  return findings.every(({ state }) => state !== "wrong");
}

function versionFinding(): Finding {
  return { state: "ok", text: `Amplify ${versionText()} on ${runtime}` };
}

function folderFindings(settings: Settings): Finding[] {
  const { dataFolder } = settings;
  if (!hasDatabase(dataFolder))
    return [{ state: "wrong", text: lostDatabase(dataFolder) ?? noDatabase(dataFolder) }];
  const file = databaseFile(dataFolder);
  return [
    writeFinding(dataFolder),
    ...databaseFindings(settings, file),
    accessFinding(file),
    spaceFinding(dataFolder, statSync(file).size),
  ];
}

/** The data folder has only files that come and go then, such as uploads. */
async function postgresFindings(settings: Settings, url: string): Promise<Finding[]> {
  const { dataFolder } = settings;
  const folder = [writeFinding(dataFolder)];
  const look = await lookAtPostgres(url, { until: Date.now() + clockLimits.jumpMs, ...jobsAt() });
  if (look.fault !== null) return [...folder, { state: "wrong", text: look.fault }];
  const place = placeOf(url);
  if (look.refusal === null && look.differences.wrong.length === 0 && look.bytes === 0)
    return [...folder, { state: "wrong", text: `There is nothing in ${place} yet: amplify serve makes it` }];
  return [
    ...folder,
    {
      state: "ok",
      text: `PostgreSQL ${look.version} at ${place} answers (${inMegabytes(look.bytes)} MB)`,
    },
    ...tableFindings(look, {
      restore: "pg_restore",
      update: "amplify serve brings them to date: back them up first",
    }),
    settings.key === null ? { state: "wrong", text: keyWanted } : keyFinding(settings, look.keyId),
    ...(look.times === null ? [] : timeFindings(look.times)),
    ...countFindings(look.miscounts),
    ...(look.sending === null ? [] : sendingFindings(look.sending)),
    ...(look.isSearchIndexed ? [] : [searchIndexWanted]),
    ...jobFindings(look.jobs),
    ...(look.shared === null ? [] : sharedFindings(look.shared)),
  ];
}

/** Leases that are over are taken up by whoever else sends, so only where nobody does somebody has to act. */
function sendingFindings({ senderCount, lostCount, leftCount }: SendingLook): Finding[] {
  const waiting = lostCount + leftCount;
  const accounts = waiting === 1 ? "1 sending account waits" : `${waiting} sending accounts wait`;
  if (senderCount > 0) {
    const senders = senderCount === 1 ? "1 process sends" : `${senderCount} processes send`;
    const more = waiting === 0 ? "" : `. ${accounts} for one of them to take it up, within seconds`;
    return [{ state: waiting === 0 ? "ok" : "look", text: `${senders} for this database${more}` }];
  }
  if (waiting === 0) return [];
  return [{ state: "look", text: `${accounts} and no process sends: amplify serve, or --role sender` }];
}

function writeFinding(folder: string): Finding {
  const fault = writeFault(folder);
  return fault === null
    ? { state: "ok", text: `${resolve(folder)} can be written` }
    : { state: "wrong", text: fault };
}

function databaseFindings(settings: Settings, file: string): Finding[] {
  let look: Look;
  try {
    look = lookAt(file);
  } catch (error) {
    return [
      { state: "wrong", text: `${file} ${faultOfFile(error) ?? `cannot be looked at: ${String(error)}`}` },
    ];
  }
  if (look.fault !== null)
    return [
      {
        state: "wrong",
        text: `${file} is damaged (${look.fault}). amplify restore puts a backup in its place`,
      },
    ];
  return [
    { state: "ok", text: `${file} is sound (${inMegabytes(statSync(file).size)} MB)` },
    ...tableFindings(look, {
      restore: "amplify restore",
      update: "amplify serve brings them to date and keeps a copy of before",
    }),
    keyFinding(settings, look.keyId),
    ...(isFit(look) ? timeFindings(lookAtTimes(file, Date.now() + clockLimits.jumpMs)) : []),
    ...(isFit(look) ? countFindings(lookAtCounts(file)) : []),
    ...(isFit(look) ? searchFindings(lookAtSearch(file), file) : []),
    ...(isFit(look) ? jobFindings(lookAtJobs(file, jobsAt())) : []),
  ];
}

/** Only in tables that are as they should be can be looked for more. */
function isFit({ refusal, differences }: Look): boolean {
  return refusal === null && differences.wrong.length === 0;
}

type Commands = { restore: string; update: string };

function tableFindings(
  { refusal, missingCount, differences }: Look,
  { restore, update }: Commands,
): Finding[] {
  if (refusal !== null) return [{ state: "wrong", text: refusal }];
  const { wrong, added } = differences;
  if (wrong.length > 0)
    return [
      {
        state: "wrong",
        text: `Its tables are not those that Amplify made: ${wrong.join("; ")}. ${restore} puts a backup in its place`,
      },
    ];
  const age = missingCount === 0 ? "this version can work with them" : `of an older version: ${update}`;
  const sound: Finding = { state: "ok", text: `Its tables are sound, and ${age}` };
  if (added.length === 0) return [sound];
  return [sound, { state: "look", text: `Another program has added to them: ${added.join("; ")}` }];
}

function keyFinding(settings: Settings, keyId: string | null): Finding {
  const place = keyPlace(settings);
  let given: string | null;
  try {
    given = givenKeyId(settings);
  } catch (error) {
    return { state: "wrong", text: error instanceof Error ? error.message : String(error) };
  }
  if (keyId === null) return { state: "ok", text: "Nothing is sealed with a key yet" };
  if (given === null) return { state: "wrong", text: `The key is missing: put it back as ${place}` };
  if (given !== keyId)
    return { state: "wrong", text: `${place} is not the key that this database was sealed with` };
  return { state: "ok", text: `${place} is the key that fits` };
}

function accessFinding(file: string): Finding {
  if ((statSync(file).mode & 0o077) === 0) return { state: "ok", text: "Nobody else may read the database" };
  return { state: "look", text: `Others on this machine may read the database: chmod 600 ${file}` };
}

/** What a clock that was wrong has left: a server puts it right by itself, and somebody should know why. */
function timeFindings({ latest, step, aheadCount }: TimesLook): Finding[] {
  const now = Date.now();
  const findings: Finding[] = [];
  if (latest !== null && latest > now + clockLimits.jumpMs)
    findings.push({
      state: "look",
      text: `The machine's clock is ${spanText(latest - now)} behind the latest time seen here. Is it right? A server believes it after ${clockLimits.believeAfterMs / minuteMs} minutes`,
    });
  if (step !== null && Math.abs(now - step.at) < clockLimits.toldMs)
    findings.push({
      state: "look",
      text: `The machine's clock was set ${stepText(step.byMs)} on ${new Date(step.at).toISOString()}: times from before may be wrong by as much`,
    });
  if (aheadCount > 0)
    findings.push({
      state: "look",
      text: `${aheadCount === 1 ? "1 time lies" : `${aheadCount} times lie`} ahead of the machine's clock. A server brings that back when it starts`,
    });
  return findings;
}

/** What is shown of a campaign goes by its counts; what is sent goes by its mails, so nobody is mailed twice for it. */
function countFindings(miscounts: readonly Miscount[]): Finding[] {
  return miscounts.map(({ campaignId, subject }) => ({
    state: "wrong",
    text: `The campaign "${subject}" (${campaignId}) has other counts than mails, so its numbers are shown wrong. What is still to be sent is counted anew when a server starts`,
  }));
}

const searchIndexWanted: Finding = {
  state: "look",
  text: `Searches look through all leads, which takes long where there are many: the extension pg_trgm could not be had. Whoever may add it: ${addingSearchIndex}`,
};

/** Whom the index does not know is not found; the leads themselves are all there. */
function searchFindings({ missing, stray }: SearchLook, file: string): Finding[] {
  if (missing === 0 && stray === 0) return [];
  return [
    {
      state: "wrong",
      text: `Searches miss ${missing} leads and count ${stray} that are gone: their index is not that of the leads. Once the server has stopped, sqlite3 ${file} "${forgettingSearch}" lets the next start make it anew`,
    },
  ];
}

function jobsAt() {
  const now = Date.now();
  return { now, overdueBefore: now - jobLimits.overdueMs };
}

/** What was to be done and was not. */
function jobFindings(found: readonly JobTrouble[]): Finding[] {
  const failed = found.filter(({ trouble }) => trouble === "failed");
  const named = failed.slice(0, jobLimits.namedMax).map(failedText);
  const more = failed.length - named.length;
  const texts = [
    ...named,
    more === 0 ? "" : `More jobs have failed: ${more}`,
    kindsText(found, "abandoned", "lost the server in the middle. The next one goes on"),
    kindsText(found, "overdue", "should have begun long ago. Is a server running?"),
  ];
  return texts.filter((text) => text !== "").map((text) => ({ state: "look", text }));
}

function failedText({ id, kind, attempts, lastError }: JobTrouble): string {
  return `The job ${kind} (${id}) has failed after ${attempts === 1 ? "1 try" : `${attempts} tries`}: ${lastError}`;
}

/** Empty where there are none. */
function kindsText(found: readonly JobTrouble[], trouble: JobTrouble["trouble"], what: string): string {
  const kinds = found.filter((job) => job.trouble === trouble).map(({ kind }) => kind);
  if (kinds.length === 0) return "";
  return `${kinds.length} ${kinds.length === 1 ? "job" : "jobs"} (${[...new Set(kinds)].join(", ")}) ${what}`;
}

/** A backup, and SQLite in moving its log, may need as much again. */
function spaceFinding(folder: string, bytes: number): Finding {
  const { bavail, bsize } = statfsSync(folder);
  const text = `${inGigabytes(bavail * bsize)} GB are free`;
  return bavail * bsize > bytes
    ? { state: "ok", text }
    : { state: "look", text: `Only ${text}, less than the database has` };
}

function addressFinding({ publicUrl, port }: Settings): Finding {
  const address = publicUrl ?? `http://localhost:${port}`;
  const [warning] = reachWarning({ publicUrl: address, provider: "" });
  return warning === undefined
    ? { state: "ok", text: `Mails lead to ${address}` }
    : { state: "look", text: warning.text };
}

function inGigabytes(bytes: number): string {
  return (bytes / 1024 / 1024 / 1024).toFixed(1);
}
