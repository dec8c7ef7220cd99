import { variantLetter } from "../../../contract/campaigns/variantLetter.ts";
import { withFallbacks } from "../../../contract/mergeFields.ts";
import type { CampaignPart } from "../../../contract/schemas/campaign.ts";
import type { CampaignStep } from "../../../contract/schemas/campaignPlan.ts";
import { campaignTexts } from "../../../contract/texts/terminal/campaigns.ts";
import type { HelpTexts } from "../../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../../contract/texts/terminal/output.ts";
import { action, createCommand } from "../../command.ts";
import type { CommonOptions } from "../../commonOptions.ts";
import { connect } from "../../connection.ts";
import { type ExitCode, exitCodes } from "../../exitCodes.ts";
import { UsageFault } from "../../faults.ts";
import { findCampaign } from "../../find/findCampaign.ts";
import { shortId } from "../../format/campaignFigures.ts";
import type { Output } from "../../output.ts";

/** `amplify campaigns winner`: shows how the variants of a test did, or chooses which one is sent to the rest. */
export function winnerCommand(help: HelpTexts) {
  return createCommand("winner", help.campaigns.winner)
    .argument("<campaign>", help.campaign)
    .argument("[variant]", help.campaigns.variant)
    .action(action(winner));
}

/** How one variant did, over all accounts and time zones that it is sent through. */
type Tried = {
  /** Its name, such as "1a". */
  name: string;
  stepId: string;
  variantId: string;
  subject: string;
  sent: number;
  opened: number;
  clicked: number;
  isWinner: boolean;
};

async function winner(
  output: Output,
  text: string,
  named: string | undefined,
  options: CommonOptions,
): Promise<ExitCode> {
  const texts = output.texts(campaignTexts);
  const { client } = await connect(output.terminal, options.server);
  const { _id: id } = await findCampaign(client, text, output.texts(outputTexts), { any: true });
  const params = { id };
  const [plan, parts] = await Promise.all([
    client("GET /amplify/campaigns/{id}/plan", { params }),
    client("GET /amplify/campaigns/{id}/parts", { params }),
  ]);
  const tried = triedIn(plan, parts);
  if (tried.length === 0) {
    output.line(texts.winner.noTest);
    return named === undefined ? exitCodes.done : exitCodes.refused;
  }
  if (named === undefined) {
    list(output, tried);
    const rest = parts
      .filter(({ variantId }) => variantId === null)
      .reduce((sum, { total }) => sum + total, 0);
    if (rest > 0) output.note(texts.winner.waits(rest));
    if (rest > 0)
      output.note(texts.winner.choose(output.next(`campaigns winner ${shortId(id)} ${tried[0]?.name}`)));
    return exitCodes.done;
  }
  const { stepId, variantId, name } = variantNamed(output, tried, named);
  const campaign = await client("POST /amplify/campaigns/{id}/winner", {
    params,
    body: { stepId, variantId },
  });
  output.line(texts.winner.chosen(name));
  output.event("campaign", campaign);
  return exitCodes.done;
}

function list(output: Output, tried: readonly Tried[]): void {
  const { columns, winner: texts } = output.texts(campaignTexts);
  const { columns: common } = output.texts(outputTexts);
  output.rows("variant", tried, [
    { title: columns.part, value: ({ name }) => name, whole: true },
    { title: common.subject, value: ({ subject }) => subject },
    { title: common.sent, value: ({ sent }) => String(sent), align: "right" },
    { title: common.opened, value: ({ opened }) => String(opened), align: "right" },
    { title: common.clicked, value: ({ clicked }) => String(clicked), align: "right" },
    { title: "", value: ({ isWinner }) => (isWinner ? texts.won : "") },
  ]);
}

type Composed = {
  steps: readonly CampaignStep[];
  mails: readonly { variantId: string; subject: string }[];
};

/** The subjects are those that its figures are of: of a sequence under way they may be written anew for those to come. */
export function triedIn({ steps, mails }: Composed, parts: readonly CampaignPart[]): Tried[] {
  const subjects = new Map([
    ...mails.map(({ variantId, subject }) => [variantId, subject] as const),
    // The earliest comes first in the list, and is what stays here.
    ...parts.toReversed().map(({ variantId, subject }) => [variantId ?? "", subject] as const),
  ]);
  return steps.flatMap((step, index) => {
    if (step.variants.length < 2) return [];
    return step.variants.map(({ id: variantId }, nth) => ({
      name: `${index + 1}${variantLetter(nth).toLowerCase()}`,
      stepId: step.id,
      variantId,
      subject: withFallbacks(subjects.get(variantId) ?? ""),
      ...sumsOf(step, variantId, parts),
      isWinner: step.test?.winner === variantId,
    }));
  });
}

function sumsOf({ id }: CampaignStep, variantId: string, parts: readonly CampaignPart[]) {
  const sums = { sent: 0, opened: 0, clicked: 0 };
  for (const part of parts)
    if (part.stepId === id && part.variantId === variantId) {
      sums.sent += part.counts.sent;
      sums.opened += part.opened;
      sums.clicked += part.clicked;
    }
  return sums;
}

/** Finds a variant by "1b", or by the letter alone if only one mail has variants. */
function variantNamed(output: Output, tried: readonly Tried[], named: string): Tried {
  const wanted = named.toLowerCase();
  const isAlone = new Set(tried.map(({ stepId }) => stepId)).size === 1;
  const found = tried.find(({ name }) => name === wanted || (isAlone && name.endsWith(wanted)));
  if (found !== undefined && wanted !== "") return found;
  const { unknown } = output.texts(campaignTexts).winner;
  throw new UsageFault(unknown({ named, names: tried.map(({ name }) => name) }));
}
