import type { PlannedScope, Scope } from "../../contract/identity/scope.ts";
import { blankFields } from "../../contract/imports/blankFields.ts";
import type { FieldDefinition } from "../../contract/leads/customFields.ts";
import { fieldTexts } from "../../contract/leads/fieldText.ts";
import { budgetLimits, sendLimits } from "../../contract/limits/sending.ts";
import { customNames, type MergeValues } from "../../contract/mergeFields.ts";
import type { Reason } from "../../contract/reasons.ts";
import type { PlanInput, SendPlan } from "../../contract/schemas/preflight.ts";
import { answerTexts } from "../../contract/texts/answers.ts";
import { type CredentialRow, createCredentialStore } from "../../db/stores/accounts/credentials.ts";
import type { AudienceLead } from "../../db/stores/campaigns/audience.ts";
import { createUsageStore } from "../../db/stores/campaigns/usage.ts";
import { createUnaligned } from "../accounts/index.ts";
import type { Core } from "../core/core.ts";
import { inTexts, inWords } from "../core/inWords.ts";
import { longWork } from "../core/longWork.ts";
import { yieldToOthers } from "../core/yieldToOthers.ts";
import { createLeadFieldReader } from "../leads/index.ts";
import { type AudienceStores, audienceOf, createAudienceStores, frozenAfter } from "./audience.ts";
import { skipReasonOf } from "./campaignRows.ts";
import { contentWarnings, missingWarning } from "./contentWarnings.ts";
import { reachWarning } from "./reachWarning.ts";
import { sendForecast } from "./sendForecast.ts";
import type { CampaignParts } from "./sending.ts";
import { accountNamed, namesAccount } from "./sendRequest.ts";

export type SendPlans = ReturnType<typeof createSendPlans>;

type Parts = Pick<CampaignParts, "suppressedAmong" | "templateHtml">;

/** What a send would come to: the same leads and the same reasons as the send itself, with nothing written. */
export function createSendPlans(core: Core, parts: Parts) {
  const credentials = createCredentialStore(core.database);
  const usage = createUsageStore(core.database);
  const definitionsOf = createLeadFieldReader(core);
  const stores = createAudienceStores(core);

  async function forecastOf(account: CredentialRow | null, count: number) {
    if (account === null) return { leftToday: null, lastMailAt: null };
    const now = core.clock.now();
    const used = await usage.countsSince([account.id], now - budgetLimits.windowMs);
    const sentToday = used.get(account.id) ?? 0;
    const { leftToday, takesMs } = sendForecast(account, { count, sentToday, now });
    return { leftToday, lastMailAt: takesMs === 0 ? null : now + takesMs };
  }

  return {
    /** @throws {Refusal} as the send itself would, for leads, a template or an account that are not the workspace's. */
    async plan(scope: PlannedScope, input: PlanInput): Promise<SendPlan> {
      const html = await htmlOf(parts, { scope, input });
      const account = namesAccount(input)
        ? accountNamed(await credentials.ownedBy(scope.workspaceId), input)
        : null;
      const definitions = await definitionsOf(scope);
      const count = await counted({
        definitions,
        core,
        parts,
        stores,
        scope,
        input,
        text: `${input.subject ?? ""}\n${html}`,
      });
      const { total, recipients, skipped, sampleLeadIds, missing } = count;
      const { subject = "" } = input;
      const warnings =
        html === ""
          ? []
          : await longWork(scope, () =>
              // Whether this send counts clicks is said when it is made; most do.
              contentWarnings({
                subject,
                html,
                custom: customNames(definitions),
                countsAt: core.settings.publicUrl,
              }),
            );
      return {
        total,
        recipients,
        skipped: [...skipped.values()],
        sampleLeadIds,
        ...(await forecastOf(account, recipients)),
        warnings: [
          ...accountWarning(account),
          ...(await alignmentWarning(core, account)),
          ...(account === null
            ? []
            : reachWarning({ publicUrl: core.settings.publicUrl, provider: account.provider })),
          ...missingWarning(missing, recipients),
          ...warnings,
        ],
      };
    },
  };
}

/** The content as far as it is known: a plan may be asked for before a template is chosen. */
async function htmlOf(parts: Parts, { scope, input }: { scope: Scope; input: PlanInput }): Promise<string> {
  if (input.html?.trim()) return input.html;
  if (input.templateId === undefined) return "";
  return (await parts.templateHtml(scope, input.templateId)) ?? "";
}

function accountWarning(account: CredentialRow | null): SendPlan["warnings"] {
  if (!account?.paused) return [];
  const texts = inTexts(answerTexts).warnings;
  const why = account.pausedReason === null ? texts.accountPaused : inWords(account.pausedReason);
  return [{ kind: "account", text: texts.account(why) }];
}

/** What receivers will not believe is told before it is sent. */
async function alignmentWarning(core: Core, account: CredentialRow | null): Promise<SendPlan["warnings"]> {
  if (account === null) return [];
  const why = (await createUnaligned(core)(account.workspaceId, [account.id])).get(account.id);
  return why === undefined ? [] : [{ kind: "alignment", text: inWords(why) }];
}

type Counting = {
  core: Core;
  parts: Parts;
  stores: AudienceStores;
  scope: PlannedScope;
  input: PlanInput;
  text: string;
  definitions: readonly FieldDefinition[];
};

/** Looks at every lead once, a batch at a time, as the send would. */
async function counted({ core, parts, stores, scope, input, text, definitions }: Counting) {
  const tally = createTally(blankFields(text, {}, customNames(definitions)), definitions);
  const frozenAfterId = await frozenAfter(core, { scope, audience: stores.audience });
  for await (const batch of audienceOf(stores, { ...input, workspaceId: scope.workspaceId })) {
    const emails = batch.map((lead) => lead.email);
    const barred = await parts.suppressedAmong(scope.workspaceId, emails);
    for (const lead of batch) {
      const why = skipReasonOf(lead, barred, frozenAfterId);
      if (why === null) tally.take(lead);
      else tally.skip(lead, why);
    }
    await yieldToOthers();
  }
  return tally.result();
}

/** `fields` are those that the mail uses without a fallback. */
function createTally(fields: readonly string[], definitions: readonly FieldDefinition[]) {
  const skipped = new Map<string, SendPlan["skipped"][number]>();
  const missing = new Map<string, number>();
  const sampleLeadIds: string[] = [];
  let recipients = 0;
  let total = 0;
  return {
    skip({ email }: AudienceLead, cause: Reason): void {
      total += 1;
      const first = { reason: inWords(cause), cause, count: 0, emails: [] as string[] };
      const group = skipped.get(cause.code) ?? first;
      group.count += 1;
      if (group.emails.length < sendLimits.skippedShown) group.emails.push(email);
      skipped.set(cause.code, group);
    },

    take(lead: AudienceLead): void {
      total += 1;
      recipients += 1;
      if (sampleLeadIds.length < sendLimits.samplesMax) sampleLeadIds.push(lead.id);
      if (fields.length === 0) return;
      const { firstName, lastName, email, phone } = lead;
      const values: MergeValues = {
        ...fieldTexts(definitions, lead.fields),
        firstName,
        lastName,
        email,
        phone,
      };
      for (const field of fields) if (!values[field]) missing.set(field, (missing.get(field) ?? 0) + 1);
    },

    result: () => ({ total, recipients, skipped, sampleLeadIds, missing }),
  };
}
