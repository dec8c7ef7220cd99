import type { Scope } from "../../contract/identity/scope.ts";
import { blankFields, unknownFields } from "../../contract/imports/blankFields.ts";
import { customNames, fillIn } from "../../contract/mergeFields.ts";
import { refused } from "../../contract/refused.ts";
import type { MailPreview, PreviewInput } from "../../contract/schemas/preflight.ts";
import { createAudienceStore } from "../../db/stores/campaigns/audience.ts";
import type { SignedIn } from "../core/caller.ts";
import type { Core } from "../core/core.ts";
import { longWork } from "../core/longWork.ts";
import { createLeadFieldReader, mergeValuesFor } from "../leads/index.ts";
import { readerView } from "../sending/mail/composition.ts";
import { renderDesign } from "./renderDesign.ts";

/** Whose data the mail is made of, and whose name stands in it where no lead is meant. */
type Preview = { scope: Scope; person: SignedIn };

export type MailPreviews = ReturnType<typeof createMailPreviews>;

/** A mail as one lead would get it. */
export function createMailPreviews(
  core: Core,
  parts: { templateHtml(scope: Scope, templateId: string): Promise<string | null> },
) {
  const audience = createAudienceStore(core.database);
  const definitionsOf = createLeadFieldReader(core);

  async function htmlOf(scope: Scope, { html, design, templateId }: PreviewInput): Promise<string> {
    if (design !== undefined)
      return (
        await renderDesign({ design, base: core.settings.publicUrl }, (work) => longWork(scope, () => work))
      ).html;
    if (html?.trim()) return html;
    const stored = templateId === undefined ? null : await parts.templateHtml(scope, templateId);
    if (stored === null) throw refused("template_unknown", {}, { field: "templateId" });
    if (stored.trim() === "") throw refused("template_not_chosen", {}, { field: "templateId" });
    return stored;
  }

  return {
    /** @throws {Refusal} not_found for a template or a lead that is not the workspace's. */
    async show({ scope, person }: Preview, input: PreviewInput): Promise<MailPreview> {
      const html = await htmlOf(scope, input);
      const definitions = await definitionsOf(scope);
      const values = await mergeValuesFor(audience, { scope, person, leadId: input.leadId, definitions });
      const custom = customNames(definitions);
      const subject = input.subject ?? "";
      const seen = await longWork(scope, () =>
        readerView({ subject, html, custom, site: core.settings.publicUrl }, values),
      );
      const { preview = "" } = input;
      const written = `${subject}\n${preview}\n${html}`;
      return {
        to: values.email ?? person.email,
        ...seen,
        preview: fillIn(preview, values, { escape: "none", custom }),
        missing: blankFields(written, values, custom),
        unknown: unknownFields(written, custom),
        bytes: Buffer.byteLength(seen.html),
      };
    },
  };
}
