import { whyOptedOut } from "../../../contract/leads/whyOptedOut.ts";
import type { Optout } from "../../../contract/schemas/optouts.ts";
import type { HelpTexts } from "../../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../../contract/texts/terminal/output.ts";
import { progressTexts } from "../../../contract/texts/terminal/progress.ts";
import { verbTexts } from "../../../contract/texts/terminal/verbs.ts";
import { optoutsTexts } from "../../../contract/texts/workspace/optouts.ts";
import { action, createCommand } from "../../command.ts";
import type { CommonOptions } from "../../commonOptions.ts";
import { connect } from "../../connection.ts";
import { type ExitCode, exitCodes } from "../../exitCodes.ts";
import { findCampaign } from "../../find/findCampaign.ts";
import { clockTime } from "../../format/times.ts";
import { endList } from "../../lists.ts";
import type { Output } from "../../output.ts";

/** `amplify campaigns optouts`: who left by a campaign's mails, and why as far as that is known. */
export function optoutsCommand(help: HelpTexts) {
  return createCommand("optouts", help.optouts)
    .argument("<campaign>", help.campaign)
    .action(action(listOptouts));
}

async function listOptouts(output: Output, text: string, options: CommonOptions): Promise<ExitCode> {
  const { optouts: texts } = output.texts(verbTexts);
  const { columns } = output.texts(outputTexts);
  const reasons = output.texts(optoutsTexts);
  const { client } = await connect(output.terminal, options.server);
  const { _id: id } = await findCampaign(client, text, output.texts(outputTexts), { any: true });
  const items: Optout[] = [];
  let total = 0;
  for (let before: string | null | undefined; before !== null; ) {
    const query = before === undefined ? {} : { before };
    const page = await client("GET /amplify/campaigns/{id}/optouts", { params: { id }, query });
    items.push(...page.items);
    total = page.total;
    before = page.next;
  }
  if (items.length === 0) output.line(texts.none);
  else
    output.rows("optout", items, [
      { title: columns.email, value: ({ email }) => email ?? "" },
      {
        title: columns.changed,
        value: ({ at }) => clockTime(at, output.terminal.now(), output.texts(progressTexts)),
      },
      { title: texts.reason, value: (optout) => whyOptedOut(optout, reasons) ?? "" },
      { title: texts.words, value: ({ words }) => words ?? "", spare: true },
    ]);
  endList(output, { of: "optout", shown: items.length, total, more: "", isPaged: true as const });
  return exitCodes.done;
}
