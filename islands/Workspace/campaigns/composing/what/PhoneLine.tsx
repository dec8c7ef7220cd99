import { useDeferredValue, useMemo } from "react";
import { composingLimits } from "../../../../../contract/limits/composing.ts";
import { customNames, fillIn } from "../../../../../contract/mergeFields.ts";
import { sampleLead } from "../../../../../contract/sending/sampleLead.ts";
import { whatTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { queries } from "../../../../_data/queries.ts";
import { useCustomFields } from "../../../../_data/useCustomFields.ts";
import { useLoad } from "../../../../_data/useLoad.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { inertMail } from "../../../design/engine/canvas/withInertStyles.ts";
import { useComposing } from "../draft/useDraft.ts";

/** How the mail stands in the list on a telephone: who it is from, its subject, and what follows that. */
export function PhoneLine({
  variantId,
  subject,
  preview,
}: {
  variantId: string;
  subject: string;
  preview: string;
}) {
  const texts = useTexts(whatTexts);
  const { draft } = useComposing();
  const credentials = useLoad(queries.credentials());
  const fields = useCustomFields();
  const custom = useMemo(() => customNames(fields), [fields]);
  const from = credentials.value?.find(({ _id }) => _id === draft.plan.accounts[0])?.sender;
  // Not fetched for this line alone: of twenty mails only those looked at are here.
  const html = useDeferredValue(draft.mails.get(variantId)?.html ?? "");
  const words = useMemo(() => (preview.trim() === "" ? firstWords(html) : ""), [preview, html]);
  const filled = (text: string) => fillIn(text, sampleLead, { escape: "none", custom });
  return (
    <figure className="phone-line">
      <figcaption>{texts.onPhone}</figcaption>
      <div>
        <p className="phone-from">
          <strong>{from?.replace(/\s*<.*$/, "") || texts.yourName}</strong>
          <span className="muted">{texts.phoneTime}</span>
        </p>
        <p className="phone-subject">{filled(subject) || texts.noSubject}</p>
        <p className="phone-preview">{filled(preview) || filled(words) || texts.firstWords}</p>
      </div>
    </figure>
  );
}

/** Fills what is left of a preview line: a space to the eye, or nothing at all. */
const fillers = /\u034f|[\u00ad\u061c\u200b-\u200f\u2060\ufeff]/gu;

/** What a list of mails shows beside the subject where nothing was written for it: how the mail begins. */
function firstWords(html: string): string {
  if (html.trim() === "") return "";
  const { body } = inertMail(html);
  for (const unseen of body.querySelectorAll("noframes, script, title, template")) unseen.remove();
  // Two blocks stand apart on the page, and their words would stick together here.
  for (const block of body.querySelectorAll("p, div, td, th, li, br, h1, h2, h3, h4, h5, h6"))
    block.append(" ");
  const text = (body.textContent ?? "").replaceAll(fillers, "").replaceAll(/\s+/gu, " ").trim();
  return [...text].slice(0, 2 * composingLimits.phonePreview).join("");
}
