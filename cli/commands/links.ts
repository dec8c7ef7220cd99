import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { findCampaign } from "../find/findCampaign.ts";
import { plainText } from "../format/plainText.ts";
import type { Output } from "../output.ts";

/** `amplify links`: who followed which link of a campaign's mail. */
export function linksCommand() {
  return createCommand("links", "List the links of a campaign with who followed them")
    .helpGroup("Sending:")
    .argument("<campaign>", 'its identifier, the end of it, or "last"')
    .action(action(listLinks));
}

async function listLinks(output: Output, text: string, options: CommonOptions): Promise<ExitCode> {
  const { client } = await connect(output.terminal.env, options.server);
  const { _id: id } = await findCampaign(client, text);
  const links = await client("GET /amplify/campaigns/{id}/links", { params: { id } });
  if (links.length === 0) output.line("No link of this campaign is counted.");
  else
    output.rows("link", links, [
      { title: "PEOPLE", value: ({ people }) => String(people), align: "right" },
      { title: "CLICKS", value: ({ clicks }) => String(clicks), align: "right" },
      { title: "BY PROGRAMS", value: ({ machineClicks }) => String(machineClicks), align: "right" },
      { title: "LINK", value: ({ url }) => plainText(url) },
    ]);
  return exitCodes.done;
}
