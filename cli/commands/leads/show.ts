import type { HelpTexts } from "../../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../../contract/texts/terminal/output.ts";
import { progressTexts } from "../../../contract/texts/terminal/progress.ts";
import { verbTexts } from "../../../contract/texts/terminal/verbs.ts";
import { action, createCommand } from "../../command.ts";
import type { CommonOptions } from "../../commonOptions.ts";
import { connect } from "../../connection.ts";
import { type ExitCode, exitCodes } from "../../exitCodes.ts";
import { findLead } from "../../find/findLead.ts";
import { clockTime } from "../../format/times.ts";
import type { Output } from "../../output.ts";

/** `amplify leads show`: a lead with its fields, its consent and the newest mails to it. */
export function showLeadCommand({ leadVerbs }: HelpTexts) {
  return createCommand("show", leadVerbs.show).argument("<lead>", leadVerbs.lead).action(action(showLead));
}

async function showLead(output: Output, text: string, options: CommonOptions): Promise<ExitCode> {
  const texts = output.texts(verbTexts);
  const { columns, consent: consentWords } = output.texts(outputTexts);
  const { client } = await connect(output.terminal, options.server);
  const lead = await findLead(client, text, texts);
  const params = { id: lead._id };
  const [consent, mails] = await Promise.all([
    client("GET /amplify/leads/{id}/consent", { params }),
    client("GET /amplify/leads/{id}/history", { params }),
  ]);
  const said: [string, string][] = [
    [texts.labels.id, lead._id],
    [texts.labels.phone, lead.phone],
    [texts.labels.collections, lead.collection.join(", ")],
    [texts.labels.optedOut, lead.optout ? texts.yes : texts.no],
    [texts.labels.returned, consent.returned?.words ?? ""],
    [texts.labels.consent, consentWords[lead.consent ?? "unknown"]],
    [texts.labels.sent, String(lead.emailCount)],
    [texts.labels.opened, String(lead.openedCount)],
    ...Object.entries(lead.fields).map(([key, value]): [string, string] => [key, String(value)]),
  ];
  output.line(texts.leadLine({ name: `${lead.firstName} ${lead.lastName}`, email: lead.email }));
  for (const [label, value] of said) if (value !== "") output.line(texts.labelled({ label, value }));
  output.event("lead", lead);
  output.event("consent", consent);
  if (mails.length === 0) return exitCodes.done;
  output.line("");
  output.rows("mail", mails, [
    {
      title: columns.started,
      value: ({ acceptedAt }) => clockTime(acceptedAt, output.terminal.now(), output.texts(progressTexts)),
    },
    { title: columns.subject, value: ({ subject }) => subject },
    { title: columns.state, value: ({ state }) => state },
  ]);
  return exitCodes.done;
}
