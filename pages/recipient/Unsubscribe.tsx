export type UnsubscribeProps = {
  /** Who sent the mail; null where that is not known any more. */
  from: string | null;
  maskedEmail: string;
  isUnsubscribed: boolean;
};

/** For somebody who followed a mail's unsubscribe link: one question and one button, or that it is done. */
export function Unsubscribe({ from, maskedEmail, isUnsubscribed }: UnsubscribeProps) {
  const sender = from ?? "this sender";
  if (isUnsubscribed)
    return (
      <article className="prose">
        <h1>You are unsubscribed</h1>
        <p>
          {from ?? "The sender"} can no longer send mail to {maskedEmail} from here. A mail that is already on
          its way may still arrive.
        </p>
      </article>
    );
  return (
    <article className="prose">
      <h1>Unsubscribe?</h1>
      <p>
        You will get no further mail from {sender} at {maskedEmail}.
      </p>
      {/* Without an action the form posts to this page's own address, which holds the token. */}
      <form method="post">
        <input type="hidden" name="List-Unsubscribe" value="One-Click" />
        <button type="submit" className="button" data-variant="primary" data-size="large">
          Unsubscribe
        </button>
      </form>
    </article>
  );
}
