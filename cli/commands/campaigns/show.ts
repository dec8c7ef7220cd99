import { campaignName } from "../../../contract/campaigns/campaignName.ts";
import type { Client } from "../../../contract/client.ts";
import { cliLimits } from "../../../contract/limits/cli.ts";
import { withFallbacks } from "../../../contract/mergeFields.ts";
import type { Campaign, CampaignPart } from "../../../contract/schemas/campaign.ts";
import type { CampaignActivity, CampaignKind, CampaignStep } from "../../../contract/schemas/campaignPlan.ts";
import { addressIn } from "../../../contract/sending/senderMailbox.ts";
import { campaignTexts } from "../../../contract/texts/terminal/campaigns.ts";
import type { HelpTexts } from "../../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../../contract/texts/terminal/output.ts";
import { progressTexts } from "../../../contract/texts/terminal/progress.ts";
import { action, createCommand } from "../../command.ts";
import type { CommonOptions } from "../../commonOptions.ts";
import { mailLines } from "../../compose/reviewLines.ts";
import { connect } from "../../connection.ts";
import { type ExitCode, exitCodes } from "../../exitCodes.ts";
import { findCampaign } from "../../find/findCampaign.ts";
import { figuresOfCampaign, isUncounted, shortId } from "../../format/campaignFigures.ts";
import { resultText } from "../../format/campaignRows.ts";
import { stateText } from "../../format/progressText.ts";
import { clockTime } from "../../format/times.ts";
import type { Output } from "../../output.ts";
import { activityColumns } from "./activity.ts";
import { askInsight, type Insight } from "./insight.ts";
import { showActions } from "./showActions.ts";
import { showAudience } from "./showAudience.ts";
import { showCauses, showDomains, showParts } from "./showFigures.ts";
import { showMailBars, showPlots, showSendBar } from "./showPictures.ts";

/** `amplify campaigns show`, and the same for sequences. */
export function showCommand(help: HelpTexts, summary: string, kind?: CampaignKind) {
  return createCommand("show", summary)
    .argument("<campaign>", help.campaign)
    .action(
      action((output: Output, text: string, options: CommonOptions) => show(output, { text, kind }, options)),
    );
}

type Asked = { text: string; kind: CampaignKind | undefined };

async function show(output: Output, { text, kind }: Asked, options: CommonOptions): Promise<ExitCode> {
  const { client } = await connect(output.terminal, options.server);
  const { _id: id } = await findCampaign(client, text, output.texts(outputTexts), { any: true, kind });
  const params = { id };
  const [campaign, parts, activities, insight] = await Promise.all([
    client("GET /amplify/campaigns/{id}", { params }),
    client("GET /amplify/campaigns/{id}/parts", { params }),
    client("GET /amplify/campaigns/{id}/activity", { params }),
    askInsight(client, id),
  ]);
  output.event("campaign", campaign);
  for (const part of parts) output.event("part", part);
  tellInsight(output, insight);
  if (output.mode === "json") for (const activity of activities) output.event("activity", activity);
  else {
    await showHead(output, client, campaign, parts);
    if (campaign.total > 0) {
      showSendBar(output, campaign);
      showMailBars(output, campaign, insight.picture);
      if (parts.length > 1) showParts(output, parts, await stepsOf(client, id));
      showPlots(output, insight.times);
      showDomains(output, insight.domains);
      showCauses(output, campaign, insight.causes);
    }
    showActivity(output, campaign, activities);
  }
  return exitCodes.done;
}

async function stepsOf(client: Client, id: string): Promise<readonly CampaignStep[]> {
  return (await client("GET /amplify/campaigns/{id}/plan", { params: { id } })).steps;
}

/** For programs, each answer as the server gave it. */
function tellInsight(output: Output, { picture, times, domains, causes }: Insight): void {
  if (picture) output.event("picture", picture);
  if (times) output.event("times", times);
  if (domains) output.event("domains", domains);
  for (const cause of causes ?? []) output.event("cause", cause);
}

async function showHead(
  output: Output,
  client: Client,
  campaign: Campaign,
  parts: readonly CampaignPart[],
): Promise<void> {
  const texts = output.texts(campaignTexts).show;
  const progress = output.texts(progressTexts);
  const figures = figuresOfCampaign(campaign, output.words);
  const name = campaignName(campaign);
  const { accounts, kind, state, archivedAt } = campaign;
  const subject = withFallbacks(campaign.subject);
  output.line(texts.title({ name: name || texts.noName, id: shortId(campaign._id) }));
  const standing = stateText(figures, output.terminal.now(), progress);
  output.line(texts.state(standing || output.texts(campaignTexts).states[state]));
  // Servers of the previous version do not send it.
  const doneAt = campaign.doneAt ?? null;
  if (doneAt !== null) output.line(texts.done(clockTime(doneAt, output.terminal.now(), progress)));
  if (state === "running") showHeld(output, campaign);
  showActions(output, campaign);
  if (archivedAt !== null) output.line(texts.archived);
  if (kind === "sequence") await showMails(output, client, campaign, parts);
  await showAudience(output, client, campaign);
  if (accounts.length > 0) output.line(texts.from(accounts.map(({ from }) => from)));
  if (kind === "once" && subject !== "" && subject !== name) output.line(texts.subject(subject));
  output.line(
    isUncounted(figures) || campaign.total === 0 ? texts.nothing : texts.result(resultText(campaign, output)),
  );
  const { replied, complained } = campaign;
  // Only known for accounts whose mailbox is read.
  if (replied + complained > 0) output.line(texts.answers({ replied, complained }));
}

/** The mails of a sequence: when each is sent, and to whom. */
async function showMails(
  output: Output,
  client: Client,
  { _id: id, state, steps }: Campaign,
  parts: readonly CampaignPart[],
): Promise<void> {
  const texts = output.texts(campaignTexts);
  const params = { id };
  const plan = await client("GET /amplify/campaigns/{id}/plan", { params });
  const isOver = state === "finished" || state === "cancelled";
  const standing = isOver ? null : await client("GET /amplify/campaigns/{id}/standing", { params });
  const behind =
    standing?.steps.filter(({ isBehind }) => isBehind).map(({ stepId }) => stepId) ??
    plan.steps.map((step) => step.id);
  output.line(texts.show.sequence(steps));
  for (const line of mailLines(plan, texts, subjectsGone(parts, behind))) output.line(line);
}

/** Of mails that nobody is still to get, what they went with last, by variant: it may be written anew since, for nobody. */
function subjectsGone(
  parts: readonly CampaignPart[],
  behind: readonly (string | null)[],
): Map<string, string> {
  const gone = parts.filter(({ stepId, counts }) => behind.includes(stepId) && counts.sent > 0);
  return new Map(gone.map(({ variantId, subject }) => [variantId ?? "", subject]));
}

/** Accounts that wait for a person while others send, and what can be done about that. */
export function showHeld(output: Output, { _id, accounts }: Campaign): void {
  const texts = output.texts(campaignTexts).show;
  for (const { from, held } of accounts)
    if (held !== null) {
      const address = addressIn(from);
      const move = output.next(texts.moveHeld({ id: shortId(_id), from: address }));
      output.line(
        texts.held({ from: address, mails: held.mails, why: output.words(held.cause, held.waiting), move }),
      );
    }
}

function showActivity(output: Output, { _id }: Campaign, activities: readonly CampaignActivity[]): void {
  const texts = output.texts(campaignTexts).show;
  if (activities.length === 0) return;
  output.line("");
  output.line(texts.activity);
  output.rows("activity", activities.slice(0, cliLimits.activitiesShown), activityColumns(output));
  if (activities.length > cliLimits.activitiesShown)
    output.line(texts.activityMore(output.next(`campaigns activity ${shortId(_id)}`)));
}
