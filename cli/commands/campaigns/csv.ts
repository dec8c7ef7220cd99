import type { HelpTexts } from "../../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../../contract/texts/terminal/output.ts";
import { action, createCommand } from "../../command.ts";
import type { CommonOptions } from "../../commonOptions.ts";
import { connect } from "../../connection.ts";
import { type ExitCode, exitCodes } from "../../exitCodes.ts";
import { saveAnswer, stdio } from "../../files.ts";
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
  await saveAnswer(output, to ?? stdio, answer);
  return exitCodes.done;
}
