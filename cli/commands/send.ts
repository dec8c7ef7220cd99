import { Option } from "commander";
import { winnerRules } from "../../contract/campaigns/usualTest.ts";
import type { Client } from "../../contract/client.ts";
import { Refusal } from "../../contract/errors.ts";
import { campaignLimits } from "../../contract/limits/campaigns.ts";
import { cliLimits } from "../../contract/limits/cli.ts";
import { sendsFrom } from "../../contract/sending/sendsFrom.ts";
import { textsOfSkipped } from "../../contract/sending/skipped.ts";
import { skippedTexts } from "../../contract/texts/skipped.ts";
import { campaignTexts } from "../../contract/texts/terminal/campaigns.ts";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { type OutputTexts, outputTexts } from "../../contract/texts/terminal/output.ts";
import { confirm } from "../ask.ts";
import { attach } from "../attach.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { type ComposeOptions, composeSend, isComposed } from "../compose/composeSend.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { UsageFault } from "../faults.ts";
import { findSender } from "../find/findAccount.ts";
import { findAudience } from "../find/findAudience.ts";
import { findTemplate } from "../find/findTemplate.ts";
import { shortId } from "../format/campaignFigures.ts";
import type { Output } from "../output.ts";
import { planLines, planWarnings, type SendPlan, skippedLines, telling } from "../sendPlan.ts";
import { wholeNumber } from "../wholeNumber.ts";

type SendOptions = CommonOptions &
  ComposeOptions & {
    template?: string;
    subject?: string;
    yes?: boolean;
    detach?: boolean;
    wait?: boolean;
    test?: boolean;
    opens?: boolean;
    clicks?: boolean;
    key?: string;
  };

/** `amplify send`: plan, confirm, send, and watch until it is finished. */
export function sendCommand(help: HelpTexts) {
  return createCommand("send", help.send.summary)
    .helpGroup(help.groups.sending)
    .option("--template <name>", help.send.template)
    .option("--subject <text>", help.send.subject)
    .option("--collection <name>", help.send.collection, collect)
    .option("--from <email>", help.send.from, collect)
    .option("--name <text>", help.sendAs.name)
    .option("--segment <name>", help.sendAs.segment, collect)
    .option("--exclude <name>", help.sendAs.exclude, collect)
    .option("--exclude-segment <name>", help.sendAs.excludeSegment, collect)
    .option("--exclude-campaign <campaign>", help.sendAs.excludeCampaign, collect)
    .option("--exclude-mailed <days>", help.sendAs.excludeMailed, wholeNumber(help))
    .option("--at <time>", help.sendAs.at)
    .option("--zone <zone>", help.sendAs.zone)
    .option("--window <hours>", help.sendAs.window)
    .option("--own-zone <field>", help.sendAs.ownZone)
    .option("--spread", help.sendAs.spread)
    .addOption(new Option("--when-full <what>", help.sendAs.whenFull).choices(["wait", "other"]))
    .option("--preview <text>", help.sendAs.preview)
    .option("--or-subject <text>", help.sendAs.orSubject, collect)
    .option("--or-template <name>", help.sendAs.orTemplate, collect)
    .option("--try-share <percent>", help.sendAs.tryShare, wholeNumber(help))
    .addOption(new Option("--winner-by <what>", help.sendAs.winnerBy).choices(winnerRules))
    .option("--winner-after <time>", help.sendAs.winnerAfter)
    .option("--undo <seconds>", help.sendAs.undo, wholeNumber(help))
    .option("--yes", help.send.yes)
    .option("--detach", help.detach)
    .option("--wait", help.wait)
    .option("--test", help.send.test)
    .option("--opens", help.send.opens)
    .option("--no-opens", help.send.noOpens)
    .option("--clicks", help.send.clicks)
    .option("--no-clicks", help.send.noClicks)
    .option("--key <text>", help.send.key)
    .addHelpText("after", help.exitCodes)
    .action(action(send));
}

/** Collects the values of an option that may be given several times. */
function collect(text: string, before: string[] = []): string[] {
  return [...before, text];
}

async function send(output: Output, options: SendOptions): Promise<ExitCode> {
  const texts = output.texts(outputTexts);
  // Checked here and not by Commander, which would not notice that `--templat` is a typing error.
  if (options.template === undefined) throw new UsageFault(texts.send.whichTemplate);
  if (!options.test && isComposed(options)) return compose(output, options, options.template);
  const asked = options.test ? null : required(options, texts);
  const connection = await connect(output.terminal, options.server);
  const { client } = connection;
  const [template, account] = await Promise.all([
    findTemplate(client, options.template, texts),
    findSender(client, options.from?.[0], texts),
  ]);
  if (asked === null) return sendTest(output, client, { template, account, subject: options.subject });
  const plan = await planOf(client, { template, account, ...asked }, texts);
  for (const line of planLines(plan, output)) output.line(line);
  for (const warning of planWarnings(plan, output)) output.note(warning);
  if (plan.forecast.recipients === 0)
    throw new Refusal(
      "no_recipients",
      output.texts(skippedTexts).nobody(textsOfSkipped(plan.forecast.skipped, telling(output))),
    );
  if (!options.yes && !(await isConfirmed(output, plan))) {
    output.note(texts.send.nothingSent);
    return exitCodes.refused;
  }
  const answer = await submit(client, plan, options);
  output.event("accepted", answer);
  for (const line of skippedLines(answer.skipped, output)) output.line(line);
  if (!options.detach)
    return attach(output, connection, { campaignIds: [answer.campaignId], wait: options.wait === true });
  output.line(texts.send.accepted(answer.accepted));
  output.note(texts.send.watch(output.next(`watch ${shortId(answer.campaignId)}`)));
  return exitCodes.done;
}

async function compose(output: Output, options: SendOptions, template: string): Promise<ExitCode> {
  const texts = output.texts(campaignTexts).compose;
  const { subject, collection, key, undo = 0 } = options;
  if (subject === undefined) throw new UsageFault(output.texts(outputTexts).send.whichSubject);
  if (collection === undefined && options.segment === undefined) throw new UsageFault(texts.whom);
  if (key !== undefined) throw new UsageFault(texts.noKey);
  const max = campaignLimits.holdMaxSeconds;
  if (undo > max) throw new UsageFault(texts.undoSeconds(max));
  const { excludeMailed = 1 } = options;
  const daysMax = campaignLimits.mailedWithinDaysMax;
  if (excludeMailed > daysMax) throw new UsageFault(texts.mailedDays(daysMax));
  const connection = await connect(output.terminal, options.server);
  return composeSend(output, connection, { ...options, template, subject });
}

/** @throws {UsageFault} for an option that only a test mail can do without. */
function required(
  { subject, collection = [] }: SendOptions,
  texts: OutputTexts,
): { subject: string; collection: string } {
  if (subject === undefined) throw new UsageFault(texts.send.whichSubject);
  const [only] = collection;
  if (only === undefined) throw new UsageFault(texts.send.whichCollection);
  return { subject, collection: only };
}

type Asked = Pick<SendPlan, "template" | "account" | "subject"> & { collection: string };

/** Asks the server whom the send would reach and what to check first. */
async function planOf(
  client: Client,
  { collection, ...asked }: Asked,
  texts: OutputTexts,
): Promise<SendPlan> {
  const audience = await findAudience(client, collection, texts);
  if (audience.count === 0) throw new Refusal("bad_request", texts.send.nobody(audience.collection));
  const { template, account, subject } = asked;
  const body = {
    collection: audience.collection,
    templateId: template._id,
    subject,
    ...sendsFrom(account),
  };
  return { ...asked, audience, forecast: await client("POST /email/send/plan", { body }) };
}

function isConfirmed(output: Output, { forecast }: SendPlan): Promise<boolean> {
  const texts = output.texts(outputTexts);
  return confirm(output.terminal, {
    text: texts.send.ask(forecast.recipients),
    instead: texts.send.cannotAsk,
  });
}

/** Sends with one idempotency key, so that a retry after a lost answer cannot mail anybody twice. */
async function submit(client: Client, plan: SendPlan, options: SendOptions) {
  const idempotencyKey = options.key ?? crypto.randomUUID();
  const body = {
    subject: plan.subject,
    templateId: plan.template._id,
    collection: plan.audience.collection,
    ...sendsFrom(plan.account),
    ...(options.opens === undefined ? {} : { trackOpens: options.opens }),
    ...(options.clicks === undefined ? {} : { trackClicks: options.clicks }),
  };
  for (let tries = 1; ; tries += 1) {
    try {
      return await client("POST /email/send", { body }, { idempotencyKey });
    } catch (error) {
      const passing = error instanceof Refusal && error.code === "unavailable";
      if (!passing || tries >= cliLimits.sendTries) throw error;
      await new Promise((resolve) => setTimeout(resolve, error.retryAfterMs ?? cliLimits.sendRetryMs));
    }
  }
}

async function sendTest(
  output: Output,
  client: Client,
  { template, account, subject }: Pick<SendPlan, "template" | "account"> & { subject: string | undefined },
): Promise<ExitCode> {
  const body = {
    templateId: template._id,
    ...sendsFrom(account),
    ...(subject === undefined ? {} : { subject }),
  };
  const { message } = await client("POST /email/send/test", { body });
  output.line(message);
  output.event("tested", { message });
  return exitCodes.done;
}
