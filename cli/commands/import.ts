import { Option } from "commander";
import type { Client } from "../../contract/client.ts";
import { Refusal } from "../../contract/errors.ts";
import { cliLimits } from "../../contract/limits/cli.ts";
import { importLimits } from "../../contract/limits/imports.ts";
import { type ImportChoice, type ImportJob, unreadMeanings } from "../../contract/schemas/imports.ts";
import { faultTexts } from "../../contract/texts/terminal/faults.ts";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../contract/texts/terminal/output.ts";
import { progressTexts } from "../../contract/texts/terminal/progress.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { requireWritable, saveTo, stdio } from "../files.ts";
import { shortId } from "../format/campaignFigures.ts";
import { followImport } from "../imports/followImport.ts";
import { importDisplay } from "../imports/importDisplay.ts";
import { droppedColumns, type FieldOptions, importFields } from "../imports/importFields.ts";
import { importFacts, importText } from "../imports/importText.ts";
import { openSheet, uploadSheet } from "../imports/uploadSheet.ts";
import type { Output } from "../output.ts";

type ImportOptions = CommonOptions &
  FieldOptions & {
    collection: string;
    sheet?: string;
    heading?: string;
    encoding?: string;
    existing: "update" | "skip";
    unsubscribed?: string;
    subscribed?: string;
    consent?: string;
    unread?: ImportChoice["unreadMeans"];
    everybodyLeft?: boolean;
    rejects?: string;
  };

/** `amplify import`: imports leads from a sheet, and reports every row that was rejected. */
export function importCommand(help: HelpTexts) {
  return createCommand("import", help.import.summary)
    .helpGroup(help.groups.leads)
    .argument("<file>", help.import.file)
    .option("--collection <name>", help.import.collection, "all")
    .option("--sheet <name>", help.import.sheet)
    .option("--heading <row>", help.import.heading)
    .option("--encoding <name>", help.import.encoding)
    .addOption(
      new Option("--existing <how>", help.import.existing).choices(["update", "skip"]).default("update"),
    )
    .option("--unsubscribed <column>", help.import.unsubscribed)
    .option("--subscribed <column>", help.import.subscribed)
    .option("--consent <column>", help.import.consent)
    .addOption(new Option("--unread <meaning>", help.import.unread).choices(unreadMeanings))
    .option("--everybody-left", help.import.everybodyLeft)
    .option("--no-everybody-left", help.import.notEverybody)
    .option("--field <heading=key[:kind]...>", help.import.field)
    .option("--keep-columns", help.import.keepColumns)
    .option("--rejects <file>", help.import.rejects)
    .addHelpText("after", help.import.interrupt)
    .action(action(importFile));
}

async function importFile(output: Output, path: string, options: ImportOptions): Promise<ExitCode> {
  const texts = output.texts(outputTexts);
  // Before anything is printed: the rejected rows may be all that goes to stdout.
  if (options.rejects === stdio) output.giveStdout();
  const sheetFile = await openSheet(path, output.terminal);
  await requireWritable(output, options.rejects);
  const { client, session } = await connect(output.terminal, options.server);
  const interrupted = new AbortController();
  const interrupt = () => {
    // The second ends the process at once, as where the server does not answer any more.
    if (interrupted.signal.aborted) process.exit(exitCodes.interrupted);
    interrupted.abort();
  };
  for (const ending of endings) process.on(ending, interrupt);
  const display = await importDisplay(output);
  const { signal } = interrupted;
  let job: ImportJob | null = null;
  let fault: unknown = null;
  try {
    display.show(null);
    const { sheet, heading, encoding, unsubscribed, subscribed, consent, unread, everybodyLeft } = options;
    const asked = { sheet, heading, encoding, unsubscribed, subscribed, consent, unread, everybodyLeft };
    const uploaded = await uploadSheet({ client, sheetFile, ...asked, signal, output });
    // Before it starts: who unsubscribed may stand in what was not read.
    if (uploaded.job.truncated) {
      const { rowsMax: rows, columnsMax: columns } = importLimits;
      output.note(texts.imports.truncated({ rows, columns }));
    }
    for (const column of uploaded.columns.subscribed) output.note(texts.imports.noMeansOptedOut(column));
    job = await start(client, { ...uploaded, output }, options);
    for await (job of followImport({ client, job, signal })) display.show(job);
    if (signal.aborted) job = await cancel(client, job);
  } catch (error) {
    fault = error;
  } finally {
    for (const ending of endings) process.off(ending, interrupt);
    await display.close();
  }
  // Rows written before a fault stay, so they are reported before the fault is.
  if (job?.report) await report(output, { client, job, path: options.rejects, server: session.server });
  return conclude(output, { job, fault, isInterrupted: signal.aborted });
}

const endings = ["SIGINT", "SIGTERM"] as const;

type Started = Awaited<ReturnType<typeof uploadSheet>>;

async function start(
  client: Client,
  { job, columns, output }: Started & { output: Output },
  options: ImportOptions,
): Promise<ImportJob> {
  const { collection, existing, unread: unreadMeans, everybodyLeft } = options;
  const params = { id: job._id };
  try {
    const fields = await importFields({ client, job, columns, texts: output.texts(faultTexts) }, options);
    const dropped = droppedColumns(job.columns, { columns, fields });
    if (dropped.length > 0)
      output.note(
        output.texts(outputTexts).imports.dropped({
          columns: dropped.slice(0, cliLimits.addressesShown),
          more: Math.max(0, dropped.length - cliLimits.addressesShown),
        }),
      );
    return await client("POST /amplify/imports/{id}/start", {
      params,
      body: { columns, collection, existing, unreadMeans, everybodyLeft, fields },
    });
  } catch (error) {
    await client("DELETE /amplify/imports/{id}", { params }).catch(() => {});
    throw error;
  }
}

/** If it ended at the same moment, its result is returned. */
async function cancel(client: Client, { _id: id }: ImportJob): Promise<ImportJob> {
  try {
    return await client("POST /amplify/imports/{id}/cancel", { params: { id } });
  } catch (error) {
    if (!(error instanceof Refusal && error.code === "conflict")) throw error;
    return client("GET /amplify/imports/{id}", { params: { id } });
  }
}

type Ended = { job: ImportJob | null; fault: unknown; isInterrupted: boolean };

function conclude(output: Output, { job, fault, isInterrupted }: Ended): ExitCode {
  const texts = output.texts(outputTexts);
  if (isInterrupted && job?.state !== "done") {
    const undo = job && job.undoUntil !== null ? output.next(`imports undo ${shortId(job._id)}`) : null;
    output.note(job ? texts.imports.interrupted(undo) : texts.imports.interruptedEmpty);
    return exitCodes.interrupted;
  }
  if (fault !== null) throw fault;
  if (job?.state === "failed")
    throw new Refusal(codeOf(job), output.words(job.faultCause, job.fault ?? texts.imports.failed));
  if (job?.state === "cancelled") {
    output.note(texts.imports.cancelledElsewhere);
    return exitCodes.refused;
  }
  return job?.report && job.report.rejected > 0 ? exitCodes.someFailed : exitCodes.done;
}

function codeOf({ report }: ImportJob): "plan_limit" | "conflict" {
  return report !== null && report.overPlan > 0 ? "plan_limit" : "conflict";
}

type Reporting = { client: Client; job: ImportJob; path: string | undefined; server: string };

async function report(output: Output, { client, job, path, server }: Reporting): Promise<void> {
  const texts = output.texts(outputTexts);
  const { rejected = 0, rejects = [] } = job.report ?? {};
  // The last frame of the live view says the same.
  if (output.mode === "lines")
    output.line(
      texts.imports.ended({ rows: job.rowCount, counts: importText(job, output.texts(progressTexts)) }),
    );
  for (const { row, reason, cause } of rejects.slice(0, cliLimits.addressesShown))
    output.line(texts.imports.row({ row, why: output.words(cause, reason) }));
  for (const reject of rejects) output.event("rejected", reject);
  for (const row of job.report?.repeated ?? []) output.event("repeated", row);
  const { unfit = 0, unfitCells = [] } = job.report ?? {};
  for (const { row, column, reason, cause } of unfitCells.slice(0, cliLimits.addressesShown))
    output.line(texts.imports.cell({ row, column, why: output.words(cause, reason) }));
  for (const cell of unfitCells) output.event("unfit", cell);
  if (unfit > 0) output.note(texts.imports.unfit(unfit));
  output.event("imported", importFacts(job));
  if (path !== undefined && rejected > 0) {
    const rows = await client("GET /amplify/imports/{id}/rejects", { params: { id: job._id } });
    await saveTo(output, path, rows);
    if (path !== stdio) output.note(texts.imports.rejectsIn(path));
  } else if (rejected > cliLimits.addressesShown)
    output.note(texts.imports.onlyFirst(cliLimits.addressesShown));
  if (job.state === "done" && job.fault !== null) output.note(output.words(job.faultCause, job.fault));
  if (codeOf(job) === "plan_limit") output.note(texts.imports.plans(server));
}
