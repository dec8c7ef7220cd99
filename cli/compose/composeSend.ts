import type { WinnerRule } from "../../contract/campaigns/usualTest.ts";
import type { Client } from "../../contract/client.ts";
import { campaignLimits } from "../../contract/limits/campaigns.ts";
import { dayMs, minuteMs } from "../../contract/limits/units.ts";
import type { Campaign } from "../../contract/schemas/campaign.ts";
import type { CampaignPlan, CampaignStep } from "../../contract/schemas/campaignPlan.ts";
import { campaignTexts } from "../../contract/texts/terminal/campaigns.ts";
import { faultTexts } from "../../contract/texts/terminal/faults.ts";
import { outputTexts } from "../../contract/texts/terminal/output.ts";
import type { Connection } from "../connection.ts";
import { defined } from "../defined.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { Interrupted, UsageFault } from "../faults.ts";
import { findSenders } from "../find/findAccount.ts";
import { findPlanAudience } from "../find/findAudience.ts";
import { findField } from "../find/findField.ts";
import { pickTemplate } from "../find/findTemplate.ts";
import type { Output } from "../output.ts";
import { readWindow } from "./sendWindow.ts";
import { confirmStart, followStarted, type StartOptions, startPlan } from "./startDraft.ts";
import { startMoment } from "./startMoment.ts";
import { minutesOf, type Trial, variantsOf } from "./variants.ts";

/** The options that need a composed campaign; without any of them, mails are sent directly. */
export type ComposeOptions = {
  at?: string;
  zone?: string;
  window?: string;
  undo?: number;
  exclude?: string[];
  excludeSegment?: string[];
  excludeCampaign?: string[];
  excludeMailed?: number;
  segment?: string[];
  collection?: string[];
  name?: string;
  from?: string[];
  preview?: string;
  spread?: boolean;
  whenFull?: "wait" | "other";
  ownZone?: string;
  orSubject?: string[];
  orTemplate?: string[];
  tryShare?: number;
  winnerBy?: WinnerRule;
  winnerAfter?: string;
};

/** Any of these; of accounts and collections it is several. */
const composing: Record<Exclude<keyof ComposeOptions, "from" | "collection">, true> = {
  at: true,
  zone: true,
  window: true,
  undo: true,
  exclude: true,
  segment: true,
  name: true,
  excludeSegment: true,
  excludeCampaign: true,
  excludeMailed: true,
  preview: true,
  spread: true,
  whenFull: true,
  ownZone: true,
  orSubject: true,
  orTemplate: true,
  tryShare: true,
  winnerBy: true,
  winnerAfter: true,
};

export function isComposed({ from = [], collection = [], ...options }: ComposeOptions): boolean {
  const isOne = from.length <= 1 && collection.length <= 1;
  return !isOne || Object.keys(composing).some((name) => options[name as keyof typeof options] !== undefined);
}

type Asked = ComposeOptions &
  StartOptions & {
    template: string;
    subject: string;
    opens?: boolean | undefined;
    clicks?: boolean | undefined;
  };

/** Composes a campaign, shows what it would do, asks for confirmation, and starts it; without that it is deleted again. */
export async function composeSend(output: Output, connection: Connection, asked: Asked): Promise<ExitCode> {
  const { client } = connection;
  const content = contentOf(asked, output);
  const trial = trialOf(asked, output);
  const texts = output.texts(outputTexts);
  const [templates, accounts, audience, zoneField] = await Promise.all([
    client("GET /templates/summaries"),
    findSenders(client, asked.from ?? [], texts),
    findPlanAudience(client, asked, texts),
    asked.ownZone === undefined
      ? null
      : findField(client, { key: asked.ownZone, texts: output.texts(faultTexts) }),
  ]);
  const idOf = (name: string) => pickTemplate(templates, name, texts)._id;
  const mail = { subject: asked.subject, preview: asked.preview, templateId: idOf(asked.template) };
  const mails = [
    mail,
    ...(asked.orSubject ?? []).map((subject) => ({ ...mail, subject })),
    ...(asked.orTemplate ?? []).map((name) => ({ ...mail, templateId: idOf(name) })),
  ];
  const draft = await client("POST /amplify/campaigns", { body: { kind: "once", audience } });
  const written = async () => {
    const { version, variants } = await withVariants(client, draft, { count: mails.length, trial });
    await writeMails(client, draft._id, { variants, mails });
    const body = {
      ...content,
      version,
      accounts: accounts.map(({ _id }) => _id),
      zoneField: zoneField?._id ?? null,
    };
    const plan = await client("PUT /amplify/campaigns/{id}/plan", { params: { id: draft._id }, body });
    return (await confirmStart(output, client, { plan, yes: asked.yes === true })) ? plan : null;
  };
  let campaign: Campaign | null = null;
  try {
    const plan = await orInterrupted(written());
    if (plan !== null) campaign = await startPlan(client, plan);
  } finally {
    // Also after an error: nobody asked for a draft, it was only created for this send.
    if (campaign === null) await forgetDraft(client, draft._id);
  }
  if (campaign === null) return exitCodes.refused;
  const { yes, detach, wait } = asked;
  return followStarted(output, connection, { campaign, yes, detach, wait });
}

const endings = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Resolves with the result of some work. @throws {Interrupted} if Ctrl-C is pressed or the terminal closed in the meantime. */
async function orInterrupted<T>(work: Promise<T>): Promise<T> {
  let stop = () => {};
  const interrupted = new Promise<never>((_, reject) => {
    stop = () => reject(new Interrupted());
  });
  for (const signal of endings) process.once(signal, stop);
  try {
    return await Promise.race([work, interrupted]);
  } finally {
    for (const signal of endings) process.off(signal, stop);
  }
}

/** Gives the draft of one mail the variants that are tried, if there are several. */
async function withVariants(
  client: Client,
  draft: Pick<CampaignPlan, "_id" | "version" | "steps">,
  { count, trial }: { count: number; trial: Trial },
): Promise<{ version: number; variants: CampaignStep["variants"] }> {
  const { _id: id, version, steps } = draft;
  const [step] = steps;
  const { variants, test } = variantsOf(count, trial, step?.variants[0]?.id);
  if (test === null || step === undefined) return { version, variants };
  const body = { version, steps: [{ ...step, variants, test }] };
  const changed = await client("PUT /amplify/campaigns/{id}/plan", { params: { id }, body });
  return { version: changed.version, variants };
}

type Mail = { subject?: string | undefined; preview?: string | undefined; templateId: string };

/** Writes the mail of each variant, in their order: the content of a template with a subject of its own. */
export async function writeMails(
  client: Client,
  id: string,
  { variants, mails }: { variants: CampaignStep["variants"]; mails: readonly Mail[] },
): Promise<void> {
  for (const [index, { subject, preview, templateId }] of mails.entries()) {
    const params = { id, variantId: variants[index]?.id ?? "" };
    const body = { version: 0, templateId, ...defined({ subject, preview }) };
    await client("PUT /amplify/campaigns/{id}/mails/{variantId}", { params, body });
  }
}

/** Deletes a draft that is not needed after all. */
export async function forgetDraft(client: Client, id: string): Promise<void> {
  // The server keeps a campaign that has started in the meantime.
  await client("DELETE /amplify/campaigns/{id}", { params: { id } }).catch(() => {});
}

/** @throws {UsageFault} for options that cannot be parsed, before any call to the server. */
function contentOf(asked: Asked, output: Output) {
  const { at, zone: named, window: hours, undo, opens, clicks, subject, spread, whenFull, ownZone } = asked;
  const texts = output.texts(campaignTexts).compose;
  const zone = zoneNamed(named ?? machineZone(), output);
  const window = hours === undefined ? null : readWindow(hours);
  if (hours !== undefined && window === null) throw new UsageFault(texts.windowUnread(hours));
  if (window === null && spread) throw new UsageFault(texts.needsWindow("--spread"));
  if (window === null && ownZone !== undefined) throw new UsageFault(texts.needsWindow("--own-zone"));
  let startAt: string | null = null;
  if (at !== undefined) {
    const moment = startMoment(at, { nowMs: output.terminal.now(), zone });
    if ("fault" in moment)
      throw new UsageFault(
        moment.fault === "past" ? texts.momentPast({ text: at, zone }) : texts.momentUnread(at),
      );
    startAt = moment.wallTime;
  }
  return {
    name: asked.name ?? subject.slice(0, campaignLimits.nameMax),
    zone,
    window,
    spread: spread ? ("even" as const) : ("fast" as const),
    whenFull: whenFull ?? "wait",
    startAt,
    holdSeconds: undo ?? 0,
    trackOpens: opens ?? null,
    trackClicks: clicks ?? null,
  };
}

/** @throws {UsageFault} for what there is no test to say about, and a time that cannot be read. */
function trialOf(
  { orSubject = [], orTemplate = [], tryShare: share, winnerBy: by, winnerAfter: after }: Asked,
  output: Output,
): Trial {
  const texts = output.texts(campaignTexts).compose;
  const further = orSubject.length + orTemplate.length;
  if (further === 0 && [share, by, after].some((one) => one !== undefined))
    throw new UsageFault(texts.needsVariants);
  const max = campaignLimits.variantsMax;
  if (further >= max) throw new UsageFault(texts.tooManyVariants(max));
  const afterMinutes = after === undefined ? undefined : minutesOf(after);
  if (afterMinutes === null) throw new UsageFault(texts.winnerAfterUnread(after ?? ""));
  const maxMinutes = campaignLimits.testMaxMinutes;
  if (afterMinutes !== undefined && (afterMinutes < 1 || afterMinutes > maxMinutes))
    throw new UsageFault(texts.winnerAfterBeyond((maxMinutes * minuteMs) / dayMs));
  if (share !== undefined && share > 100) throw new UsageFault(texts.shareBeyond);
  return { share, by, afterMinutes };
}

/** The time zone of this machine. */
export function machineZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function zoneNamed(zone: string, output: Output): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    throw new UsageFault(output.texts(campaignTexts).compose.zoneUnknown(zone));
  }
}
