import { Refusal, sentences } from "../../contract/errors.ts";
import { blankFields, unknownFields } from "../../contract/imports/blankFields.ts";
import type { MailPreview, PreviewInput } from "../../contract/schemas/preflight.ts";
import { createAudienceStore } from "../../db/stores/campaigns/audience.ts";
import type { Caller } from "../core/caller.ts";
import type { Core } from "../core/core.ts";
import { longWork } from "../core/longWork.ts";
import { mergeValuesFor } from "../leads/index.ts";
import { readerView } from "../sending/mail/composition.ts";
import { renderDesign } from "./renderDesign.ts";

export type MailPreviews = ReturnType<typeof createMailPreviews>;

/** A mail as one lead would get it. */
export function createMailPreviews(
  core: Core,
  parts: { templateHtml(workspaceId: string, templateId: string): Promise<string | null> },
) {
  const audience = createAudienceStore(core.database);

  async function htmlOf(caller: Caller, { html, design, templateId }: PreviewInput): Promise<string> {
    if (design !== undefined)
      return (
        await renderDesign({ design, name: "", base: core.settings.publicUrl }, (work) =>
          longWork(caller.uid, () => work),
        )
      ).html;
    if (html?.trim()) return html;
    const stored = templateId === undefined ? null : await parts.templateHtml(caller.uid, templateId);
    if (stored === null) throw new Refusal("not_found", "This template was not found");
    if (stored.trim() === "") throw new Refusal("bad_request", sentences.selectTemplate);
    return stored;
  }

  return {
    /** @throws {Refusal} not_found for a template or a lead that is not the caller's. */
    async show(caller: Caller, input: PreviewInput): Promise<MailPreview> {
      const html = await htmlOf(caller, input);
      const values = await mergeValuesFor(audience, { caller, leadId: input.leadId });
      const subject = input.subject ?? "";
      const seen = await longWork(caller.uid, () => readerView({ subject, html }, values));
      const written = `${subject}\n${html}`;
      return {
        to: values.email ?? caller.email,
        ...seen,
        missing: blankFields(written, values),
        unknown: unknownFields(written),
        bytes: Buffer.byteLength(seen.html),
      };
    },
  };
}
