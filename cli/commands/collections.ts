import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { findAudience } from "../find/findAudience.ts";
import { grouped } from "../format/amounts.ts";
import type { Output } from "../output.ts";

/** `amplify collections`: every collection with its number of leads. */
export function collectionsCommand() {
  return createCommand("collections", "List collections and how many leads they have")
    .helpGroup("Leads:")
    .action(action(listCollections));
}

async function listCollections(output: Output, options: CommonOptions): Promise<ExitCode> {
  const { client } = await connect(output.terminal.env, options.server);
  const [all, collections] = await Promise.all([
    findAudience(client, "all"),
    client("GET /amplify/collections"),
  ]);
  const rows = [{ _id: "", name: "all", count: all.count }, ...collections];
  output.rows("collection", rows, [
    { title: "NAME", value: ({ name }) => name, whole: true },
    { title: "LEADS", value: ({ count }) => grouped(count), align: "right" },
  ]);
  return exitCodes.done;
}
