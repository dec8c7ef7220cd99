import { Option } from "commander";
import { type ExportFormat, exportFormats } from "../../../contract/schemas/leadActions.ts";
import type { HelpTexts } from "../../../contract/texts/terminal/help.ts";
import { action, createCommand } from "../../command.ts";
import type { CommonOptions } from "../../commonOptions.ts";
import { connect } from "../../connection.ts";
import { type ExitCode, exitCodes } from "../../exitCodes.ts";
import { saveAnswer, stdio } from "../../files.ts";
import { type Matching, matchingOf, withMatching } from "../../find/chooseLeads.ts";
import type { Output } from "../../output.ts";

type ExportOptions = CommonOptions & Matching & { format?: ExportFormat };

/** `amplify leads export`: leads for a spreadsheet program, in a file or on stdout. */
export function exportLeadsCommand(help: HelpTexts) {
  const { leadVerbs } = help;
  return withMatching(
    createCommand("export", leadVerbs.export).argument("[file]", leadVerbs.file, stdio),
    help,
  )
    .addOption(new Option("--format <format>", leadVerbs.format).choices(exportFormats))
    .action(action(exportLeads));
}

async function exportLeads(output: Output, path: string, options: ExportOptions): Promise<ExitCode> {
  const { client } = await connect(output.terminal, options.server);
  const matching = await matchingOf(client, options, output);
  const format = options.format ?? (/\.xlsx$/i.test(path) ? "xlsx" : "csv");
  const answer = await client("POST /amplify/leads/export", { body: { which: { matching }, format } });
  await saveAnswer(output, path, answer as unknown as Response);
  return exitCodes.done;
}
