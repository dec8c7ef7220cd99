import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../contract/texts/terminal/output.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { findCampaign } from "../find/findCampaign.ts";
import { plainText } from "../format/plainText.ts";
import type { Output } from "../output.ts";

/** `amplify links`: who followed which link of a campaign's mail. */
export function linksCommand(help: HelpTexts) {
  return createCommand("links", help.links)
    .helpGroup(help.groups.sending)
    .argument("<campaign>", help.campaign)
    .action(action(listLinks));
}

async function listLinks(output: Output, text: string, options: CommonOptions): Promise<ExitCode> {
  const texts = output.texts(outputTexts);
  const { client } = await connect(output.terminal, options.server);
  const { _id: id } = await findCampaign(client, text, texts);
  const links = await client("GET /amplify/campaigns/{id}/links", { params: { id } });
  if (links.length === 0) output.line(texts.links.none);
  else
    output.rows("link", links, [
      { title: texts.columns.people, value: ({ people }) => String(people), align: "right" },
      { title: texts.columns.clicks, value: ({ clicks }) => String(clicks), align: "right" },
      {
        title: texts.columns.byPrograms,
        value: ({ machineClicks }) => String(machineClicks),
        align: "right",
      },
      { title: texts.columns.link, value: ({ url }) => plainText(url) },
    ]);
  return exitCodes.done;
}
