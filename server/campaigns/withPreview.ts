import { escapeHtml } from "../../contract/mergeFields.ts";
import { filledPreviewLine } from "../../mail/design/previewLine.ts";

/** Lists of mails show a mail's first words beside its subject: these stand first, where a reader of the mail sees none. */
export function withPreview(html: string, preview: string): string {
  if (preview.trim() === "") return html;
  const line = filledPreviewLine(escapeHtml(preview));
  const hidden = `<div style="display:none;max-height:0;overflow:hidden">${line}</div>`;
  const body = /<body\b[^>]*>/i.exec(html);
  const at = body === null ? 0 : body.index + body[0].length;
  return html.slice(0, at) + hidden + html.slice(at);
}
