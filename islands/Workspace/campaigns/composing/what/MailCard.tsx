import { campaignLimits } from "../../../../../contract/limits/campaigns.ts";
import { composingLimits } from "../../../../../contract/limits/composing.ts";
import { textLimits } from "../../../../../contract/limits/text.ts";
import { whatTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Button } from "../../../../_parts/Button.tsx";
import { NumberField } from "../../../../_parts/fields/NumberField.tsx";
import { Icon } from "../../../../_parts/Icon.tsx";
import { MergeFieldInput } from "../../../design/engine/settings/MergeFieldInput.tsx";
import { useComposing } from "../draft/useDraft.ts";
import { MailContentField } from "./MailContentField.tsx";
import { PhoneLine } from "./PhoneLine.tsx";
import { sentSubject } from "./steps.ts";

/** One mail: subject, what stands beside it in a list of mails, and its content. */
export function MailCard({
  variantId,
  title,
  label,
  share,
  isFixed,
  mayWrite,
  onShare,
  onRemove,
}: {
  variantId: string;
  /** "Variant A"; null for the only one. */
  title: string | null;
  /** Which mail it is, for who cannot see where it stands. */
  label: string;
  share: number | null;
  /** Some leads have had it, or will have. */
  isFixed: boolean;
  /** Somebody is still to get it. */
  mayWrite: boolean;
  onShare: (share: number) => void;
  onRemove: (() => void) | null;
}) {
  const texts = useTexts(whatTexts);
  const { draft, saver, shownMail, showMail } = useComposing();
  const { subject = "", preview = "" } = draft.plan.mails.find((mail) => mail.variantId === variantId) ?? {};
  return (
    <fieldset
      className="plain-set mail-card"
      id={`mail-${variantId}`}
      data-shown={shownMail === variantId}
      onFocus={() => showMail(variantId)}
    >
      <legend className="visually-hidden">{label}</legend>
      {title === null ? null : (
        <div className="mail-card-head">
          <strong>{title}</strong>
          <fieldset className="plain-set inline-fields" disabled={isFixed}>
            {texts.forShare}
            <NumberField
              label={texts.shareOf(title)}
              unit="%"
              min={campaignLimits.shareMin}
              max={100}
              value={share ?? 100}
              onChange={onShare}
            />
          </fieldset>
          {onRemove === null ? null : (
            <Button variant="quiet" shape="icon" aria-label={texts.removeVariant(title)} onClick={onRemove}>
              <Icon size={14} path="M6 6l12 12M18 6 6 18" />
            </Button>
          )}
        </div>
      )}
      <MergeFieldInput
        label={texts.subject}
        value={subject}
        maxLength={textLimits.subjectMax}
        readOnly={!mayWrite}
        autoComplete="off"
        hint={lengthHint(subject, composingLimits.phoneSubject, texts.lengths)}
        onType={(typed) => saver.changeLine(variantId, { subject: typed })}
      />
      <MergeFieldInput
        label={texts.preview}
        value={preview}
        maxLength={campaignLimits.previewMax}
        readOnly={!mayWrite}
        autoComplete="off"
        hint={
          preview === ""
            ? texts.previewHint
            : lengthHint(preview, composingLimits.phonePreview, texts.lengths)
        }
        onType={(typed) => saver.changeLine(variantId, { preview: typed })}
      />
      <PhoneLine variantId={variantId} subject={sentSubject(draft.plan, variantId)} preview={preview} />
      <MailContentField variantId={variantId} label={label} isFixed={isFixed} mayWrite={mayWrite} />
    </fieldset>
  );
}

const nameLength = 7;

/** Of a merge field nobody knows how long it will be: it counts as about a name. */
function lengthHint(
  text: string,
  max: number,
  lengths: (of: { length: number; max: number }) => string,
): string | undefined {
  const length = text.replaceAll(/\{\{[^{}]*\}\}/g, " ".repeat(nameLength)).length;
  return text === "" ? undefined : lengths({ length, max });
}
