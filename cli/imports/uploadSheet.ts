import { openAsBlob } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { Client } from "../../contract/client.ts";
import { Refusal } from "../../contract/errors.ts";
import { otherFile } from "../../contract/imports/otherFile.ts";
import { encodingNamed, type OtherEncoding, textEncodings } from "../../contract/imports/textEncodings.ts";
import { unreadIn, unreadText } from "../../contract/imports/unreadText.ts";
import { cliLimits } from "../../contract/limits/cli.ts";
import { importLimits } from "../../contract/limits/imports.ts";
import { mib } from "../../contract/limits/units.ts";
import { refused } from "../../contract/refused.ts";
import type { ColumnChoice, ImportChoice, ImportJob } from "../../contract/schemas/imports.ts";
import { type FaultTexts, faultTexts } from "../../contract/texts/terminal/faults.ts";
import { unreadTexts } from "../../contract/texts/unread.ts";
import { UsageFault } from "../faults.ts";
import { readBytes, stdio } from "../files.ts";
import type { Output } from "../output.ts";
import type { Terminal } from "../terminal.ts";

type Upload = {
  client: Client;
  sheetFile: Sheet;
  /** Which sheet of a workbook, and which column says who unsubscribed; as the file has them if not said. */
  sheet: string | undefined;
  /** In which row the headings are, or "none"; where they seem to be if not said. */
  heading: string | undefined;
  /** How a text's letters are written; as they seem to be if not said. */
  encoding: string | undefined;
  unsubscribed: string | undefined;
  /** Which column says who did not. */
  subscribed: string | undefined;
  /** Which column says who agreed to being counted. */
  consent: string | undefined;
  /** What values of these columns mean that are neither a yes nor a no. */
  unread: ImportChoice["unreadMeans"];
  /** Whether everybody in the file left, or only those of whom a column says so. */
  everybodyLeft: boolean | undefined;
  signal: AbortSignal;
  /** How it is said that it cannot be done. */
  output: Output;
};

/** A file with the name that tells the server what it is. */
export type Sheet = { file: Blob; name: string };

/** Checks what can be known before anything is uploaded; "-" is stdin. @throws {UsageFault} or {Refusal}. */
export async function openSheet(path: string, terminal: Terminal): Promise<Sheet> {
  const texts = terminal.texts(faultTexts);
  const found = path === stdio ? null : await stat(path).catch(() => null);
  const isPipe = path === stdio || (found !== null && !found.isFile() && !found.isDirectory());
  if (isPipe) return sheetFromPipe(terminal, path);
  const other = otherFile(path);
  if (other !== null) throw refused(other);
  if (!/\.(csv|xlsx?)$/i.test(path)) throw new UsageFault(texts.sheets.otherType(path));
  if (!found?.isFile()) throw new UsageFault(texts.noFile(path));
  const isCsv = /\.csv$/i.test(path);
  refuseLong({ bytes: found.size, isCsv }, texts);
  return { file: await openAsBlob(path), name: basename(path) };
}

/** What comes through a pipe has no name, so its first bytes say whether it is a workbook; anything else is CSV. */
async function sheetFromPipe(terminal: Terminal, path: string): Promise<Sheet> {
  const texts = terminal.texts(faultTexts);
  const tooLarge = texts.sheets.csvTooLarge(importLimits.csvBytes / mib);
  const bytes = await readBytes(terminal, path, { maxBytes: importLimits.csvBytes, tooLarge });
  const kind = workbookMarks.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte))?.kind ?? "csv";
  refuseLong({ bytes: bytes.length, isCsv: kind === "csv" }, texts);
  return { file: new Blob([bytes]), name: `stdin.${kind}` };
}

/** How a ZIP archive begins, which an .xlsx is, and a compound file (MS-CFB section 2.2), which an .xls is. */
const workbookMarks = [
  { kind: "xlsx", mark: [0x50, 0x4b, 0x03, 0x04] },
  { kind: "xls", mark: [0xd0, 0xcf, 0x11, 0xe0] },
];

function refuseLong({ bytes, isCsv }: { bytes: number; isCsv: boolean }, texts: FaultTexts): void {
  const { csvBytes, workbookBytes } = importLimits;
  if (bytes <= (isCsv ? csvBytes : workbookBytes)) return;
  const [csv, workbook] = [csvBytes / mib, workbookBytes / mib];
  throw new Refusal(
    "too_large",
    isCsv ? texts.sheets.csvTooLarge(csv) : texts.sheets.workbookTooLarge({ workbook, csv }),
  );
}

/** Brings a file to the server, which reads it; answers the import, not started yet, and how its columns are taken. */
export async function uploadSheet(upload: Upload): Promise<{ job: ImportJob; columns: ColumnChoice }> {
  const { client, sheetFile, signal, output } = upload;
  const texts = output.texts(faultTexts);
  const heading = headingOf(upload.heading, texts);
  const encoding = encodingOf(upload.encoding, texts);
  const query = { name: sheetFile.name };
  const uploaded = await client("POST /amplify/imports", { query, body: sheetFile.file }, { signal });
  const params = { id: uploaded._id };
  try {
    const look = {
      ...(upload.sheet === undefined ? {} : { sheet: sheetOf(uploaded, upload.sheet, texts) }),
      ...(heading === undefined ? {} : { heading }),
      ...(encoding === undefined ? {} : { encoding }),
    };
    const job =
      Object.keys(look).length === 0
        ? uploaded
        : await client("GET /amplify/imports/{id}", { params, query: look });
    // Where there was something to choose it is said what was taken.
    if (job.sheets.length > 1 || job.heading !== 1)
      output.note(texts.sheets.readAs({ sheet: job.sheet, heading: job.heading ?? null }));
    if (job.encoding !== undefined && encoding === undefined)
      output.note(texts.sheets.lettersAs(job.encoding));
    if (job.hiddenRows !== undefined) output.note(texts.sheets.hidden(job.hiddenRows));
    const columns = columnsOf(job, upload, output);
    if (upload.everybodyLeft === undefined) refuseLeavers(job, columns, texts);
    if (upload.unread === undefined && !upload.everybodyLeft) refuseUnread(job, columns, output);
    return { job, columns };
  } catch (error) {
    // Nobody will start it.
    await client("DELETE /amplify/imports/{id}", { params }).catch(() => {});
    throw error;
  }
}

/** @throws {UsageFault} for what is neither the number of a row nor "none". */
function headingOf(wanted: string | undefined, texts: FaultTexts): number | "none" | undefined {
  if (wanted === undefined || wanted === "none") return wanted;
  const row = Number(wanted);
  if (Number.isInteger(row) && row >= 1 && row <= importLimits.headingMax) return row;
  throw new UsageFault(texts.sheets.heading({ wanted, max: importLimits.headingMax }));
}

/** @throws {UsageFault} for what no file is in. */
function encodingOf(wanted: string | undefined, texts: FaultTexts): OtherEncoding | undefined {
  if (wanted === undefined) return undefined;
  const encoding = encodingNamed(wanted);
  if (encoding !== null) return encoding;
  throw new UsageFault(texts.sheets.encoding({ wanted, choices: textEncodings }));
}

function sheetOf({ name, sheets }: ImportJob, wanted: string, texts: FaultTexts): string {
  const found = sheets.find((sheet) => sheet.toLowerCase() === wanted.toLowerCase());
  if (found !== undefined) return found;
  throw new UsageFault(
    sheets.length === 0 ? texts.sheets.noSheets(name) : texts.sheets.noSheet({ name, wanted, sheets }),
  );
}

function columnsOf(
  { name, columns, guess, leavers = false }: ImportJob,
  wanted: Pick<Upload, "unsubscribed" | "subscribed" | "consent" | "everybodyLeft">,
  output: Output,
): ColumnChoice {
  const mayLeave = wanted.everybodyLeft ?? leavers;
  const isNamed = guess.firstName.length > 0 || mayLeave;
  const first = columns.slice(0, cliLimits.addressesShown);
  if (guess.email.length === 0) {
    output.note(output.texts(faultTexts).sheets.noEmailColumn(first));
    throw refused("no_leads_in_file");
  }
  const named = (text: string): string[] => {
    const found = columns.find((column) => column.toLowerCase() === text.trim().toLowerCase());
    if (found !== undefined) return [found];
    throw new UsageFault(output.texts(faultTexts).sheets.noColumn({ name, wanted: text, columns }));
  };
  const unsubscribed = wanted.unsubscribed === undefined ? guess.unsubscribed : named(wanted.unsubscribed);
  const subscribed = wanted.subscribed === undefined ? guess.subscribed : named(wanted.subscribed);
  const consent = wanted.consent === undefined ? (guess.consent ?? []) : named(wanted.consent);
  if (!isNamed && unsubscribed.length === 0) {
    output.note(output.texts(faultTexts).sheets.noNameColumn(first));
    throw refused("no_leads_in_file");
  }
  // What is said of a column outweighs what was guessed of it.
  return {
    ...guess,
    unsubscribed: wanted.subscribed === undefined ? unsubscribed : without(unsubscribed, subscribed),
    subscribed: wanted.unsubscribed === undefined ? subscribed : without(subscribed, unsubscribed),
    ...(consent.length === 0 ? {} : { consent }),
  };
}

function without(columns: readonly string[], others: readonly string[]): string[] {
  return columns.filter((column) => !others.includes(column));
}

/** What the file's name says of its people is not passed over where no column says anything. */
function refuseLeavers({ name, leavers = false }: ImportJob, columns: ColumnChoice, texts: FaultTexts): void {
  if (leavers && columns.unsubscribed.length + columns.subscribed.length === 0)
    throw new UsageFault(texts.sheets.leavers(name));
}

/** A mail that was not wanted cannot be taken back, so nobody is taken to want it for a value that is not understood. */
function refuseUnread(job: ImportJob, columns: ColumnChoice, output: Output): void {
  const unread = unreadIn(job, columns);
  if (unread.length > 0)
    throw new UsageFault(
      output.texts(faultTexts).sheets.unread(unreadText(unread, output.texts(unreadTexts))),
    );
}
