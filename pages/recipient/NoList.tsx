import { recipientTexts } from "../../contract/texts/pages/recipient.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
/** Behind the unsubscribe link of a test mail, or of one whose sender is gone: it works, and there is nobody to unsubscribe. */
export function NoList() {
  const texts = useTexts(recipientTexts);
  return (
    <article className="prose">
      <h1>{texts.noList.title}</h1>
      <p>{texts.noList.text}</p>
    </article>
  );
}
