import type { CampaignStep } from "../../contract/schemas/campaignPlan.ts";
import { campaignTexts } from "../../contract/texts/terminal/campaigns.ts";
import { faultTexts } from "../../contract/texts/terminal/faults.ts";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../contract/texts/terminal/output.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { forgetDraft, machineZone, writeMails } from "../compose/composeSend.ts";
import { exampleSequence } from "../compose/exampleSequence.ts";
import type { SequenceFile } from "../compose/sequenceFile.ts";
import { variantsOf } from "../compose/variants.ts";
import { connect } from "../connection.ts";
import { defined } from "../defined.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { allCampaigns } from "../find/allCampaigns.ts";
import { findSenders, onlyAccount } from "../find/findAccount.ts";
import { audienceNamed } from "../find/findAudience.ts";
import { findField } from "../find/findField.ts";
import { pickTemplate } from "../find/findTemplate.ts";
import { shortId } from "../format/campaignFigures.ts";
import { campaignRows } from "../format/campaignRows.ts";
import type { Output } from "../output.ts";
import { sequenceLeadsCommand } from "./campaigns/leads.ts";
import { showCommand } from "./campaigns/show.ts";
import { startCommand } from "./campaigns/start.ts";

/** `amplify sequences`: several mails one after the other, described by a file. */
export function sequencesCommand(help: HelpTexts) {
  const add = createCommand("add", help.sequences.add)
    .argument("<file>", help.sequences.file)
    .action(action(addSequence));
  const example = createCommand("example", help.sequences.example).action(action(printExample));
  return createCommand("sequences", help.sequences.summary)
    .helpGroup(help.groups.sending)
    .action(action(listSequences))
    .addCommand(add)
    .addCommand(example)
    .addCommand(startCommand(help, help.sequences.start, "sequence"))
    .addCommand(showCommand(help, help.sequences.show, "sequence"))
    .addCommand(sequenceLeadsCommand(help));
}

async function listSequences(output: Output, options: CommonOptions): Promise<ExitCode> {
  const { client } = await connect(output.terminal, options.server);
  const all = (await allCampaigns(client, {})).filter(({ kind }) => kind === "sequence");
  if (all.length > 0) output.rows("campaign", all, campaignRows(output));
  else output.line(output.texts(campaignTexts).sequences.none(output.next("sequences example")));
  return exitCodes.done;
}

async function printExample(output: Output, _: CommonOptions): Promise<ExitCode> {
  // Formatted as in a file whatever the terminal's width, because it is meant to be redirected into one.
  output.terminal.stdout.write(`${JSON.stringify(exampleSequence, null, output.mode === "json" ? 0 : 2)}\n`);
  return exitCodes.done;
}

async function addSequence(output: Output, path: string, options: CommonOptions): Promise<ExitCode> {
  // Loaded only here, because other commands start faster without the schemas.
  const { readSequence } = await import("../compose/sequenceFile.ts");
  const file = await readSequence(path, output);
  const texts = output.texts(outputTexts);
  const { client } = await connect(output.terminal, options.server);
  // All names are resolved before anything is created.
  const { onField = null } = file.stop ?? {};
  const [templates, accounts, audience, stopField] = await Promise.all([
    client("GET /templates/summaries"),
    file.from === undefined ? onlyAccount(client) : findSenders(client, file.from, texts),
    audienceNamed(client, file, texts),
    onField === null ? null : findField(client, { key: onField, texts: output.texts(faultTexts) }),
  ]);
  const mails = file.steps.map((step) =>
    variantsIn(step).map(({ template, ...mail }) => ({
      ...mail,
      templateId: pickTemplate(templates, template, texts)._id,
    })),
  );
  const draft = await client("POST /amplify/campaigns", { body: { kind: "sequence", audience } });
  const steps = stepsOf(file);
  const content = {
    ...contentOf(file, stopField?._id ?? null),
    steps,
    accounts: accounts.map(({ _id }) => _id),
  };
  try {
    const body = { ...content, version: draft.version };
    await client("PUT /amplify/campaigns/{id}/plan", { params: { id: draft._id }, body });
    for (const [at, { variants }] of steps.entries())
      await writeMails(client, draft._id, { variants, mails: mails[at] ?? [] });
  } catch (error) {
    await forgetDraft(client, draft._id);
    throw error;
  }
  const { name } = file;
  const told = output.texts(campaignTexts);
  output.line(told.sequences.added({ name, id: shortId(draft._id), mails: steps.length }));
  output.event("sequence", { _id: draft._id, name, steps: steps.length });
  output.note(told.startIt(output.next(`sequences start ${shortId(draft._id)}`)));
  return exitCodes.done;
}

function contentOf({ name, zone, window, startAt, stop }: SequenceFile, onField: string | null) {
  const never = { onClick: false, onReply: false, onLeaving: false };
  return {
    name,
    zone: zone ?? machineZone(),
    window: window ?? null,
    startAt: startAt ?? null,
    stop: { ...never, ...defined(stop ?? {}), onField },
  };
}

/** A mail as it is, and each further variant with what is another in it. */
function variantsIn({ template, subject, preview, test }: SequenceFile["steps"][number]) {
  const first = { template, subject, preview };
  return [first, ...(test?.variants ?? []).map((other) => ({ ...first, ...defined(other) }))];
}

function stepsOf({ steps }: SequenceFile): CampaignStep[] {
  return steps.map((step) => ({
    id: crypto.randomUUID(),
    delayMinutes: step.after ?? 0,
    condition: step.if ?? { kind: "always" },
    sameThread: step.sameThread ?? false,
    ...variantsOf(variantsIn(step).length, { ...step.test, afterMinutes: step.test?.after }),
  }));
}
