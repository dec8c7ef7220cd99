import { recipientTexts } from "../../contract/texts/pages/recipient.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
export type UnsubscribeProps = {
  /** Who sent the mail; null where that is not known any more. */
  from: string | null;
  maskedEmail: string;
  isUnsubscribed: boolean;
};

/** For somebody who followed a mail's unsubscribe link: one question and one button, or that it is done. */
export function Unsubscribe({ from, maskedEmail, isUnsubscribed }: UnsubscribeProps) {
  const texts = useTexts(recipientTexts);
  if (isUnsubscribed)
    return (
      <article className="prose">
        <h1>{texts.unsubscribed.title}</h1>
        <p>{texts.unsubscribed.text({ from, email: maskedEmail })}</p>
      </article>
    );
  return (
    <article className="prose">
      <h1>{texts.unsubscribe.ask}</h1>
      <p>{texts.unsubscribe.text({ from, email: maskedEmail })}</p>
      {/* Without an action the form posts to this page's own address, which holds the token. */}
      <form method="post">
        <input type="hidden" name="List-Unsubscribe" value="One-Click" />
        <button type="submit" className="button" data-variant="primary" data-size="large">
          {texts.unsubscribe.word}
        </button>
      </form>
    </article>
  );
}
