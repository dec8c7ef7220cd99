import { campaignName } from "../../../contract/campaigns/campaignName.ts";
import type { Client } from "../../../contract/client.ts";
import { Refusal } from "../../../contract/errors.ts";
import type { Campaign } from "../../../contract/schemas/campaign.ts";
import { campaignTexts } from "../../../contract/texts/terminal/campaigns.ts";
import type { HelpTexts } from "../../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../../contract/texts/terminal/output.ts";
import { action, createCommand } from "../../command.ts";
import type { CommonOptions } from "../../commonOptions.ts";
import { connect } from "../../connection.ts";
import { type ExitCode, exitCodes } from "../../exitCodes.ts";
import { findCampaign } from "../../find/findCampaign.ts";
import type { Output } from "../../output.ts";

/** `amplify campaigns rename`. */
export function renameCommand(help: HelpTexts) {
  const rename = async (output: Output, text: string, name: string, options: CommonOptions) => {
    const { client, campaign } = await found(output, text, options);
    const { _id: id, version } = campaign;
    const plan = await client("PUT /amplify/campaigns/{id}/plan", {
      params: { id },
      body: { version, name },
    });
    const texts = output.texts(campaignTexts);
    // Without a name of its own it is called as its first mail.
    const { subject } = campaign;
    output.line(texts.renamed(campaignName({ name: plan.name, subject }) || texts.show.noName));
    output.event("plan", plan);
    return exitCodes.done;
  };
  return createCommand("rename", help.campaigns.rename)
    .argument("<campaign>", help.campaign)
    .argument("<name>", help.campaigns.name)
    .action(action(rename));
}

/** `amplify campaigns archive`: moves a campaign into the archive or out of it. */
export function archiveCommand(help: HelpTexts) {
  const archive = async (output: Output, text: string, options: CommonOptions & { back?: boolean }) => {
    const { client, campaign } = await found(output, text, options);
    const archived = options.back !== true;
    const kept = await client("POST /amplify/campaigns/{id}/archive", {
      params: { id: campaign._id },
      body: { archived },
    });
    const texts = output.texts(campaignTexts);
    output.line(archived ? texts.archived : texts.unarchived);
    output.event("campaign", kept);
    return exitCodes.done;
  };
  return createCommand("archive", help.campaigns.archive)
    .argument("<campaign>", help.campaign)
    .option("--back", help.campaigns.back)
    .action(action(archive));
}

/** `amplify campaigns delete`: deletes a draft, which can be restored for some minutes. */
export function deleteCommand(help: HelpTexts) {
  const remove = async (output: Output, text: string, options: CommonOptions) => {
    const { client, campaign } = await found(output, text, options);
    const { _id: id } = campaign;
    const { message } = await client("DELETE /amplify/campaigns/{id}", { params: { id } });
    output.line(message);
    output.event("deleted", { _id: id });
    // Deleted campaigns are in no list, so only the whole identifier finds one.
    output.note(output.texts(campaignTexts).bringBack(output.next(`campaigns undo ${id}`)));
    return exitCodes.done;
  };
  return createCommand("delete", help.campaigns.delete)
    .argument("<campaign>", help.campaign)
    .action(action(remove));
}

/** `amplify campaigns undo`: undoes a start, or restores a deleted draft. */
export function undoCommand(help: HelpTexts) {
  return createCommand("undo", help.campaigns.undo)
    .argument("<campaign>", help.campaign)
    .action(action(undo));
}

async function undo(output: Output, text: string, options: CommonOptions): Promise<ExitCode> {
  const texts = output.texts(campaignTexts);
  const { client } = await connect(output.terminal, options.server);
  const known = await findCampaign(client, text, output.texts(outputTexts)).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === "not_found" && text !== "last") return null;
    throw error;
  });
  const params = { id: known?._id ?? text };
  const plan = known
    ? await client("POST /amplify/campaigns/{id}/undo", { params })
    : await client("POST /amplify/campaigns/{id}/restore", { params });
  const takenBack = plan.state === "draft" ? texts.takenBack : texts.undone;
  output.line(known ? takenBack : texts.restored);
  output.event("plan", plan);
  return exitCodes.done;
}

async function found(
  output: Output,
  text: string,
  options: CommonOptions,
): Promise<{ client: Client; campaign: Campaign }> {
  const { client } = await connect(output.terminal, options.server);
  return { client, campaign: await findCampaign(client, text, output.texts(outputTexts), { any: true }) };
}
