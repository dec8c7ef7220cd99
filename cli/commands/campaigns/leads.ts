import { Option } from "commander";
import { pageLimits } from "../../../contract/limits/http.ts";
import type { SequenceLead } from "../../../contract/schemas/sequences/sequenceLeads.ts";
import type { HelpTexts } from "../../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../../contract/texts/terminal/output.ts";
import { progressTexts } from "../../../contract/texts/terminal/progress.ts";
import { verbTexts } from "../../../contract/texts/terminal/verbs.ts";
import { action, createCommand } from "../../command.ts";
import type { CommonOptions } from "../../commonOptions.ts";
import { connect } from "../../connection.ts";
import { type ExitCode, exitCodes } from "../../exitCodes.ts";
import { findCampaign } from "../../find/findCampaign.ts";
import { optionWords, quoted } from "../../format/optionWords.ts";
import { clockTime } from "../../format/times.ts";
import { eachUpTo, endList, type ListOptions, withLimit } from "../../lists.ts";
import type { Output } from "../../output.ts";
import { wholeNumber } from "../../wholeNumber.ts";

type LeadsOptions = CommonOptions &
  ListOptions & { step?: number; search?: string; only?: "ended" | "going" };

/**
 * `amplify sequences leads`: which step each lead of a sequence has reached, when it gets the next one, and why it ended.
 */
export function sequenceLeadsCommand(help: HelpTexts) {
  return withLimit(createCommand("leads", help.sequenceLeads.summary), help)
    .argument("<sequence>", help.campaign)
    .option("--step <number>", help.sequenceLeads.step, wholeNumber(help))
    .addOption(new Option("--only <which>", help.sequenceLeads.only).choices(["ended", "going"]))
    .option("--search <text>", help.sequenceLeads.search)
    .action(action(listLeads));
}

async function listLeads(output: Output, text: string, options: LeadsOptions): Promise<ExitCode> {
  const { sequenceLeads: texts } = output.texts(verbTexts);
  const { columns } = output.texts(outputTexts);
  const { client } = await connect(output.terminal, options.server);
  const wanted = { any: true, kind: "sequence" } as const;
  const { _id: id, steps } = await findCampaign(client, text, output.texts(outputTexts), wanted);
  const { step, search, only } = options;
  const asked = {
    // People count mails from one.
    ...(step === undefined ? {} : { step: Math.max(step - 1, 0) }),
    ...(search === undefined ? {} : { search }),
    ...(only === undefined ? {} : { ended: only === "ended" ? ("true" as const) : ("false" as const) }),
  };
  const pageOf = ({ pageSize, after }: { pageSize: number; after: string | null }) => {
    const query = { pageSize, ...asked, ...(after === null ? {} : { after }) };
    return client("GET /amplify/campaigns/{id}/leads", { params: { id }, query });
  };
  const items: SequenceLead[] = [];
  const pages = { sizeMax: pageLimits.sizeMax, pageOf };
  const { shown, isPart } = await eachUpTo(options, pages, (lead) => items.push(lead));
  // After a mail, a lead may still react to it, and waits for the next one if there is one.
  const stateOf = ({ state, step }: SequenceLead) =>
    state === "answering" && (step ?? 0) + 1 < steps ? "waiting" : state;
  const moment = (at: number | null) =>
    at === null ? "" : clockTime(at, output.terminal.now(), output.texts(progressTexts));
  if (items.length === 0) output.line(texts.none);
  else
    output.rows("sequenceLead", items, [
      { title: columns.email, field: "email", value: ({ email }) => email ?? texts.deleted },
      {
        title: texts.mail,
        field: "step",
        value: (lead) => (lead.step === null ? "" : String(lead.step + 1)),
      },
      { title: texts.state, field: "state", value: (lead) => texts.states[stateOf(lead)] },
      { title: texts.when, value: ({ dueAt, endedAt }) => moment(endedAt ?? dueAt) },
      {
        title: texts.why,
        field: "reason",
        value: ({ cause, reason }) => output.words(cause, reason) ?? "",
        spare: true,
      },
    ]);
  const chosen = { step: step === undefined ? undefined : String(step), search, only };
  const more = `sequences leads ${quoted(text)}${optionWords(chosen)}`;
  if (isPart) endList(output, { of: "sequenceLead", shown, total: null, more });
  return exitCodes.done;
}
