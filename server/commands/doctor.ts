import { statfsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { runtime } from "#platform/runtime";
import { InstallationFault } from "../../contract/installation/InstallationFault.ts";
import { remark } from "../../contract/installation/remark.ts";
import { clockLimits, databaseLimits } from "../../contract/limits/database.ts";
import { jobLimits } from "../../contract/limits/jobs.ts";
import { minuteMs } from "../../contract/limits/units.ts";
import { doctorTexts } from "../../contract/texts/terminal/doctor.ts";
import { inspectCounts, type Miscount } from "../../db/backup/inspectCounts.ts";
import { type Inspection, inspectDatabase } from "../../db/backup/inspectDatabase.ts";
import { inspectJobs, type JobTrouble } from "../../db/backup/inspectJobs.ts";
import { isLocked } from "../../db/backup/inspectLock.ts";
import { forgettingSearch, inspectSearch, type SearchInspection } from "../../db/backup/inspectSearch.ts";
import { inspectTimes, type TimesInspection } from "../../db/backup/inspectTimes.ts";
import { placeOf } from "../../db/postgres/connection.ts";
import {
  addingSearchIndex,
  inspectPostgres,
  type SendingInspection,
} from "../../db/postgres/inspectPostgres.ts";
import { clientFindings, clientNeeds } from "../accounts/setup/clientFindings.ts";
import { reachWarning } from "../campaigns/reachWarning.ts";
import { spanText, stepText } from "../core/clockText.ts";
import { faultInWords, remarkInWords } from "../core/faultInWords.ts";
import { inTexts } from "../core/inWords.ts";
import { versionText } from "../core/version.ts";
import {
  databaseFile,
  faultOfFile,
  hasDatabase,
  lostDatabase,
  noDatabase,
  writeFault,
} from "../dataFolder.ts";
import { clientAddressBy } from "../http/middleware/clientAddress.ts";
import { givenKeyId, keyPlace } from "../secrets/key.ts";
import type { Settings } from "../settings/settings.ts";
import { readTestimonials } from "../siteFacts.ts";
import { copiesFinding } from "./copiesFinding.ts";
import { type Finding, inMegabytes } from "./finding.ts";
import { printLine, printNote } from "./print.ts";
import { sharedFindings } from "./sharedFindings.ts";

/** Looks an installation over, beside a running server too; nothing is different afterwards. @returns whether all is well. */
export async function doctor(settings: Settings): Promise<boolean> {
  const { databaseUrl } = settings;
  const data =
    databaseUrl === null ? folderFindings(settings) : await postgresFindings(settings, databaseUrl);
  const findings: Finding[] = [
    versionFinding(),
    ...data,
    addressFinding(settings),
    ...(await settingFindings(settings)),
    ...clientNeeds(settings).map((text): Finding => ({ state: "ok", text })),
    ...(await clientFindings(settings)),
  ];
  const { states } = inTexts(doctorTexts);
  for (const { state, text } of findings) printLine(`${states[state].padEnd(5)}  ${text}`);
  return findings.every(({ state }) => state !== "wrong");
}

function versionFinding(): Finding {
  return { state: "ok", text: inTexts(doctorTexts).version({ version: versionText(), runtime }) };
}

function folderFindings(settings: Settings): Finding[] {
  try {
    return readableFindings(settings);
  } catch (fault) {
    if (!(fault instanceof InstallationFault)) throw fault;
    return [{ state: "wrong", text: remarkInWords(fault.remark) }];
  }
}

/** @throws {InstallationFault} where nobody may look. */
function readableFindings(settings: Settings): Finding[] {
  const { dataFolder } = settings;
  if (!hasDatabase(dataFolder))
    return [{ state: "wrong", text: remarkInWords(lostDatabase(dataFolder) ?? noDatabase(dataFolder)) }];
  const file = databaseFile(dataFolder);
  const size = bytesOf(file);
  if (size > databaseLimits.longReadBytes)
    printNote(inTexts(doctorTexts).folder.reading({ file, megabytes: inMegabytes(size) }));
  return [
    writeFinding(dataFolder),
    ...databaseFindings(settings, file),
    accessFinding(file),
    spaceFinding(dataFolder, size),
    ...copiesFinding(dataFolder),
  ];
}

/** The data folder has only files that come and go then, such as uploads. */
async function postgresFindings(settings: Settings, url: string): Promise<Finding[]> {
  const { dataFolder } = settings;
  const texts = inTexts(doctorTexts).postgres;
  const folder = [writeFinding(dataFolder)];
  const look = await inspectPostgres(url);
  if (look.fault !== null) return [...folder, { state: "wrong", text: remarkInWords(look.fault) }];
  const place = placeOf(url);
  if (look.refusal === null && look.differences.wrong.length === 0 && look.bytes === 0)
    return [...folder, { state: "wrong", text: texts.empty(place) }];
  return [
    ...folder,
    {
      state: "ok",
      text: texts.answers({ version: look.version, place, megabytes: inMegabytes(look.bytes) }),
    },
    ...tableFindings(look, { restore: "pg_restore", updated: texts.updated }),
    settings.key === null
      ? { state: "wrong", text: remarkInWords(remark("keyWanted")) }
      : keyFinding(settings, look.keyId),
    ...(look.times === null ? [] : timeFindings(look.times, { now: look.now, clock: texts.clock })),
    ...countFindings(look.miscounts),
    ...(look.sending === null ? [] : sendingFindings(look.sending)),
    ...(look.isSearchIndexed
      ? []
      : [{ state: "look" as const, text: texts.noSearchIndex(addingSearchIndex) }]),
    ...jobFindings(look.jobs),
    ...(look.shared === null ? [] : sharedFindings(look.shared)),
  ];
}

/** Leases that are over are taken up by whoever else sends, so only where nobody does somebody has to act. */
function sendingFindings({ senderCount, lostCount, leftCount }: SendingInspection): Finding[] {
  const waiting = lostCount + leftCount;
  const texts = inTexts(doctorTexts).sending;
  if (senderCount > 0)
    return [{ state: waiting === 0 ? "ok" : "look", text: texts.sends({ senders: senderCount, waiting }) }];
  return waiting === 0 ? [] : [{ state: "look", text: texts.nobodySends(waiting) }];
}

function writeFinding(folder: string): Finding {
  const fault = writeFault(folder);
  return fault === null
    ? { state: "ok", text: inTexts(doctorTexts).folder.writable(resolve(folder)) }
    : { state: "wrong", text: remarkInWords(fault) };
}

/** With what has been written and does not stand in the file itself yet. */
function bytesOf(file: string): number {
  return statSync(file).size + (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0);
}

function databaseFindings(settings: Settings, file: string): Finding[] {
  const texts = inTexts(doctorTexts).folder;
  let look: Inspection;
  try {
    look = inspectDatabase(file);
  } catch (error) {
    const fault = faultOfFile(error, file);
    const text = fault === null ? texts.notLookedAt({ file, why: String(error) }) : remarkInWords(fault);
    return [{ state: "wrong", text }];
  }
  if (look.fault !== null) return [{ state: "wrong", text: texts.damaged({ file, fault: look.fault }) }];
  return [
    { state: "ok", text: texts.sound({ file, megabytes: inMegabytes(bytesOf(file)) }) },
    ...(isLocked(file) ? [{ state: "look" as const, text: texts.locked(file) }] : []),
    ...tableFindings(look, { restore: "amplify restore", updated: texts.updated }),
    keyFinding(settings, look.keyId),
    ...(isFit(look)
      ? timeFindings(inspectTimes(file, Date.now() + clockLimits.jumpMs), {
          // After the look: a server beside it notes the time as well.
          now: Date.now(),
          clock: texts.clock,
        })
      : []),
    ...(isFit(look) ? countFindings(inspectCounts(file)) : []),
    ...(isFit(look) ? searchFindings(inspectSearch(file), file) : []),
    ...(isFit(look) ? jobFindings(inspectJobs(file, Date.now())) : []),
  ];
}

/** Only in tables that are as they should be can be looked for more. */
function isFit({ refusal, differences }: Inspection): boolean {
  return refusal === null && differences.wrong.length === 0;
}

/** The command that puts a backup in place, and what brings older tables to date. */
type Ways = { restore: string; updated: string };

function tableFindings(
  { refusal, missingCount, differences }: Omit<Inspection, "fault">,
  { restore, updated }: Ways,
): Finding[] {
  const texts = inTexts(doctorTexts).tables;
  if (refusal !== null) return [{ state: "wrong", text: remarkInWords(refusal) }];
  const { wrong, added } = differences;
  if (wrong.length > 0) return [{ state: "wrong", text: texts.wrong({ found: wrong, restore }) }];
  const sound: Finding = { state: "ok", text: missingCount === 0 ? texts.sound : texts.older(updated) };
  return added.length === 0 ? [sound] : [sound, { state: "look", text: texts.added(added) }];
}

function keyFinding(settings: Settings, keyId: string | null): Finding {
  const place = keyPlace(settings);
  const texts = inTexts(doctorTexts).key;
  let given: string | null;
  try {
    given = givenKeyId(settings);
  } catch (error) {
    return { state: "wrong", text: faultInWords(error) };
  }
  if (keyId === null) return { state: "ok", text: texts.noneSealed };
  if (given === null) return { state: "wrong", text: texts.missing(place) };
  if (given !== keyId) return { state: "wrong", text: texts.other(place) };
  return { state: "ok", text: texts.fits(place) };
}

function accessFinding(file: string): Finding {
  const { isPrivate, isOpen } = inTexts(doctorTexts).folder;
  return (statSync(file).mode & 0o077) === 0
    ? { state: "ok", text: isPrivate }
    : { state: "look", text: isOpen(file) };
}

/** What a clock that was wrong has left: a server puts it right by itself, and somebody should know why. */
function timeFindings(
  { latest, step, aheadCount }: TimesInspection,
  { now, clock }: { now: number; clock: string },
): Finding[] {
  const texts = inTexts(doctorTexts).times;
  const found: string[] = [];
  if (latest !== null && latest > now + clockLimits.jumpMs)
    found.push(
      texts.behind({ clock, span: spanText(latest - now), minutes: clockLimits.believeAfterMs / minuteMs }),
    );
  if (step !== null && Math.abs(now - step.at) < clockLimits.toldMs)
    found.push(texts.wasSet({ clock, step: stepText(step.byMs), at: new Date(step.at).toISOString() }));
  if (aheadCount > 0) found.push(texts.ahead(aheadCount));
  return found.map((text) => ({ state: "look", text }));
}

/** What is shown of a campaign goes by its counts; what is sent goes by its mails, so nobody is mailed twice for it. */
function countFindings(miscounts: readonly Miscount[]): Finding[] {
  return miscounts.map(({ campaignId, subject }) => ({
    state: "wrong",
    text: inTexts(doctorTexts).miscounted({ subject, id: campaignId }),
  }));
}

/** Whom the index does not know is not found; the leads themselves are all there. */
function searchFindings({ missing, stray }: SearchInspection, file: string): Finding[] {
  if (missing === 0 && stray === 0) return [];
  const text = inTexts(doctorTexts).search({ missing, stray, file, statement: forgettingSearch });
  return [{ state: "wrong", text }];
}

/** What was to be done and was not. */
function jobFindings(found: readonly JobTrouble[]): Finding[] {
  const failed = found.filter(({ trouble }) => trouble === "failed");
  const texts = inTexts(doctorTexts).jobs;
  const named = failed
    .slice(0, jobLimits.namedMax)
    .map(({ id, kind, attempts, lastError }) =>
      texts.failed({ kind, id, tries: attempts, why: String(lastError) }),
    );
  const more = failed.length - named.length;
  const others = (["abandoned", "overdue"] as const).flatMap((trouble) => {
    const kinds = found.filter((job) => job.trouble === trouble).map(({ kind }) => kind);
    return kinds.length === 0 ? [] : [texts[trouble]({ count: kinds.length, kinds: [...new Set(kinds)] })];
  });
  return [...named, ...(more === 0 ? [] : [texts.moreFailed(more)]), ...others].map((text) => ({
    state: "look",
    text,
  }));
}

/** A backup, and SQLite in moving its log, may need as much again. */
function spaceFinding(folder: string, bytes: number): Finding {
  const { bavail, bsize } = statfsSync(folder);
  const { free, tooLittle } = inTexts(doctorTexts).folder;
  const room = bavail * bsize;
  return room > bytes ? { state: "ok", text: free(room) } : { state: "look", text: tooLittle(room) };
}

function addressFinding({ publicUrl, port }: Settings): Finding {
  const address = publicUrl ?? `http://localhost:${port}`;
  const [warning] = reachWarning({ publicUrl: address, provider: "" });
  return warning === undefined
    ? { state: "ok", text: inTexts(doctorTexts).mailsLeadTo(address) }
    : { state: "look", text: warning.text };
}

/** What only a start reads further than its form: one that is wrong would keep the next from starting. */
async function settingFindings({ trustProxy, testimonialsFile }: Settings): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const read of [
    () => clientAddressBy(trustProxy),
    () => (testimonialsFile === null ? [] : readTestimonials(testimonialsFile)),
  ])
    try {
      await read();
    } catch (fault) {
      found.push({ state: "wrong", text: faultInWords(fault) });
    }
  return found;
}
