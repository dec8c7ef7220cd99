import type { Client } from "../../../contract/client.ts";
import type { Campaign } from "../../../contract/schemas/campaign.ts";
import type { PlanState } from "../../../contract/schemas/campaignPlan.ts";
import { campaignTexts } from "../../../contract/texts/terminal/campaigns.ts";
import type { HelpTexts } from "../../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../../contract/texts/terminal/output.ts";
import { progressTexts } from "../../../contract/texts/terminal/progress.ts";
import { action, createCommand } from "../../command.ts";
import type { CommonOptions } from "../../commonOptions.ts";
import { connect } from "../../connection.ts";
import { type ExitCode, exitCodes } from "../../exitCodes.ts";
import { allCampaigns } from "../../find/allCampaigns.ts";
import { findAccount } from "../../find/findAccount.ts";
import { figuresOfCampaign, shortId } from "../../format/campaignFigures.ts";
import { stateText } from "../../format/progressText.ts";
import type { Output } from "../../output.ts";
import { showHeld } from "../campaigns/show.ts";

/** `amplify accounts remove`: takes an account away, and tells which sends that stops and how their rest goes out. */
export function removeAccountCommand(help: HelpTexts) {
  return createCommand("remove", help.accounts.remove)
    .argument("<email>", help.accounts.email)
    .action(action(removeAccount));
}

async function removeAccount(output: Output, email: string, options: CommonOptions): Promise<ExitCode> {
  const texts = output.texts(outputTexts);
  const { client } = await connect(output.terminal, options.server);
  const { _id: id, appEmail } = await findAccount(client, email, texts);
  const isTold = output.mode !== "json";
  const inState = (state: PlanState) => (isTold ? allCampaigns(client, { state }) : []);
  // One that is paused already goes on without it as little as one that this pauses.
  const begun = [...(await inState("running")), ...(await inState("paused"))];
  const sending = begun.filter(({ accounts }) => accounts.some(({ credentialId }) => credentialId === id));
  const planned = await inState("scheduled");
  const waitedFor = new Map(planned.map(({ _id, waiting }) => [_id, waiting]));
  await client("DELETE /amplify/auth/credentials/{id}", { params: { id } });
  output.line(texts.accounts.removed(appEmail));
  output.event("removed", { _id: id, appEmail });
  for (const { _id } of sending) await tellWhatStops(output, client, { id: _id, accountId: id });
  const stillPlanned = planned.length === 0 ? [] : await allCampaigns(client, { state: "scheduled" });
  // A planned one says of itself what keeps it from starting.
  for (const campaign of stillPlanned) {
    const { _id, waiting } = campaign;
    if (waitedFor.has(_id) && waitedFor.get(_id) !== waiting) tellHowTakenBack(output, campaign);
  }
  return exitCodes.done;
}

async function tellWhatStops(
  output: Output,
  client: Client,
  { id, accountId }: { id: string; accountId: string },
): Promise<void> {
  const campaign = await client("GET /amplify/campaigns/{id}", { params: { id } });
  const { state, total, accounts: all } = campaign;
  if (state !== "running" && state !== "paused") return;
  // Stopped before any of its mails was sent, it can still be changed.
  if (total === 0) return tellHowTakenBack(output, campaign);
  const gone = all.filter(({ credentialId }) => credentialId === accountId);
  if (state === "running" || all.length > 1) return showHeld(output, { ...campaign, accounts: gone });
  const { accounts, sendRest } = output.texts(outputTexts);
  output.line(accounts.removedUnder(figuresOfCampaign(campaign, output.words)));
  output.line(sendRest.next(output.next(sendRest.command(shortId(id)))));
}

function tellHowTakenBack(output: Output, campaign: Campaign): void {
  const figures = figuresOfCampaign(campaign, output.words);
  const { accounts } = output.texts(outputTexts);
  const state = stateText(figures, output.terminal.now(), output.texts(progressTexts));
  output.line(accounts.state({ email: figures.name, state }));
  const { actions } = output.texts(campaignTexts);
  const command = output.next(actions.takeBack(shortId(campaign._id)));
  output.line(actions.line({ action: "takeBack", command }));
}
