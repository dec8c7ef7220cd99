import { escapeHtml } from "../../contract/mergeFields.ts";
import { filledPreviewLine } from "../../mail/design/previewLine.ts";

/** Lists of mails show a mail's first words beside its subject: these stand first, where a reader of the mail sees none. */
export function withPreview(html: string, preview: string): string {
  if (preview.trim() === "") return html;
  const line = filledPreviewLine(escapeHtml(preview));
  const hidden = `<div style="display:none;max-height:0;overflow:hidden">${line}</div>`;
  // Its end is looked for once: an expression would look for that of each tag again, to the end of the mail.
  const begins = html.search(/<body\b/i);
  const at = begins < 0 ? 0 : html.indexOf(">", begins) + 1;
  return html.slice(0, at) + hidden + html.slice(at);
}
