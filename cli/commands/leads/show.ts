import { whyOptedOut } from "../../../contract/leads/whyOptedOut.ts";
import { withFallbacks } from "../../../contract/mergeFields.ts";
import type { Lead } from "../../../contract/schemas/lead.ts";
import type { LeadMail } from "../../../contract/schemas/leadActions.ts";
import type { LeadConsent } from "../../../contract/schemas/optouts.ts";
import { campaignTexts } from "../../../contract/texts/terminal/campaigns.ts";
import type { HelpTexts } from "../../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../../contract/texts/terminal/output.ts";
import { progressTexts } from "../../../contract/texts/terminal/progress.ts";
import { verbTexts } from "../../../contract/texts/terminal/verbs.ts";
import { leadFormTexts } from "../../../contract/texts/workspace/leadForms.ts";
import { optoutsTexts } from "../../../contract/texts/workspace/optouts.ts";
import { action, createCommand } from "../../command.ts";
import type { CommonOptions } from "../../commonOptions.ts";
import { connect } from "../../connection.ts";
import { type ExitCode, exitCodes } from "../../exitCodes.ts";
import { findLead } from "../../find/findLead.ts";
import { plainText } from "../../format/plainText.ts";
import { clockTime } from "../../format/times.ts";
import type { Output } from "../../output.ts";

/** `amplify leads show`: a lead with its fields, its consent and its newest mails. */
export function showLeadCommand({ leadVerbs }: HelpTexts) {
  return createCommand("show", leadVerbs.show).argument("<lead>", leadVerbs.lead).action(action(showLead));
}

async function showLead(output: Output, text: string, options: CommonOptions): Promise<ExitCode> {
  const texts = output.texts(verbTexts);
  const { columns } = output.texts(outputTexts);
  const { client } = await connect(output.terminal, options.server);
  const lead = await findLead(client, text, texts);
  const params = { id: lead._id };
  const [consent, mails, fields] = await Promise.all([
    client("GET /amplify/leads/{id}/consent", { params }),
    client("GET /amplify/leads/{id}/history", { params }),
    client("GET /amplify/fields"),
  ]);
  const said: [string, string][] = [
    [texts.labels.id, lead._id],
    [texts.labels.phone, lead.phone],
    [texts.labels.collections, lead.collection.join(", ")],
    [texts.labels.optedOut, lead.optout ? optedOut(output, consent) : texts.no],
    [texts.labels.returned, consent.returned?.words ?? ""],
    [texts.labels.consent, consented(output, consent)],
    [texts.labels.sent, String(lead.emailCount)],
    [texts.labels.opened, String(lead.openedCount)],
    ...fields.map(({ key, label }): [string, string] => [label, valueText(output, lead.fields[key])]),
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
    { title: columns.subject, value: ({ subject }) => plainText(withFallbacks(subject)) },
    { title: columns.state, value: ({ state }) => state },
    { title: output.texts(campaignTexts).columns.what, value: (mail) => becameOf(output, mail) },
  ]);
  return exitCodes.done;
}

function valueText(output: Output, value: Lead["fields"][string] | undefined): string {
  const { yes, no } = output.texts(verbTexts);
  return typeof value === "boolean" ? (value ? yes : no) : String(value ?? "");
}

/** Why a mail did not arrive, and what its lead did with it, in that order: "Came back: 550; opened 06:57, replied 07:02". */
function becameOf(output: Output, { state, cause, reason, ...mail }: LeadMail): string {
  const { reactions } = output.texts(verbTexts);
  const did = (["opened", "clicked", "replied", "complained"] as const).flatMap((reaction) => {
    const at = mail[`${reaction}At`];
    return at === null ? [] : [reactions[reaction](moment(output, at))];
  });
  const why = state === "sent" ? "" : output.words(cause, reason);
  return plainText([why, did.join(", ")].filter((said) => said !== "").join("; "));
}

/** The consent to being counted, when and how it was given: "granted since 26 Nov 05:02, by themselves". */
function consented(output: Output, { consent, at, how, by }: LeadConsent): string {
  const { labels } = output.texts(verbTexts);
  const words = output.texts(outputTexts).consent[consent] || labels.notKnown;
  if (at === null || how === null) return words;
  const { hows } = output.texts(leadFormTexts).consent;
  const who = [hows[how], ...(by === null ? [] : [`(${by})`])].join(" ");
  return labels.since({ words, when: moment(output, at), who });
}

/** Through the link in a mail, with the reason that was given, or by the workspace. */
function optedOut(output: Output, { optouts, ownerOptoutAt }: LeadConsent): string {
  const { labels, yes } = output.texts(verbTexts);
  const { consent } = output.texts(leadFormTexts);
  const left = optouts.find(({ returnedAt }) => returnedAt === null);
  if (left !== undefined) {
    const reasons = output.texts(optoutsTexts);
    const why = whyOptedOut(left, reasons) ?? reasons.noReason;
    const said = labels.since({ words: yes, when: moment(output, left.at), who: consent.hows.by_recipient });
    return labels.because({ said, why });
  }
  if (ownerOptoutAt === null) return yes;
  const who = consent.hows.by_person;
  return labels.since({ words: yes, when: moment(output, ownerOptoutAt), who });
}

function moment(output: Output, at: number): string {
  return clockTime(at, output.terminal.now(), output.texts(progressTexts));
}
