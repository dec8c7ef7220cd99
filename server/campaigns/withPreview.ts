import { escapeHtml } from "../../contract/mergeFields.ts";
import { filledPreviewLine } from "../../mail/design/previewLine.ts";

/** Lists of mails show a mail's first words beside its subject: these stand first, where a reader of the mail sees none. */
export function withPreview(html: string, preview: string): string {
  if (preview.trim() === "") return html;
  const line = filledPreviewLine(escapeHtml(preview));
  const hidden = `<div style="display:none;max-height:0;overflow:hidden">${line}</div>`;
  const at = contentStart(html);
  return html.slice(0, at) + hidden + html.slice(at);
}

/**
 * Where a mail's content begins: behind its first body, or its head. One of Outlook's own stands in a comment, where nobody
 * else would find the line; the end of a condition around the other one stays before it, so that Outlook finds it too.
 */
function contentStart(html: string): number {
  let at = 0;
  for (const tag = /<!--|<body\b|<\/head\s*>/gi; ; ) {
    const [found = ""] = tag.exec(html) ?? [];
    if (found === "") return at;
    if (found === "<!--") {
      // "<!-->" is a whole one.
      const end = html.indexOf("-->", tag.lastIndex - 2);
      if (end < 0) return at;
      tag.lastIndex = end + 3;
    } else if (/^<body/i.test(found)) {
      const end = html.indexOf(">", tag.lastIndex) + 1;
      const [condition = ""] = /^\s{0,99}<!--<!\[endif\]-->/i.exec(html.slice(end, end + 200)) ?? [];
      return end === 0 ? at : end + condition.length;
    } else at = tag.lastIndex;
  }
}
