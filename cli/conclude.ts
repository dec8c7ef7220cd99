import { winnerAsks } from "../contract/campaigns/winnerAsks.ts";
import { cliLimits } from "../contract/limits/cli.ts";
import { outputTexts } from "../contract/texts/terminal/output.ts";
import type { Connection } from "./connection.ts";
import { type ExitCode, exitCodes } from "./exitCodes.ts";
import { joinsLater } from "./followCampaigns.ts";
import { type CampaignFigures, shortId } from "./format/campaignFigures.ts";
import type { Output } from "./output.ts";

/** The exit code for the end of one campaign. */
export function exitCodeOf(figures: CampaignFigures): ExitCode {
  // A campaign whose start was undone is a draft again.
  if (figures.state === "cancelled" || figures.state === "draft") return exitCodes.refused;
  const isThrough = figures.state === "finished" || figures.waitingCode === joinsLater;
  if (!isThrough || figures.uncertain > 0) return exitCodes.needsPerson;
  return figures.failed > 0 ? exitCodes.someFailed : exitCodes.done;
}

// From best to worst: with several campaigns the worst result counts.
const ranked: ExitCode[] = [exitCodes.done, exitCodes.someFailed, exitCodes.needsPerson, exitCodes.refused];

/** Prints how campaigns ended, which mails failed and why, and what can be done about it. */
export async function conclude(
  output: Output,
  connection: Connection,
  campaigns: readonly CampaignFigures[],
): Promise<ExitCode> {
  let worst = 0;
  for (const figures of campaigns) {
    const exitCode = exitCodeOf(figures);
    worst = Math.max(worst, ranked.indexOf(exitCode));
    if (figures.failed > 0) await listDeliveries(output, connection, figures, "failed");
    if (figures.uncertain > 0) await listDeliveries(output, connection, figures, "uncertain");
    for (const advice of adviceOn(output, figures)) output.note(advice);
    output.event("finished", { ...figures, exitCode });
  }
  return ranked[worst] ?? exitCodes.refused;
}

async function listDeliveries(
  output: Output,
  { client }: Connection,
  figures: CampaignFigures,
  state: "failed" | "uncertain",
): Promise<void> {
  const pageSize = cliLimits.failuresShown;
  const { items } = await client("GET /amplify/campaigns/{id}/deliveries", {
    params: { id: figures.campaignId },
    query: { state, pageSize },
  });
  for (const { email, reason, cause } of items) {
    const why = output.words(cause, reason);
    output.line(`${state}  ${email}${why ? `: ${why}` : ""}`);
    output.event("delivery", { campaignId: figures.campaignId, email, state, reason, cause });
  }
  if (figures[state] > items.length)
    output.line(
      output.texts(outputTexts).ended.seeAll({
        count: figures[state],
        command: output.next(`deliveries ${shortId(figures.campaignId)} --state ${state}`),
      }),
    );
}

function adviceOn(output: Output, figures: CampaignFigures): string[] {
  // A cancelled campaign cannot be retried.
  if (figures.state === "cancelled") return [];
  const { ended, sendRest } = output.texts(outputTexts);
  const id = shortId(figures.campaignId);
  const advice: string[] = [];
  if (figures.state === "paused") {
    // Without its account it goes on from another one, and is refused to be resumed.
    const isWithout = figures.waitingCode === "account_removed";
    advice.push(ended.goOn(output.next(isWithout ? sendRest.command(id) : `resume ${id}`)));
  }
  if (winnerAsks.includes(figures.waitingCode ?? ""))
    advice.push(ended.choose, output.next(`campaigns winner ${id}`));
  if (figures.failed > 0) advice.push(ended.failed, output.next(`retry ${id} --failed`));
  if (figures.uncertain > 0) advice.push(ended.uncertain, output.next(`retry ${id} --uncertain`));
  return advice;
}
