import { openAsBlob } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { Client } from "../contract/client.ts";
import { Refusal, sentences } from "../contract/errors.ts";
import { unreadIn, unreadText } from "../contract/imports/unreadText.ts";
import { importLimits } from "../contract/limits/imports.ts";
import type { ColumnChoice, ImportChoice, ImportJob } from "../contract/schemas/imports.ts";
import { UsageFault } from "./faults.ts";

type Upload = {
  client: Client;
  file: Blob;
  path: string;
  /** Which sheet of a workbook, and which column says who unsubscribed; as the file has them if not said. */
  sheet: string | undefined;
  unsubscribed: string | undefined;
  /** Which column says who did not. */
  subscribed: string | undefined;
  /** What values of these columns mean that are neither a yes nor a no. */
  unread: ImportChoice["unreadMeans"];
  signal: AbortSignal;
};

/** Checks what can be known before anything is uploaded. @throws {UsageFault} or {Refusal}. */
export async function openSheet(path: string): Promise<Blob> {
  if (!/\.(csv|xlsx?)$/i.test(path)) throw new UsageFault(`${path} is not a .csv, .xls or .xlsx file.`);
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new UsageFault(`There is no file ${path}.`);
  const { csvBytes, workbookBytes } = importLimits;
  const isCsv = /\.csv$/i.test(path);
  if (found.size <= (isCsv ? csvBytes : workbookBytes)) return openAsBlob(path);
  throw new Refusal(
    "too_large",
    isCsv
      ? `A CSV file may have up to ${csvBytes / 1024 / 1024} MB. Import it in parts.`
      : `A workbook may have up to ${workbookBytes / 1024 / 1024} MB. Save its sheet as a CSV file, which may have ${csvBytes / 1024 / 1024} MB.`,
  );
}

/** Brings a file to the server, which reads it; answers the import, not started yet, and how its columns are taken. */
export async function uploadSheet(upload: Upload): Promise<{ job: ImportJob; columns: ColumnChoice }> {
  const { client, file, path, sheet, signal } = upload;
  const query = { name: basename(path) };
  const uploaded = await client("POST /amplify/imports", { query, body: file }, { signal });
  const params = { id: uploaded._id };
  try {
    const job =
      sheet === undefined
        ? uploaded
        : await client("GET /amplify/imports/{id}", { params, query: { sheet: sheetOf(uploaded, sheet) } });
    const columns = columnsOf(job, upload);
    if (upload.unread === undefined) refuseUnread(job, columns);
    return { job, columns };
  } catch (error) {
    // Nobody will start it.
    await client("DELETE /amplify/imports/{id}", { params }).catch(() => {});
    throw error;
  }
}

function sheetOf({ name, sheets }: ImportJob, wanted: string): string {
  const found = sheets.find((sheet) => sheet.toLowerCase() === wanted.toLowerCase());
  if (found !== undefined) return found;
  throw new UsageFault(
    sheets.length === 0
      ? `${name} has no sheets to choose from.`
      : `${name} has no sheet "${wanted}". It has: ${sheets.join(", ")}`,
  );
}

function columnsOf(
  { name, columns, guess }: ImportJob,
  wanted: Pick<Upload, "unsubscribed" | "subscribed">,
): ColumnChoice {
  if (guess.firstName.length === 0 || guess.email.length === 0)
    throw new Refusal("bad_request", sentences.noLeadsInFile);
  const named = (text: string): string[] => {
    const found = columns.find((column) => column.toLowerCase() === text.trim().toLowerCase());
    if (found !== undefined) return [found];
    throw new UsageFault(`${name} has no column "${text}". It has: ${columns.join(", ")}`);
  };
  const unsubscribed = wanted.unsubscribed === undefined ? guess.unsubscribed : named(wanted.unsubscribed);
  const subscribed = wanted.subscribed === undefined ? guess.subscribed : named(wanted.subscribed);
  // What is said of a column outweighs what was guessed of it.
  return {
    ...guess,
    unsubscribed: wanted.subscribed === undefined ? unsubscribed : without(unsubscribed, subscribed),
    subscribed: wanted.unsubscribed === undefined ? subscribed : without(subscribed, unsubscribed),
  };
}

function without(columns: readonly string[], others: readonly string[]): string[] {
  return columns.filter((column) => !others.includes(column));
}

/** A mail that was not wanted cannot be taken back, so nobody is taken to want it for a value that is not understood. */
function refuseUnread(job: ImportJob, columns: ColumnChoice): void {
  const unread = unreadIn(job, columns);
  if (unread.length > 0)
    throw new UsageFault(
      `${unreadText(unread)} Say what they mean: --unread unsubscribed opts these people out, --unread subscribed does not.`,
    );
}
