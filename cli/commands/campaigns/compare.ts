import { Refusal } from "../../../contract/errors.ts";
import { insightLimits } from "../../../contract/limits/insight.ts";
import type { Campaign } from "../../../contract/schemas/campaign.ts";
import type { ComparedCampaign } from "../../../contract/schemas/campaignInsight.ts";
import { campaignTexts } from "../../../contract/texts/terminal/campaigns.ts";
import type { HelpTexts } from "../../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../../contract/texts/terminal/output.ts";
import { action, createCommand } from "../../command.ts";
import type { CommonOptions } from "../../commonOptions.ts";
import { connect } from "../../connection.ts";
import { type ExitCode, exitCodes } from "../../exitCodes.ts";
import { UsageFault } from "../../faults.ts";
import { findCampaign } from "../../find/findCampaign.ts";
import type { Column } from "../../format/table.ts";
import type { Output } from "../../output.ts";

/** `amplify campaigns compare`: campaigns side by side, with each number's share. */
export function compareCommand(help: HelpTexts) {
  return createCommand("compare", help.campaigns.compare)
    .argument("<campaign...>", help.campaigns.compared)
    .action(action(compare));
}

async function compare(output: Output, named: readonly string[], options: CommonOptions): Promise<ExitCode> {
  const texts = output.texts(campaignTexts);
  const max = insightLimits.comparedMax;
  if (named.length < 2 || named.length > max) throw new UsageFault(texts.compare.howMany(max));
  const { client } = await connect(output.terminal, options.server);
  const found: string[] = [];
  const missing: Refusal[] = [];
  for (const text of named) {
    const one = await orNone(findCampaign(client, text, output.texts(outputTexts), { any: true }));
    if (one instanceof Refusal) missing.push(one);
    else found.push(one._id);
  }
  const [gone] = missing;
  if (gone !== undefined && found.length < 2) throw gone;
  for (const { message } of missing) output.note(texts.compare.without(message));
  const all = await client("GET /amplify/campaigns/compare", { query: { ids: found.join(",") } });
  output.rows("campaign", all, columnsOf(output));
  return exitCodes.done;
}

/** A campaign that was deleted meanwhile does not prevent comparing the others. */
async function orNone(finding: Promise<Campaign>): Promise<Campaign | Refusal> {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof Refusal && error.code === "not_found") return error;
    throw error;
  }
}

function columnsOf(output: Output): Column<ComparedCampaign>[] {
  const { columns } = output.texts(outputTexts);
  const texts = output.texts(campaignTexts).compare;
  const share = (
    title: string,
    of: (one: ComparedCampaign) => number | null,
    whole = ({ sent }: ComparedCampaign) => sent,
  ): Column<ComparedCampaign> => ({
    title,
    value: (one) => {
      const count = of(one);
      if (count === null) return texts.notCounted;
      const all = whole(one);
      return all === 0 ? String(count) : texts.share({ count, percent: (100 * count) / all });
    },
    align: "right",
    whole: true,
  });
  return [
    { title: columns.name, value: ({ name }) => name },
    { title: columns.sent, value: ({ sent }) => String(sent), align: "right", whole: true },
    share(columns.opened, ({ opened, trackOpens }) => (trackOpens ? opened : null)),
    share(columns.clicked, ({ clicked, trackClicks }) => (trackClicks ? clicked : null)),
    // Of all attempts, because more mails may have failed than were sent.
    share(
      texts.failed,
      ({ failed }) => failed,
      ({ sent, failed }) => sent + failed,
    ),
    share(columns.optedOut, ({ optedOut }) => optedOut),
  ];
}
