import { openAsBlob } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { Client } from "../contract/client.ts";
import { Refusal } from "../contract/errors.ts";
import { unreadIn, unreadText } from "../contract/imports/unreadText.ts";
import { importLimits } from "../contract/limits/imports.ts";
import { refused } from "../contract/refused.ts";
import type { ColumnChoice, ImportChoice, ImportJob } from "../contract/schemas/imports.ts";
import { type FaultTexts, faultTexts } from "../contract/texts/terminal/faults.ts";
import { unreadTexts } from "../contract/texts/unread.ts";
import { UsageFault } from "./faults.ts";
import type { Output } from "./output.ts";

type Upload = {
  client: Client;
  file: Blob;
  path: string;
  /** Which sheet of a workbook, and which column says who unsubscribed; as the file has them if not said. */
  sheet: string | undefined;
  /** In which row the headings are, or "none"; where they seem to be if not said. */
  heading: string | undefined;
  unsubscribed: string | undefined;
  /** Which column says who did not. */
  subscribed: string | undefined;
  /** Which column says who agreed to being counted. */
  consent: string | undefined;
  /** What values of these columns mean that are neither a yes nor a no. */
  unread: ImportChoice["unreadMeans"];
  signal: AbortSignal;
  /** How it is said that it cannot be done. */
  output: Output;
};

/** Checks what can be known before anything is uploaded. @throws {UsageFault} or {Refusal}. */
export async function openSheet(path: string, texts: FaultTexts): Promise<Blob> {
  if (!/\.(csv|xlsx?)$/i.test(path)) throw new UsageFault(texts.sheets.otherType(path));
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new UsageFault(texts.noFile(path));
  const { csvBytes, workbookBytes } = importLimits;
  const isCsv = /\.csv$/i.test(path);
  if (found.size <= (isCsv ? csvBytes : workbookBytes)) return openAsBlob(path);
  const [csv, workbook] = [csvBytes / 1024 / 1024, workbookBytes / 1024 / 1024];
  throw new Refusal(
    "too_large",
    isCsv ? texts.sheets.csvTooLarge(csv) : texts.sheets.workbookTooLarge({ workbook, csv }),
  );
}

/** Brings a file to the server, which reads it; answers the import, not started yet, and how its columns are taken. */
export async function uploadSheet(upload: Upload): Promise<{ job: ImportJob; columns: ColumnChoice }> {
  const { client, file, path, signal, output } = upload;
  const texts = output.texts(faultTexts);
  const heading = headingOf(upload.heading, texts);
  const query = { name: basename(path) };
  const uploaded = await client("POST /amplify/imports", { query, body: file }, { signal });
  const params = { id: uploaded._id };
  try {
    const look = {
      ...(upload.sheet === undefined ? {} : { sheet: sheetOf(uploaded, upload.sheet, texts) }),
      ...(heading === undefined ? {} : { heading }),
    };
    const job =
      Object.keys(look).length === 0
        ? uploaded
        : await client("GET /amplify/imports/{id}", { params, query: look });
    // Where there was something to choose it is said what was taken.
    if (job.sheets.length > 1 || job.heading !== 1)
      output.note(texts.sheets.readAs({ sheet: job.sheet, heading: job.heading ?? null }));
    const columns = columnsOf(job, upload, output);
    if (upload.unread === undefined) refuseUnread(job, columns, output);
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

function sheetOf({ name, sheets }: ImportJob, wanted: string, texts: FaultTexts): string {
  const found = sheets.find((sheet) => sheet.toLowerCase() === wanted.toLowerCase());
  if (found !== undefined) return found;
  throw new UsageFault(
    sheets.length === 0 ? texts.sheets.noSheets(name) : texts.sheets.noSheet({ name, wanted, sheets }),
  );
}

function columnsOf(
  { name, columns, guess }: ImportJob,
  wanted: Pick<Upload, "unsubscribed" | "subscribed" | "consent">,
  output: Output,
): ColumnChoice {
  if (guess.firstName.length === 0 || guess.email.length === 0) throw refused("no_leads_in_file");
  const named = (text: string): string[] => {
    const found = columns.find((column) => column.toLowerCase() === text.trim().toLowerCase());
    if (found !== undefined) return [found];
    throw new UsageFault(output.texts(faultTexts).sheets.noColumn({ name, wanted: text, columns }));
  };
  const unsubscribed = wanted.unsubscribed === undefined ? guess.unsubscribed : named(wanted.unsubscribed);
  const subscribed = wanted.subscribed === undefined ? guess.subscribed : named(wanted.subscribed);
  const consent = wanted.consent === undefined ? (guess.consent ?? []) : named(wanted.consent);
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

/** A mail that was not wanted cannot be taken back, so nobody is taken to want it for a value that is not understood. */
function refuseUnread(job: ImportJob, columns: ColumnChoice, output: Output): void {
  const unread = unreadIn(job, columns);
  if (unread.length > 0)
    throw new UsageFault(
      output.texts(faultTexts).sheets.unread(unreadText(unread, output.texts(unreadTexts))),
    );
}
