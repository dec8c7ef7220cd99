import { Option } from "commander";
import { type Consent, consents } from "../../../contract/leads/consent.ts";
import type { Lead } from "../../../contract/schemas/lead.ts";
import type { HelpTexts } from "../../../contract/texts/terminal/help.ts";
import { type VerbTexts, verbTexts } from "../../../contract/texts/terminal/verbs.ts";
import { action, createCommand } from "../../command.ts";
import type { CommonOptions } from "../../commonOptions.ts";
import { connect } from "../../connection.ts";
import { defined } from "../../defined.ts";
import { type ExitCode, exitCodes } from "../../exitCodes.ts";
import { UsageFault } from "../../faults.ts";
import { findLead } from "../../find/findLead.ts";
import type { Output } from "../../output.ts";

type SaveOptions = CommonOptions & {
  email?: string;
  firstName?: string;
  lastName?: string;
  phone?: string;
  collection?: string[];
  field?: string[];
  consent?: Consent;
};

/** `amplify leads add EMAIL`. */
export function addLeadCommand(help: HelpTexts) {
  const { leadVerbs } = help;
  const add = createCommand("add", leadVerbs.add)
    .argument("[email]", leadVerbs.email)
    .option("--email <email>", leadVerbs.emailAsOption);
  return withFields(add, help, leadVerbs.collection).action(action(addLead));
}

/** `amplify leads edit EMAIL`. */
export function editLeadCommand(help: HelpTexts) {
  const { leadVerbs } = help;
  const edit = createCommand("edit", leadVerbs.edit)
    .argument("<lead>", leadVerbs.lead)
    .option("--email <email>", leadVerbs.newEmail);
  return withFields(edit, help, leadVerbs.onlyCollection).action(action(editLead));
}

function withFields(command: ReturnType<typeof createCommand>, help: HelpTexts, ofCollection: string) {
  const { leadVerbs } = help;
  return command
    .option("--first-name <name>", leadVerbs.firstName)
    .option("--last-name <name>", leadVerbs.lastName)
    .option("--phone <number>", leadVerbs.phone)
    .option("--collection <name...>", ofCollection)
    .option("--field <key=value...>", leadVerbs.field)
    .addOption(new Option("--consent <consent>", help.consent.consent).choices(consents));
}

async function addLead(output: Output, named: string | undefined, options: SaveOptions): Promise<ExitCode> {
  const texts = output.texts(verbTexts);
  const { firstName, lastName, email = named } = options;
  if (email === undefined || (named !== undefined && named !== email)) throw new UsageFault(texts.needsEmail);
  if (firstName === undefined || lastName === undefined) throw new UsageFault(texts.needsName);
  const body = { email, firstName, lastName, ...givenIn(options, texts) };
  const { client } = await connect(output.terminal, options.server);
  const lead = await client("POST /amplify/leads", { body });
  output.line(texts.added(lead.email));
  output.event("lead", lead);
  return exitCodes.done;
}

async function editLead(output: Output, text: string, options: SaveOptions): Promise<ExitCode> {
  const texts = output.texts(verbTexts);
  const { email, firstName, lastName } = options;
  const given = { ...defined({ email, firstName, lastName }), ...givenIn(options, texts) };
  if (Object.keys(given).length === 0) throw new UsageFault(texts.nothingToChange);
  const { client } = await connect(output.terminal, options.server);
  const found = await findLead(client, text, texts);
  const body = { ...whatIsKept(found), ...given };
  const lead = await client("PUT /amplify/leads/{id}", { params: { id: found._id }, body });
  output.line(texts.saved(lead.email));
  output.event("lead", lead);
  return exitCodes.done;
}

/** The fields that an update must repeat so that they stay as they are; what somebody else changes meanwhile is not put back. */
export function whatIsKept({ firstName, lastName, email, phone, collection, optout }: Lead) {
  const was = { firstName, lastName, email, phone, optout };
  return { ...was, collection, was };
}

function givenIn({ phone, collection, consent, field = [] }: SaveOptions, texts: VerbTexts) {
  const fields: Record<string, string | null> = {};
  for (const each of field) {
    const at = each.indexOf("=");
    if (at < 1) throw new UsageFault(texts.fieldForm(each));
    fields[each.slice(0, at).trim()] = each.slice(at + 1) || null;
  }
  return { ...defined({ phone, collection, consent }), ...(field.length === 0 ? {} : { fields }) };
}
