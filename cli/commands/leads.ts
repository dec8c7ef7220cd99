import { pageLimits } from "../../contract/limits/http.ts";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../contract/texts/terminal/output.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { findAudience } from "../find/findAudience.ts";
import type { Output } from "../output.ts";
import { wholeNumber } from "../wholeNumber.ts";
import { findSegment, zoneHere } from "./segments.ts";

type LeadsOptions = CommonOptions & { collection: string; search?: string; segment?: string; page: number };

/** `amplify leads`: one page of leads. */
export function leadsCommand(help: HelpTexts) {
  return createCommand("leads", help.leads.summary)
    .helpGroup(help.groups.leads)
    .option("--collection <name>", help.leads.collection, "all")
    .option("--search <text>", help.leads.search)
    .option("--segment <name>", help.leads.segment)
    .option("--page <number>", help.leads.page, wholeNumber(help), 1)
    .action(action(listLeads));
}

async function listLeads(output: Output, options: LeadsOptions): Promise<ExitCode> {
  const texts = output.texts(outputTexts);
  const { client } = await connect(output.terminal, options.server);
  const { collection } = await findAudience(client, options.collection, texts);
  const pageSize = pageLimits.sizeDefault;
  const { search, segment, page } = options;
  const found = segment === undefined ? null : await findSegment(client, segment, output);
  const query = {
    page,
    pageSize,
    ...(collection === "all" ? {} : { collection }),
    ...(search === undefined ? {} : { search }),
    ...(found === null ? {} : { segmentId: found._id, zone: zoneHere() }),
  };
  const answer = await client("GET /amplify/leads", { query });
  // With a page asked for, the answer is a page; the whole list is for callers that ask for nothing.
  const { items, total } = Array.isArray(answer) ? { items: answer, total: answer.length } : answer;
  output.rows("lead", items, [
    { title: texts.columns.name, value: ({ firstName, lastName }) => `${firstName} ${lastName}` },
    { title: texts.columns.email, value: ({ email }) => email },
    { title: texts.columns.sent, value: ({ emailCount }) => String(emailCount), align: "right" },
    {
      title: texts.columns.opened,
      value: ({ openedCount }) => String(openedCount),
      align: "right",
      spare: true,
    },
    { title: texts.columns.optedOut, value: ({ optout }) => (optout ? texts.leads.optedOut : "") },
    { title: texts.columns.consent, value: ({ consent = "unknown" }) => texts.consent[consent], spare: true },
    { title: texts.columns.collections, value: (lead) => lead.collection.join(", "), spare: true },
  ]);
  const pages = Math.max(1, Math.ceil(total / pageSize));
  output.line(texts.leads.page({ count: total, page, pages }));
  return exitCodes.done;
}
