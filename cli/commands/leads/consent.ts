import { Argument } from "commander";
import { type Consent, consents } from "../../../contract/leads/consent.ts";
import type { HelpTexts } from "../../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../../contract/texts/terminal/output.ts";
import { verbTexts } from "../../../contract/texts/terminal/verbs.ts";
import { action, createCommand } from "../../command.ts";
import type { CommonOptions } from "../../commonOptions.ts";
import { connect } from "../../connection.ts";
import { type ExitCode, exitCodes } from "../../exitCodes.ts";
import { findLead } from "../../find/findLead.ts";
import type { Output } from "../../output.ts";
import { whatIsKept } from "./save.ts";

/** `amplify consent EMAIL granted`: records whether a lead agreed to being counted. */
export function consentCommand(help: HelpTexts) {
  return createCommand("consent", help.consent.summary)
    .helpGroup(help.groups.leads)
    .argument("<email>", help.consent.email)
    .addArgument(new Argument("<consent>", help.consent.consent).choices(consents))
    .action(action(setConsent));
}

async function setConsent(
  output: Output,
  email: string,
  consent: Consent,
  options: CommonOptions,
): Promise<ExitCode> {
  const texts = output.texts(outputTexts);
  const { client } = await connect(output.terminal, options.server);
  const lead = await findLead(client, email, output.texts(verbTexts));
  const body = { ...whatIsKept(lead), consent };
  const changed = await client("PUT /amplify/leads/{id}", { params: { id: lead._id }, body });
  output.line(texts.consent.set({ email: changed.email, consent }));
  output.event("lead", changed);
  return exitCodes.done;
}
