import { writeFile } from "node:fs/promises";
import { basename } from "node:path";
import type { Client } from "../../contract/client.ts";
import { Refusal } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { action, type CommonOptions, createCommand } from "../command.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { UsageFault } from "../faults.ts";
import { amount, grouped } from "../format/amounts.ts";
import { csvText } from "../format/csvText.ts";
import { importDisplay, importText } from "../importDisplay.ts";
import { type ImportProgress, importLeads, type RejectedRow } from "../importLeads.ts";
import type { Output } from "../output.ts";

type ImportOptions = CommonOptions & { collection: string; rejects?: string };

/** `amplify import`: a sheet becomes leads, and every row that did not is reported. */
export function importCommand() {
  return createCommand("import", "Import leads from a .csv, .xls or .xlsx file")
    .helpGroup("Leads:")
    .argument("<file>", "needs a first name and an email column")
    .option("--collection <name>", "the collection they join; made if it does not exist", "all")
    .option("--rejects <file>", "write the rejected rows and their reasons to this CSV file")
    .action(action(importFile));
}

async function importFile(output: Output, path: string, options: ImportOptions): Promise<ExitCode> {
  const file = await openSheet(path);
  const { client } = await connect(output.terminal.env, options.server);
  const collection = await ensureCollection(client, options.collection);
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  process.on("SIGINT", interrupt);
  const display = await importDisplay(output);
  display.show(null);
  let progress: ImportProgress | null = null;
  let fault: unknown = null;
  try {
    const { signal } = interrupted;
    for await (progress of importLeads({ client, file, fileName: basename(path), collection, signal }))
      display.show(progress);
  } catch (error) {
    fault = error;
  } finally {
    process.off("SIGINT", interrupt);
    await display.close();
  }
  // What was added before a fault stays added, so it is told before the fault is.
  if (progress) await report(output, progress, options.rejects);
  if (interrupted.signal.aborted) {
    output.note("Interrupted. Import the file again to go on: leads that are already there are updated.");
    return exitCodes.interrupted;
  }
  if (fault !== null) throw fault;
  return progress && progress.rejected > 0 ? exitCodes.someFailed : exitCodes.done;
}

/** Checks what can be known before anything is uploaded. */
async function openSheet(path: string): Promise<Blob> {
  if (!/\.(csv|xlsx?)$/i.test(path)) throw new UsageFault(`${path} is not a .csv, .xls or .xlsx file.`);
  const file = Bun.file(path);
  if (!(await file.exists())) throw new UsageFault(`There is no file ${path}.`);
  // A long CSV file goes in pieces; a workbook cannot be cut.
  if (file.size > limits.sheet.fileBytes && !/\.csv$/i.test(path))
    throw new Refusal(
      "too_large",
      `A workbook may have up to ${limits.sheet.fileBytes / 1024 / 1024} MB. Save its sheet as a CSV file in UTF-8, which may be of any length.`,
    );
  return file;
}

async function ensureCollection(client: Client, name: string): Promise<string> {
  const wanted = name.trim().toLowerCase();
  if (wanted === "all") return wanted;
  const collections = await client("GET /amplify/collections");
  if (collections.some((collection) => collection.name === wanted)) return wanted;
  return (await client("POST /amplify/collections", { body: { name } })).name;
}

async function report(output: Output, progress: ImportProgress, rejectsPath: string | undefined) {
  const { rejects, ...counts } = progress;
  rejects.sort((one, other) => one.row - other.row);
  // The last frame of the live view says the same.
  if (output.mode === "lines") output.line(`${amount(counts.total, "row")}: ${importText(progress)}`);
  for (const { row, reason } of rejects.slice(0, limits.cli.addressesShown))
    output.line(`row ${row}: ${reason}`);
  for (const { row, reason } of rejects) output.event("rejected", { row, reason });
  output.event("imported", counts);
  if (counts.truncated)
    output.note(
      `Only the first ${grouped(limits.sheet.rowsMax)} rows and ${limits.sheet.columnsMax} columns of a sheet are read: import the rest as a file of its own.`,
    );
  if (rejectsPath && rejects.length > 0) {
    await writeFile(rejectsPath, rejectsText(rejects));
    output.note(`The rejected rows are in ${rejectsPath}; mend them there and import that file.`);
  } else if (rejects.length > limits.cli.addressesShown)
    output.note(`Only the first ${limits.cli.addressesShown} are shown; --rejects FILE.csv writes them out.`);
}

/** The rows as they were, so that a mended file can be imported again, with the reason at the end. */
function rejectsText(rejected: readonly RejectedRow[]): string {
  const columns = Object.keys(rejected[0]?.cells ?? {});
  return csvText(
    [...columns, "row", "reason"],
    rejected.map(({ row, reason, cells }) => [
      ...columns.map((column) => cells[column] ?? ""),
      String(row),
      reason,
    ]),
  );
}
