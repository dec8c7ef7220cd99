import { Option } from "commander";
import type { Client } from "../../contract/client.ts";
import { pageLimits } from "../../contract/limits/http.ts";
import type { Lead } from "../../contract/schemas/lead.ts";
import { type LeadMatching, type LeadSortKey, leadSortKeys } from "../../contract/schemas/leadMatching.ts";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../contract/texts/terminal/output.ts";
import { verbTexts } from "../../contract/texts/terminal/verbs.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { UsageFault } from "../faults.ts";
import { type Matching, matchingOf } from "../find/chooseLeads.ts";
import { optionWords } from "../format/optionWords.ts";
import { endList, withLimit } from "../lists.ts";
import type { Output } from "../output.ts";
import { wholeNumber } from "../wholeNumber.ts";
import { leadActionCommands } from "./leads/bulkActions.ts";
import { exportLeadsCommand } from "./leads/export.ts";
import { leadNotesCommand } from "./leads/notes.ts";
import { addLeadCommand, editLeadCommand } from "./leads/save.ts";
import { showLeadCommand } from "./leads/show.ts";

type LeadsOptions = CommonOptions &
  Matching & { page: number; limit?: number; all?: boolean; sort?: LeadSortKey; desc?: boolean };

/** `amplify leads`: lists leads page by page; its subcommands act on them. */
export function leadsCommand(help: HelpTexts) {
  const leads = withLimit(createCommand("leads", help.leads.summary), help)
    .helpGroup(help.groups.leads)
    .option("--collection <name>", help.leads.collection, "all")
    .option("--search <text>", help.leads.search)
    .option("--segment <name>", help.leads.segment)
    .option("--page <number>", help.leads.page, wholeNumber(help), 1)
    .addOption(new Option("--sort <by>", help.lists.sort).choices([...leadSortKeys]))
    .option("--desc", help.lists.desc)
    .addHelpText("after", help.leadVerbs.examples)
    .action(action(listLeads))
    .addCommand(addLeadCommand(help))
    .addCommand(showLeadCommand(help))
    .addCommand(editLeadCommand(help));
  for (const command of leadActionCommands(help)) leads.addCommand(command);
  return leads.addCommand(leadNotesCommand(help)).addCommand(exportLeadsCommand(help));
}

async function listLeads(output: Output, options: LeadsOptions): Promise<ExitCode> {
  const texts = output.texts(outputTexts);
  const { client } = await connect(output.terminal, options.server);
  const { page, limit, all, sort, desc } = options;
  const order = { ...(sort && { sort }), ...(desc && { order: "desc" as const }) };
  const matching = { ...(await matchingOf(client, options, output)), ...order };
  if (all === true && page > 1) throw new UsageFault(output.texts(verbTexts).pageOrAll);
  // With a page and a limit, the limit is the page size.
  const pageSize = limit ?? pageLimits.sizeDefault;
  const isWhole = all === true || (limit !== undefined && page === 1);
  const { items, total } = isWhole
    ? await leadsUpTo(client, matching, limit ?? Number.POSITIVE_INFINITY)
    : await client("POST /amplify/leads/find", {
        body: { ...matching, page, pageSize },
      });
  output.rows("lead", items, [
    { title: texts.columns.name, value: ({ firstName, lastName }) => `${firstName} ${lastName}` },
    { title: texts.columns.email, field: "email", value: ({ email }) => email, least: 26 },
    {
      title: texts.columns.sent,
      field: "emailCount",
      value: ({ emailCount }) => String(emailCount),
      align: "right",
    },
    {
      title: texts.columns.opened,
      field: "openedCount",
      value: ({ openedCount }) => String(openedCount),
      align: "right",
      spare: true,
    },
    {
      title: texts.columns.optedOut,
      field: "optout",
      value: ({ optout }) => (optout ? texts.leads.optedOut : ""),
    },
    {
      title: texts.columns.consent,
      field: "consent",
      value: ({ consent = "unknown" }) => texts.consent[consent],
      spare: "first",
    },
    { title: texts.columns.collections, value: (lead) => lead.collection.join(", "), spare: true },
  ]);
  const pages = isWhole ? 1 : Math.max(1, Math.ceil(total / pageSize));
  const saysPage = !isWhole || limit === undefined;
  if (saysPage) output.line(texts.leads.page({ count: total, page, pages }));
  // People see which page this is; a file or a program is told separately.
  const ofPage = { of: "lead", shown: items.length, total, more: allOf(options), isPaged: true as const };
  if (output.mode !== "live" || !saysPage) endList(output, ofPage);
  return exitCodes.done;
}

/** The command that lists all of the same leads, in the same order. */
function allOf({ collection, search, segment, sort, desc }: LeadsOptions): string {
  const chosen = collection === "all" ? undefined : collection;
  return `leads --all${optionWords({ collection: chosen, search, segment, sort, desc })}`;
}

/** The first `limit` leads, in as many calls as that takes. */
async function leadsUpTo(client: Client, matching: LeadMatching, limit: number) {
  const items: Lead[] = [];
  const pageSize = Math.min(limit, pageLimits.sizeMax);
  let total = 0;
  for (let page = 1; items.length < limit; page += 1) {
    const answer = await client("POST /amplify/leads/find", { body: { ...matching, page, pageSize } });
    items.push(...answer.items.slice(0, limit - items.length));
    total = answer.total;
    if (answer.items.length === 0 || items.length >= total) break;
  }
  return { items, total };
}
