import { recipientTexts } from "../../contract/texts/pages/recipient.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
import { together } from "../../islands/_parts/together.ts";
import { inOneLine, writesTo } from "./addresses.tsx";

type ResubscribeProps = { from: string | null; email: string; state: "asking" | "back" | "keptOut" };

/** Behind the link of a mail that lets somebody come back: one button, or what came of it. */
export function Resubscribe({ from, email, state }: ResubscribeProps) {
  const texts = useTexts(recipientTexts).comeBack;
  if (state === "asking")
    return (
      <article className="prose">
        <h1>{texts.ask}</h1>
        <p>{together(texts.text({ from, email: inOneLine(email) }))}</p>
        {/* Without an action the form posts to this page's own address, which holds the token. */}
        <form method="post">
          <button type="submit" className="button" data-variant="primary" data-size="large">
            {texts.word}
          </button>
        </form>
      </article>
    );
  return (
    <article className="prose">
      <h1>{state === "back" ? texts.done : texts.keptOut}</h1>
      <p>
        {together(
          state === "back"
            ? texts.doneText({ from, email: inOneLine(email) })
            : texts.keptOutText(writesTo(from)),
        )}
      </p>
    </article>
  );
}

/** For somebody whose link is too old, or not whole. */
export function UnknownReturn() {
  const texts = useTexts(recipientTexts).comeBack;
  return (
    <article className="prose">
      <h1>{texts.unknown}</h1>
      <p>{texts.unknownText}</p>
    </article>
  );
}
