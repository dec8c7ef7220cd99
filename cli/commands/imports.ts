import type { Client } from "../../contract/client.ts";
import { Refusal } from "../../contract/errors.ts";
import { pageLimits } from "../../contract/limits/http.ts";
import type { ImportJob } from "../../contract/schemas/imports.ts";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { type OutputTexts, outputTexts } from "../../contract/texts/terminal/output.ts";
import { progressTexts } from "../../contract/texts/terminal/progress.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { pickOne } from "../find/pickOne.ts";
import { shortId } from "../format/campaignFigures.ts";
import { clockTime } from "../format/times.ts";
import { followImport, isUnderWay } from "../imports/followImport.ts";
import { importDisplay } from "../imports/importDisplay.ts";
import { importFacts, importText, isWaiting, waitText } from "../imports/importText.ts";
import { type ListOptions, withLimit } from "../lists.ts";
import type { Output } from "../output.ts";

/** `amplify imports` and `amplify imports undo`. */
export function importsCommand(help: HelpTexts) {
  const undo = createCommand("undo", help.imports.undo)
    .argument("<import>", help.imports.which)
    .addHelpText("after", help.imports.interrupt)
    .action(action(undoImport));
  return withLimit(createCommand("imports", help.imports.summary), help)
    .helpGroup(help.groups.leads)
    .action(action(listImports))
    .addCommand(undo);
}

async function listImports(output: Output, options: CommonOptions & ListOptions): Promise<ExitCode> {
  const progress = output.texts(progressTexts);
  const texts = output.texts(outputTexts);
  const { client } = await connect(output.terminal, options.server);
  const jobs = await newestImports(client, options);
  const rows = jobs.map((job) => ({ ...importFacts(job), name: job.name, createdAt: job.createdAt, job }));
  if (rows.length === 0) output.line(texts.imports.none);
  else if (output.mode === "json") for (const { job: _job, ...row } of rows) output.event("import", row);
  else
    output.rows("import", rows, [
      { title: texts.columns.id, value: ({ importId }) => shortId(importId), whole: true },
      {
        title: texts.columns.started,
        field: "createdAt",
        value: ({ createdAt }) => clockTime(createdAt, output.terminal.now(), progress),
      },
      { title: texts.columns.file, field: "name", value: ({ name }) => name },
      {
        title: texts.columns.state,
        field: "state",
        value: ({ job }) =>
          waitText(job, output.words)[0] ?? texts.imports.states[isWaiting(job) ? "waiting" : job.state],
      },
      { title: texts.columns.result, value: ({ job }) => importText(job, progress) },
    ]);
  return exitCodes.done;
}

/** The newest imports that were started, at most as many as asked for. */
async function newestImports(
  client: Client,
  { limit: countMax = Number.POSITIVE_INFINITY }: ListOptions,
): Promise<ImportJob[]> {
  const found: ImportJob[] = [];
  const pageSize = Math.min(countMax, pageLimits.sizeMax);
  for (let before: string | undefined; found.length < countMax; ) {
    const query = { pageSize, ...(before === undefined ? {} : { before }) };
    const page = await client("GET /amplify/imports", { query });
    found.push(...page.filter(({ state }) => state !== "read"));
    before = page.at(-1)?._id;
    if (page.length < pageSize) break;
  }
  return found.slice(0, countMax);
}

async function undoImport(output: Output, text: string, options: CommonOptions): Promise<ExitCode> {
  const texts = output.texts(outputTexts);
  const { client } = await connect(output.terminal, options.server);
  const { _id: id } = await findImport(client, text, texts);
  let job = await client("POST /amplify/imports/{id}/undo", { params: { id } });
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  process.on("SIGINT", interrupt);
  const display = await importDisplay(output);
  try {
    display.show(job);
    for await (job of followImport({ client, job, signal: interrupted.signal })) display.show(job);
  } finally {
    process.off("SIGINT", interrupt);
    await display.close();
  }
  if (isUnderWay(job)) {
    output.note(texts.imports.undoInterrupted(output.next("imports")));
    return exitCodes.interrupted;
  }
  if (job.state !== "undone")
    throw new Refusal("conflict", output.words(job.faultCause, job.fault ?? texts.imports.notUndone));
  const { added = 0, updated = 0 } = job.report ?? {};
  output.line(texts.imports.undone({ name: job.name, removed: added, asBefore: updated }));
  output.event("undone", importFacts(job));
  return exitCodes.done;
}

/** Finds an import that was started by its identifier, the end of it, or "last" for the newest. */
async function findImport(client: Client, text: string, texts: OutputTexts): Promise<ImportJob> {
  const imports = await newestImports(client, text === "last" ? { limit: 1 } : {});
  if (text !== "last")
    // The same file may be imported several times, so an import cannot be named by its file.
    return pickOne(imports, text, { kind: "import", of: ({ _id }) => ({ id: _id, name: "" }), texts });
  const [newest] = imports;
  if (!newest) throw new Refusal("not_found", texts.find.nothingImported);
  return newest;
}
