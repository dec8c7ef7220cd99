import { recipientTexts } from "../../contract/texts/pages/recipient.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
import { together } from "../../islands/_parts/together.ts";
import { AfterLeaving, type AfterLeavingProps } from "./AfterLeaving.tsx";
import { inOneLine } from "./addresses.tsx";

type UnsubscribeProps = AfterLeavingProps & {
  isUnsubscribed: boolean;
  /** Null where nobody can be asked. */
  isCounted: boolean | null;
};

/** For somebody who followed a mail's unsubscribe link: one question and one button, or that it is done. */
export function Unsubscribe(props: UnsubscribeProps) {
  const texts = useTexts(recipientTexts);
  const { token, from, maskedEmail, isUnsubscribed, isCounted, done } = props;
  if (isUnsubscribed)
    return (
      <article className="prose">
        <h1>{texts.unsubscribed.title}</h1>
        <p>{together(texts.unsubscribed.text({ from, email: inOneLine(maskedEmail) }))}</p>
        <AfterLeaving {...props} />
      </article>
    );
  return (
    <article className="prose">
      <h1>{texts.unsubscribe.ask}</h1>
      <p>{together(texts.unsubscribe.text({ from, email: inOneLine(maskedEmail) }))}</p>
      <form method="post" action={`/u/${token}`}>
        <input type="hidden" name="List-Unsubscribe" value="One-Click" />
        <button type="submit" className="button" data-variant="primary" data-size="large">
          {texts.unsubscribe.word}
        </button>
      </form>
      {isCounted === null ? null : <CountingOf token={token} isCounted={isCounted} done={done} />}
    </article>
  );
}

/** Whoever goes on getting mails may want nobody to see what they do with them. */
function CountingOf({
  token,
  isCounted,
  done,
}: Pick<UnsubscribeProps, "token" | "done"> & { isCounted: boolean }) {
  const texts = useTexts(recipientTexts).counting;
  return (
    <section className="recipient-part">
      <h2>{texts.title}</h2>
      <p>
        {done === "counting" ? `${texts.saved} ` : ""}
        {isCounted ? texts.on : texts.off}
      </p>
      <form method="post" action={`/u/${token}/counting`}>
        <input type="hidden" name="consent" value={isCounted ? "denied" : "granted"} />
        <button type="submit" className="button">
          {isCounted ? texts.deny : texts.allow}
        </button>
      </form>
    </section>
  );
}
