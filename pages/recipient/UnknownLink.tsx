import { recipientTexts } from "../../contract/texts/pages/recipient.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
/** For somebody who wants to leave by a link that is not whole: what to do instead. */
export function UnknownUnsubscribe() {
  const texts = useTexts(recipientTexts);
  return (
    <article className="prose">
      <h1>{texts.notWhole.title}</h1>
      <p>{texts.notWhole.text}</p>
    </article>
  );
}

/** For somebody who followed a link of a mail that leads nowhere known here. */
export function UnknownLink() {
  const texts = useTexts(recipientTexts);
  return (
    <article className="prose">
      <h1>{texts.unknown.title}</h1>
      <p>{texts.unknown.text}</p>
    </article>
  );
}
