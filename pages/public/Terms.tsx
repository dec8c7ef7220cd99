import { termsTexts } from "../../contract/texts/pages/terms.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
import { together } from "../../islands/_parts/together.ts";
import type { PageProps } from "../shell/view.ts";

/** The terms of service, in short sentences that can be kept. */
export function Terms({ facts }: PageProps) {
  const texts = useTexts(termsTexts);
  return (
    <article className="prose terms">
      <h1>{texts.title}</h1>
      <p className="lead-in">{texts.lead}</p>
      <h2>{texts.who.title}</h2>
      <p>{texts.who.text}</p>
      <h2>{texts.send.title}</h2>
      <p>{texts.send.text}</p>
      <h2>{texts.accounts.title}</h2>
      <p>{texts.accounts.text}</p>
      <h2>{texts.promise.title}</h2>
      <p>{texts.promise.text}</p>
      <h2>{texts.money.title}</h2>
      <p>{together(texts.money.text((words) => <a href="/pricing">{words}</a>))}</p>
      <h2>{texts.yours.title}</h2>
      <p>{together(texts.yours.text((words) => <a href="/privacy">{words}</a>))}</p>
      <h2>{texts.end.title}</h2>
      <p>{texts.end.text}</p>
      <h2>{texts.liability.title}</h2>
      <p>{texts.liability.text}</p>
      <h2>{texts.changes.title}</h2>
      <p>{texts.changes.text}</p>
      <h2>{texts.questions.title}</h2>
      <p>
        {together(
          texts.questions.text(<a href={`mailto:${facts.supportAddress}`}>{facts.supportAddress}</a>),
        )}
      </p>
    </article>
  );
}
