import type { FieldDefinition } from "../../../contract/leads/customFields.ts";
import type { CampaignStep, PlanContent } from "../../../contract/schemas/campaignPlan.ts";
import { answerSubject } from "../../../contract/sending/answerSubject.ts";
import { createPlanMailStore } from "../../../db/stores/campaigns/plans/planMails.ts";
import type { PlanKey, PlanMailRow } from "../../../db/stores/campaigns/plans/planRows.ts";
import type { Core } from "../../core/core.ts";
import { createLeadFieldReader } from "../../leads/index.ts";
import { withOnePreviewLine } from "../plans/onePreviewLine.ts";
import { withPreview } from "../withPreview.ts";
import { PartFault } from "./PartFault.ts";

/** What a part's mails say. */
export type PartContent = {
  subject: string;
  html: string;
  fields: FieldDefinition[] | null;
  version: number;
};

/** What the variants of a campaign's steps say, as their parts have it. */
export function createPartContents(
  core: Core,
  { workspaceId, id }: PlanKey,
  { steps }: Pick<PlanContent, "steps">,
) {
  const mails = createPlanMailStore(core.database);
  const definitionsOf = createLeadFieldReader(core);
  const known = new Map<string, Promise<PartContent>>();

  /**
   * Of those whose mail answers one, with the subject of that. Who waits for the better variant has the first until it is
   * known. @throws {PartFault} where nothing is written.
   */
  function of(
    step: CampaignStep,
    variantId: string | null,
    answers: string | null = null,
  ): Promise<PartContent> {
    const one = variantId ?? step.variants[0]?.id ?? "";
    const key = JSON.stringify([one, answers]);
    const found = known.get(key) ?? read(step, one, answers);
    known.set(key, found);
    return found;
  }

  async function read(step: CampaignStep, variantId: string, answers: string | null): Promise<PartContent> {
    const kept = await mails.one({ workspaceId, id, variantId });
    if (kept === null) throw new PartFault("check_content_missing");
    const mail = await withOnePreviewLine(core, { workspaceId }, kept);
    const subject = await subjectOf(step, mail, answers);
    const html = withPreview(mail.html, mail.preview);
    const fields = fieldsNamed(`${subject}\n${html}`, await definitionsOf({ workspaceId }));
    return { subject, html, fields, version: mail.version };
  }

  /** An answer without a subject of its own has that of the mail that it answers. */
  async function subjectOf(
    step: CampaignStep,
    { subject }: PlanMailRow,
    answers: string | null,
  ): Promise<string> {
    if (!step.sameThread) return subject;
    if (subject.trim() !== "") return answerSubject(subject);
    if (answers !== null) return answerSubject(answers);
    const before = steps[steps.findIndex((one) => one.id === step.id) - 1];
    return answerSubject(before === undefined ? "" : (await of(before, null)).subject);
  }

  return { of };
}

/** The fields that a mail may name, whichever way its braces are written; null where it names none. */
export function fieldsNamed(text: string, definitions: readonly FieldDefinition[]): FieldDefinition[] | null {
  if (definitions.length === 0) return null;
  const content = text.toLowerCase();
  const named = definitions.filter(({ key }) => content.includes(key.toLowerCase()));
  return named.length === 0 ? null : named;
}
