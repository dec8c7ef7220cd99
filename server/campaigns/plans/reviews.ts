import { awaitsJoiners, forecastWords } from "../../../contract/campaigns/forecastWords.ts";
import type { PlannedScope } from "../../../contract/identity/scope.ts";
import type { FieldDefinition } from "../../../contract/leads/customFields.ts";
import { budgetLimits } from "../../../contract/limits/sending.ts";
import { secondMs } from "../../../contract/limits/units.ts";
import { customNames } from "../../../contract/mergeFields.ts";
import { reason } from "../../../contract/reasons.ts";
import { type CampaignReview, type PlanContent, wallTime } from "../../../contract/schemas/campaignPlan.ts";
import { forecastTexts } from "../../../contract/texts/forecast.ts";
import { createCredentialStore } from "../../../db/stores/accounts/credentials.ts";
import { createMailboxReadingStore } from "../../../db/stores/accounts/mailboxReadings.ts";
import { createUsageStore } from "../../../db/stores/campaigns/usage.ts";
import { createUnaligned } from "../../accounts/index.ts";
import type { Core } from "../../core/core.ts";
import { inTexts, inWords } from "../../core/inWords.ts";
import { momentOf, zoned } from "../../core/zonedTime.ts";
import { createLeadFieldReader } from "../../leads/index.ts";
import { missingWarning } from "../contentWarnings.ts";
import { type AudienceLacks, createAudienceLacks } from "./audienceLacks.ts";
import { contentOf } from "./planAnswer.ts";
import type { PlanAudiences } from "./planAudience.ts";
import { mailChecks, startChecks } from "./planChecks.ts";
import { planForecast } from "./planForecast.ts";
import { createMailReader } from "./planMails.ts";
import { createOwnedPlans, type PlanRequest } from "./planParts.ts";
import { createAfterChecks } from "./rules/afterChecks.ts";
import { createCountedChecks } from "./rules/ruleReviews.ts";
import { unpaidFor } from "./unpaid.ts";

export type ReviewService = ReturnType<typeof createReviewService>;

/** What a start would do, told before it: whom it reaches, when it is done, and what to look at first. */
export function createReviewService(core: Core, { audiences }: { audiences: PlanAudiences }) {
  const { owned } = createOwnedPlans(core);
  const readings = createMailboxReadingStore(core.database);
  const unalignedAmong = createUnaligned(core);
  const credentials = createCredentialStore(core.database);
  const usage = createUsageStore(core.database);
  const mailReader = createMailReader(core);
  const definitionsOf = createLeadFieldReader(core);
  const audienceLacks = createAudienceLacks(core);
  const countedChecks = createCountedChecks(core);
  const afterChecks = createAfterChecks(core);

  return {
    async review(key: PlanRequest & PlannedScope): Promise<CampaignReview> {
      const known = await owned(key);
      const content = contentOf(known.plan, known.parts);
      const now = core.clock.now();
      const all = await credentials.ownedBy(key.workspaceId);
      const accounts = all.filter(({ id }) => content.accounts.includes(id));
      const mails = await mailReader.all(known);
      const definitions = await definitionsOf(key);
      const looked = await audiences.look(key, content.audience);
      const audience = await audiences.counted(looked);
      const read = await readings.readAccountsOf(key.workspaceId);
      const unaligned = await unalignedAmong(key.workspaceId, content.accounts);
      const fields = new Set(definitions.map(({ id }) => id));
      const checked = { content, mails, accounts, read, fields, unaligned, audience, now };
      const used = await usage.countsSince(
        accounts.map(({ id }) => id),
        now - budgetLimits.windowMs,
      );
      const found = await audienceLacks(looked, { content, mails, definitions });
      const forecast = planForecast({
        content,
        usages: accounts.map((account) => ({ account, sentToday: used.get(account.id) ?? 0 })),
        recipients: audience.recipients,
        zones: found.zones,
        startAt: startOf(content, now),
      });
      const checks = [
        ...planChecks(core, key, content),
        ...startChecks(checked),
        ...(await afterChecks(key, content.audience)),
        ...(await countedChecks(key, content, { mails, custom: customNames(definitions) })),
        ...leadChecks(found, { content, definitions, recipients: audience.recipients }),
        ...(await mailChecks(checked, { definitions, publicUrl: core.settings.publicUrl })),
      ];
      return {
        audience,
        sampleLeadIds: await audiences.samples(looked),
        forecast: { ...forecast, ...said(forecast, { content, checks, now }) },
        checks,
      };
    },
  };
}

/** What the workspace's plan lacks keeps it from starting, which is said before somebody has written all of it. */
function planChecks(core: Core, scope: PlannedScope, content: PlanContent): CampaignReview["checks"] {
  const cause = unpaidFor(core, scope, content);
  if (cause === null) return [];
  return [{ reason: inWords(cause), cause, stepId: null, variantId: null, stops: true, part: "what" }];
}

type Asked = { content: PlanContent; definitions: readonly FieldDefinition[]; recipients: number };

/** What the leads themselves lack, which stops nothing: what a mail would say blank, zones that are none, mails after the first. */
function leadChecks(
  { missing, noZone, ended }: AudienceLacks,
  { content: { zone, zoneField, stop }, definitions, recipients }: Asked,
): CampaignReview["checks"] {
  const labelOf = (wanted: string | null) => definitions.find(({ id }) => id === wanted)?.label ?? "";
  const place = { stepId: null, variantId: null, stops: false };
  const checks = missingWarning(missing, recipients).map((warning) => {
    const cause = reason("check_mail", warning);
    return { reason: inWords(cause), cause, ...place, part: "what" as const };
  });
  const causes = [
    ...(noZone.leads === 0
      ? []
      : [reason("check_zone_unknown", { ...noZone, field: labelOf(zoneField), zone })]),
    ...(ended === 0
      ? []
      : [reason("check_stop_field_set", { leads: ended, of: recipients, field: labelOf(stop.onField) })]),
  ];
  return [
    ...checks,
    ...causes.map((cause) => ({ reason: inWords(cause), cause, ...place, part: "when" as const })),
  ];
}

function startOf({ startAt, zone, holdSeconds }: PlanContent, now: number): number {
  if (startAt === null) return now + holdSeconds * secondMs;
  // What is no moment stops the start anyway.
  return wallTime.test(startAt) ? Math.max(now, momentOf(startAt, zone).at) : now;
}

/** The forecast in words, and over how many days it goes by the wall clock of the campaign. */
function said(
  forecast: ReturnType<typeof planForecast>,
  {
    content: { zone, steps },
    checks,
    now,
  }: Pick<CampaignReview, "checks"> & { content: PlanContent; now: number },
): Pick<CampaignReview["forecast"], "text" | "days"> {
  const { firstMailAt, lastMailAt } = forecast;
  const days =
    firstMailAt === null || lastMailAt === null
      ? 0
      : zoned(firstMailAt, zone).toPlainDate().until(zoned(lastMailAt, zone).toPlainDate()).days + 1;
  const texts = inTexts(forecastTexts);
  const of = {
    texts,
    mails: steps.length,
    now,
    dayOf: (at: number) => zoned(at, zone).toPlainDate().toString(),
    clockOf: (at: number) => zoned(at, zone).toPlainTime().toString({ smallestUnit: "minute" }),
  };
  const isToJoin = awaitsJoiners({ forecast, checks });
  return { text: isToJoin ? texts.awaitsJoiners : forecastWords({ ...forecast, days }, of), days };
}
