import type { Scope } from "../../../contract/identity/scope.ts";
import type { PlanMailRow } from "../../../db/stores/campaigns/plans/planRows.ts";
import { previewLineOf, withPreviewLine } from "../../../mail/design/previewLine.ts";
import type { Core } from "../../core/core.ts";
import { drawnHtml } from "../../templates/index.ts";

type Written = Pick<PlanMailRow, "preview" | "html" | "design">;

/**
 * A campaign's mail has one preview line, which stands beside its subject and not in its design. One that was saved with
 * both, by an older page or over the API, has its own drawn again without; a line that stands in the design alone stays.
 */
export async function withOnePreviewLine<Mail extends Written>(
  core: Pick<Core, "settings">,
  scope: Pick<Scope, "workspaceId">,
  mail: Mail,
): Promise<Mail> {
  if (mail.preview.trim() === "" || previewLineOf(mail.design) === "") return mail;
  const design = withPreviewLine(mail.design, "");
  return { ...mail, design, html: await drawnHtml(core, scope, design) };
}
