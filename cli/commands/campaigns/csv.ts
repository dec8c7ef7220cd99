import { createWriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { campaignTexts } from "../../../contract/texts/terminal/campaigns.ts";
import type { HelpTexts } from "../../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../../contract/texts/terminal/output.ts";
import { action, createCommand } from "../../command.ts";
import type { CommonOptions } from "../../commonOptions.ts";
import { connect } from "../../connection.ts";
import { type ExitCode, exitCodes } from "../../exitCodes.ts";
import { findCampaign } from "../../find/findCampaign.ts";
import type { Output } from "../../output.ts";

type CsvOptions = CommonOptions & { to?: string };

/** `amplify campaigns csv`: the whole ledger for spreadsheet programs, to stdout or into a file. */
export function csvCommand(help: HelpTexts) {
  return createCommand("csv", help.campaigns.csv)
    .argument("<campaign>", help.campaign)
    .option("--to <file>", help.campaigns.csvTo)
    .action(action(saveCsv));
}

async function saveCsv(output: Output, text: string, { to, server }: CsvOptions): Promise<ExitCode> {
  const { client } = await connect(output.terminal, server);
  const { _id: id } = await findCampaign(client, text, output.texts(outputTexts), { any: true });
  const answer = await client("GET /amplify/campaigns/{id}/deliveries.csv", { params: { id } });
  const rows = Readable.from(answer.body ?? []);
  if (to === undefined) {
    await pipeline(rows, output.terminal.stdout, { end: false });
    return exitCodes.done;
  }
  // People's addresses are for whoever asked for them alone, so the file is there before its content.
  await writeFile(to, "", { mode: 0o600 });
  await pipeline(rows, createWriteStream(to));
  output.line(output.texts(campaignTexts).csvIn(to));
  output.event("saved", { file: to });
  return exitCodes.done;
}
