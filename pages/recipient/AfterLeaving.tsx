import { optoutReasons } from "../../contract/leads/optoutReasons.ts";
import { recipientLimits } from "../../contract/limits/recipients.ts";
import { recipientTexts } from "../../contract/texts/pages/recipient.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
import { ChoiceField } from "../../islands/_parts/fields/ChoiceField.tsx";
import { together } from "../../islands/_parts/together.ts";
import { inOneLine, writesTo } from "./addresses.tsx";

export type AfterLeavingProps = {
  token: string;
  /** Who sent the mail; null where that is not known any more. */
  from: string | null;
  maskedEmail: string;
  /** They left by the link of a mail; others have nothing to explain or to take back. */
  hasLeft: boolean;
  /** They have told why they left. */
  hasSaidWhy: boolean;
  /** How to come back: by a mail, by writing to the sender, or there is nothing to come back from. */
  back: "mail" | "write" | "none";
  /** What has just been done. */
  done: "reason" | "asked" | "counting" | null;
};

/** What else somebody may do who has left: say why, and come back. */
export function AfterLeaving(props: AfterLeavingProps) {
  return (
    <>
      <Why {...props} />
      <WayBack {...props} />
    </>
  );
}

function Why({ token, hasLeft, hasSaidWhy, done }: AfterLeavingProps) {
  const texts = useTexts(recipientTexts).why;
  if (!hasLeft) return null;
  if (done === "reason") return <p role="status">{texts.thanks}</p>;
  // What was told is not asked again, neither with the next press nor at a later visit.
  if (hasSaidWhy) return <p>{texts.thanks}</p>;
  return (
    <form className="recipient-part" method="post" action={`/u/${token}/reason`}>
      <fieldset className="choices-field recipient-choices">
        <legend>{texts.ask}</legend>
        {optoutReasons.map((reason) => (
          <ChoiceField key={reason} type="radio" name="reason" value={reason} label={texts.reasons[reason]} />
        ))}
      </fieldset>
      <div className="field">
        <label htmlFor="words">{texts.words}</label>
        <textarea className="input" id="words" name="words" rows={3} maxLength={recipientLimits.wordsMax} />
      </div>
      <button type="submit" className="button">
        {texts.send}
      </button>
    </form>
  );
}

function WayBack({ token, from, maskedEmail, hasLeft, back, done }: AfterLeavingProps) {
  const texts = useTexts(recipientTexts).back;
  if (back === "none") return null;
  const asked = done === "asked";
  const email = inOneLine(maskedEmail);
  return (
    <section className="recipient-part">
      <h2>{hasLeft || back === "mail" ? texts.ask : texts.askOthers}</h2>
      {back === "write" ? (
        <p>{together(texts.write(writesTo(from)))}</p>
      ) : (
        <p role={asked ? "status" : undefined}>{together(asked ? texts.sent(email) : texts.text(email))}</p>
      )}
      {back === "mail" && !asked ? (
        <form method="post" action={`/u/${token}/return`}>
          <button type="submit" className="button">
            {texts.send}
          </button>
        </form>
      ) : null}
    </section>
  );
}
