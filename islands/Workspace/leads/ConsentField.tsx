import { type Consent, consents } from "../../../contract/leads/consent.ts";
import type { Lead } from "../../../contract/schemas/lead.ts";
import { leadFormTexts } from "../../../contract/texts/workspace/leadForms.ts";
import { shortMoment } from "../../_data/momentsHere.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { RadioChoices } from "../../_parts/fields/RadioChoices.tsx";

/** Whether somebody agreed to tracking; for an existing lead also since when, and how that is known. */
export function ConsentField({
  value,
  lead,
  onChange,
}: {
  value: Consent;
  lead?: Lead | undefined;
  onChange: (consent: Consent) => void;
}) {
  const texts = useTexts(leadFormTexts).consent;
  const { consentAt = null, consentHow = null } = lead ?? {};
  const isTheirs = lead?.consent === "denied" && consentHow === "by_recipient";
  const said =
    consentAt === null || consentHow === null
      ? []
      : [texts.since({ when: shortMoment(consentAt), how: texts.hows[consentHow], by: null })];
  return (
    <fieldset className="choices-field" disabled={isTheirs} aria-describedby="about-consent">
      <legend>{texts.legend}</legend>
      <RadioChoices
        name="consent"
        choices={consents}
        labels={texts.choices}
        value={value}
        onChange={onChange}
      />
      <p className="muted" id="about-consent">
        {[...said, isTheirs ? texts.ownNo : texts.about].join(" ")}
      </p>
    </fieldset>
  );
}
