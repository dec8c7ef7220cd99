import { mergeFieldsIn } from "../../../contract/mergeFields.ts";
import { mailTexts } from "../../../contract/texts/mails.ts";
import { inTexts } from "../../core/inWords.ts";
import { beforeBodyEnd } from "./beforeBodyEnd.ts";
import { readingText } from "./plainText.ts";

const footerStyle =
  "margin:32px 0 16px;text-align:center;font:12px/1.5 Arial,Helvetica,sans-serif;color:#6b7280";
/** On a ground of its own: that of the mail may have any colour, these words' as well. */
const wordsStyle = "padding:2px 6px;border-radius:3px;background-color:#ffffff";

function footerHtml(): string {
  const said = inTexts(mailTexts).unsubscribe.html(
    (words) => `<a href="${address}" style="color:#6b7280;text-decoration:underline">${words}</a>`,
  );
  return `<div style="${footerStyle}"><span style="${wordsStyle}">${said}</span></div>`;
}

const address = "{{unsubscribeUrl}}";

/** Adds a visible unsubscribe link at the end of a template, unless it shows one of its own. */
export function* withUnsubscribeLink(html: string): Generator<void, string> {
  return (yield* showsUnsubscribeLink(html)) ? html : yield* beforeBodyEnd(html, footerHtml());
}

/** Whether readers see an unsubscribe link: one in a comment, a title or a hidden part is of no use. */
function* showsUnsubscribeLink(html: string): Generator<void, boolean> {
  if (!mergeFieldsIn(html).includes("unsubscribeUrl")) return false;
  return mergeFieldsIn(yield* readingText(html)).includes("unsubscribeUrl");
}

/** The same for a plain text part. */
export function withUnsubscribeLine(text: string): string {
  if (mergeFieldsIn(text).includes("unsubscribeUrl")) return text;
  return `${text.trimEnd()}\n\n${inTexts(mailTexts).unsubscribe.text(address)}\n`;
}
