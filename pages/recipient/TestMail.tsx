import { recipientTexts } from "../../contract/texts/pages/recipient.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
/** Behind the unsubscribe link of a test mail: it works, and there is nobody to unsubscribe. */
export function TestMail() {
  const texts = useTexts(recipientTexts);
  return (
    <article className="prose">
      <h1>{texts.testMail.title}</h1>
      <p>{texts.testMail.text}</p>
    </article>
  );
}
