import { restShare } from "../../../contract/campaigns/usualTest.ts";
import type { FieldDefinition } from "../../../contract/leads/customFields.ts";
import { campaignLimits } from "../../../contract/limits/campaigns.ts";
import { customNames } from "../../../contract/mergeFields.ts";
import { type Cause, inner, type Reason, reason } from "../../../contract/reasons.ts";
import {
  type AudienceCount,
  type CampaignReview,
  type PlanContent,
  wallTime,
} from "../../../contract/schemas/campaignPlan.ts";
import type { CredentialRow } from "../../../db/stores/accounts/credentials.ts";
import type { PlanMailRow } from "../../../db/stores/campaigns/plans/planRows.ts";
import { inSlices } from "../../core/inSlices.ts";
import { inWords } from "../../core/inWords.ts";
import { momentOf, wallTimeOf } from "../../core/zonedTime.ts";
import { nextOpening } from "../../sending/windows/sendWindow.ts";
import { contentWarnings } from "../contentWarnings.ts";
import { reachWarning } from "../reachWarning.ts";
import { accountText, restOf } from "./campaignAnswer.ts";
import { stopChecks } from "./ruleChecks.ts";

type Check = CampaignReview["checks"][number];
type Place = Pick<Check, "stepId" | "variantId">;

export type Checked = {
  content: PlanContent;
  mails: readonly PlanMailRow[];
  /** Those of the workspace's accounts that it names. */
  accounts: readonly CredentialRow[];
  /** Those of them whose mailbox is read, by their ids. */
  read: ReadonlySet<string>;
  /** The workspace's own fields, by their ids. */
  fields: ReadonlySet<string>;
  /** Those whose mails receivers will not believe, and why. */
  unaligned: ReadonlyMap<string, Cause>;
  /** By count and by what is broken; null where nobody has counted. */
  audience: Pick<AudienceCount, "recipients" | "broken"> | null;
  now: number;
};

const nowhere: Place = { stepId: null, variantId: null };

/** What stops the start of a campaign, and what can be told of it without looking into what its mails say. */
export function startChecks(checked: Checked): Check[] {
  return [...whomChecks(checked), ...whatChecks(checked), ...whenChecks(checked)];
}

/** The reasons among them that stop it. */
export function stopsIn(checks: readonly Check[]): Reason[] {
  return checks.filter(({ stops }) => stops).map(({ cause }) => cause as Reason);
}

function check(cause: Reason, of: Pick<Check, "part" | "stops"> & Partial<Place>): Check {
  return { reason: inWords(cause), cause, ...nowhere, ...of };
}

function whomChecks({ content, audience }: Checked): Check[] {
  const { everyone, collections, segments, leads, after, joinLater } = content.audience;
  const isNamed = everyone || collections.length + segments.length + leads.length > 0 || after !== null;
  const whom = { part: "whom", stops: true } as const;
  if (!isNamed) return [check(reason("check_audience_missing"), whom)];
  const broken = audience?.broken ?? [];
  // A sequence that takes in whoever joins may begin with nobody.
  const isEmpty = audience?.recipients === 0 && !(joinLater && content.kind === "sequence");
  return [
    ...broken.map(({ cause }) => check(cause as Reason, whom)),
    ...(isEmpty ? [check(reason("check_nobody"), whom)] : []),
  ];
}

/** Of what its mails say alone. */
export function whatChecks({
  content,
  mails,
  audience,
}: Pick<Checked, "content" | "mails" | "audience">): Check[] {
  const byVariant = new Map(mails.map((mail) => [mail.variantId, mail]));
  return content.steps.flatMap((step, index) => {
    const of = (variantId: string | null) => ({ part: "what" as const, stepId: step.id, variantId });
    const missing = step.variants.flatMap(({ id }) => {
      const mail = byVariant.get(id);
      // An answer may go by the subject of the mail before it.
      const needsSubject = !(step.sameThread && index > 0);
      return [
        ...(needsSubject && !mail?.subject.trim()
          ? [check(reason("check_subject_missing"), { ...of(id), stops: true })]
          : []),
        ...(mail?.html.trim() ? [] : [check(reason("check_content_missing"), { ...of(id), stops: true })]),
      ];
    });
    const isOver = step.variants.length > 1 && restShare(step) < 0;
    // Nothing would ever send the rest.
    const isUndecided = step.variants.length > 1 && restShare(step) > 0 && step.test === null;
    const least = Math.min(...step.variants.map(({ share }) => share));
    const leads = Math.floor(((audience?.recipients ?? Number.POSITIVE_INFINITY) * least) / 100);
    const min = campaignLimits.testLeadsMin;
    const isSmall = step.variants.length > 1 && step.test !== null && leads < min;
    return [
      ...missing,
      ...(isOver ? [check(reason("check_shares_over"), { ...of(null), stops: true })] : []),
      ...(isUndecided ? [check(reason("check_test_missing"), { ...of(null), stops: true })] : []),
      ...(isSmall ? [check(reason("check_test_small", { leads, min }), { ...of(null), stops: false })] : []),
    ];
  });
}

function whenChecks({ content, accounts, fields, read, unaligned, now }: Checked): Check[] {
  const when = { part: "when" } as const;
  const stops = { ...when, stops: true };
  const told = { ...when, stops: false };
  const { window, zone } = content;
  const isGone = accounts.length < new Set(content.accounts).size;
  return [
    ...(content.accounts.length === 0 ? [check(reason("check_account_missing"), stops)] : []),
    ...(isGone ? [check(reason("check_account_gone"), stops)] : []),
    ...(fieldsOf(content).every((id) => fields.has(id)) ? [] : [check(reason("check_field_gone"), stops)]),
    ...accounts
      .filter(({ paused }) => paused)
      .map((account) => check(restOf(account, "check_account_rests"), told)),
    ...stopChecks(content, { accounts, read }),
    ...accounts.flatMap((account) => {
      const why = unaligned.get(account.id);
      const from = accountText(account);
      return why === undefined ? [] : [check(reason("check_unaligned", { from, why: inner(why) }), told)];
    }),
    ...momentChecks(content, now),
    ...(window !== null && nextOpening(window, zone, now) === null
      ? [check(reason("check_window_never"), stops)]
      : []),
  ];
}

/** The fields by which it ends for a lead, and goes at a lead's own hours: without them it would do neither for anybody. */
function fieldsOf({ kind, stop, window, zoneField }: PlanContent): string[] {
  return [kind === "sequence" ? stop.onField : null, window === null ? null : zoneField].flatMap(
    (id) => id ?? [],
  );
}

function momentChecks(content: PlanContent, now: number): Check[] {
  const { startAt, zone } = content;
  if (startAt === null) return [];
  const when = { part: "when" } as const;
  // Drafts that an earlier version took may have a 31st of February.
  if (!wallTime.test(startAt)) return [check(reason("check_start_impossible"), { ...when, stops: true })];
  const { at, shown } = momentOf(startAt, zone);
  if (at < now) return [check(reason("check_start_past"), { ...when, stops: true })];
  const wanted = startAt.replace("T", " ");
  const closed = closedChecks(content, { at, wanted });
  if (shown === "never") {
    const moved = wallTimeOf(at, zone).replace("T", " ");
    return [check(reason("check_start_skipped", { wanted, moved }), { ...when, stops: false }), ...closed];
  }
  const isTwice = shown === "twice";
  return [
    ...(isTwice ? [check(reason("check_start_twice", { wanted }), { ...when, stops: false })] : []),
    ...closed,
  ];
}

/** A start that its own hours put off; those of leads' own zones are each their own. */
function closedChecks(
  { window, zone, zoneField }: PlanContent,
  { at, wanted }: { at: number; wanted: string },
): Check[] {
  const opensAt = window === null || zoneField !== null ? null : nextOpening(window, zone, at);
  if (opensAt === null || opensAt <= at) return [];
  const opens = wallTimeOf(opensAt, zone).replace("T", " ");
  return [check(reason("check_start_closed", { wanted, opens }), { part: "when", stops: false })];
}

/** What a careful person would look at in the mails themselves; nothing of it stops the start. */
export async function mailChecks(
  { content, mails, accounts }: Pick<Checked, "content" | "mails" | "accounts">,
  { definitions, publicUrl }: { definitions: readonly FieldDefinition[]; publicUrl: string | null },
): Promise<Check[]> {
  const checks: Check[] = [];
  for (const step of content.steps)
    for (const { id: variantId } of step.variants) {
      const mail = mails.find((one) => one.variantId === variantId);
      if (!mail?.html.trim()) continue;
      const { subject, html, preview } = mail;
      const countsAt = content.trackClicks === false ? null : publicUrl;
      const asked = { subject: `${subject}\n${preview}`, html, custom: customNames(definitions), countsAt };
      for (const warning of await inSlices(contentWarnings(asked)))
        checks.push(
          check(reason("check_mail", warning), { part: "what", stops: false, stepId: step.id, variantId }),
        );
    }
  const [reach] = accounts.flatMap(({ provider }) => reachWarning({ publicUrl, provider }));
  return reach === undefined
    ? checks
    : [...checks, check(reason("check_mail", reach), { part: "what", stops: false })];
}
