import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../contract/texts/terminal/output.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { findAudience } from "../find/findAudience.ts";
import type { Output } from "../output.ts";

/** `amplify collections`: every collection with its number of leads. */
export function collectionsCommand(help: HelpTexts) {
  return createCommand("collections", help.collections)
    .helpGroup(help.groups.leads)
    .action(action(listCollections));
}

async function listCollections(output: Output, options: CommonOptions): Promise<ExitCode> {
  const texts = output.texts(outputTexts);
  const { client } = await connect(output.terminal, options.server);
  const [all, collections] = await Promise.all([
    findAudience(client, "all", texts),
    client("GET /amplify/collections"),
  ]);
  const rows = [{ _id: "", name: "all", count: all.count }, ...collections];
  output.rows("collection", rows, [
    { title: texts.columns.name, value: ({ name }) => name, whole: true },
    { title: texts.columns.leads, value: ({ count }) => texts.number(count), align: "right" },
  ]);
  return exitCodes.done;
}
