import { Argument } from "commander";
import { normalAddress } from "../../contract/address.ts";
import { type Consent, consents } from "../../contract/leads/consent.ts";
import type { Lead } from "../../contract/schemas/lead.ts";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../contract/texts/terminal/output.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { UsageFault } from "../faults.ts";
import type { Output } from "../output.ts";

/** `amplify consent EMAIL granted`: says whether a lead agreed to being counted. */
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
  const answer = await client("GET /amplify/leads", { query: { search: email, page: 1 } });
  const found: Lead[] = Array.isArray(answer) ? answer : answer.items;
  const lead = found.find((one) => one.email === normalAddress(email));
  if (lead === undefined) throw new UsageFault(texts.consent.nobody(email));
  const { firstName, lastName, phone, collection, optout } = lead;
  const body = { firstName, lastName, email: lead.email, phone, collection, optout, consent };
  const changed = await client("PUT /amplify/leads/{id}", { params: { id: lead._id }, body });
  output.line(texts.consent.set({ email: changed.email, consent }));
  output.event("lead", changed);
  return exitCodes.done;
}
