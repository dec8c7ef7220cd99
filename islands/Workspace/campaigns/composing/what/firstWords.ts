import { composingLimits } from "../../../../../contract/limits/composing.ts";
import { inertMail } from "../../../design/engine/canvas/withInertStyles.ts";

/** Fills what is left of a preview line: a space to the eye, or nothing at all. */
const fillers = /\u034f|[\u00ad\u061c\u200b-\u200f\u2060\ufeff]/gu;

/** What a list of mails shows beside the subject where nothing was written for it: how the mail begins. */
export function firstWords(html: string): string {
  if (html.trim() === "") return "";
  const { body } = inertMail(html);
  for (const unseen of body.querySelectorAll("noframes, script, title, template")) unseen.remove();
  // Two blocks stand apart on the page, and their words would stick together here.
  for (const block of body.querySelectorAll("p, div, td, th, li, br, h1, h2, h3, h4, h5, h6"))
    block.append(" ");
  const text = (body.textContent ?? "").replaceAll(fillers, "").replaceAll(/\s+/gu, " ").trim();
  return [...text].slice(0, 2 * composingLimits.phonePreview).join("");
}
