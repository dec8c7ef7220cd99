import { pageLimits } from "../../contract/limits/http.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { findAudience } from "../find/findAudience.ts";
import { amount } from "../format/amounts.ts";
import type { Output } from "../output.ts";
import { wholeNumber } from "../wholeNumber.ts";

type LeadsOptions = CommonOptions & { collection: string; search?: string; page: number };

/** `amplify leads`: one page of leads. */
export function leadsCommand() {
  return createCommand("leads", "List leads, a page at a time")
    .helpGroup("Leads:")
    .option("--collection <name>", "only this collection", "all")
    .option("--search <text>", "only leads whose name or email has this text")
    .option("--page <number>", "which page", wholeNumber, 1)
    .action(action(listLeads));
}

async function listLeads(output: Output, options: LeadsOptions): Promise<ExitCode> {
  const { client } = await connect(output.terminal.env, options.server);
  const { collection } = await findAudience(client, options.collection);
  const pageSize = pageLimits.sizeDefault;
  const { search, page } = options;
  const query = {
    page,
    pageSize,
    ...(collection === "all" ? {} : { collection }),
    ...(search === undefined ? {} : { search }),
  };
  const answer = await client("GET /amplify/leads", { query });
  // With a page asked for, the answer is a page; the whole list is for callers that ask for nothing.
  const { items, total } = Array.isArray(answer) ? { items: answer, total: answer.length } : answer;
  output.rows("lead", items, [
    { title: "NAME", value: ({ firstName, lastName }) => `${firstName} ${lastName}` },
    { title: "EMAIL", value: ({ email }) => email },
    { title: "SENT", value: ({ emailCount }) => String(emailCount), align: "right" },
    { title: "OPENED", value: ({ openedCount }) => String(openedCount), align: "right", spare: true },
    { title: "OPTED OUT", value: ({ optout }) => (optout ? "yes" : "") },
    { title: "COLLECTIONS", value: (lead) => lead.collection.join(", "), spare: true },
  ]);
  const pages = Math.max(1, Math.ceil(total / pageSize));
  output.line(`${amount(total, "lead")}, page ${page} of ${pages}`);
  return exitCodes.done;
}
