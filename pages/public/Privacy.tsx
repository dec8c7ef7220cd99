import { sessionLimits } from "../../contract/limits/identity.ts";
import { dayMs } from "../../contract/limits/units.ts";
import { privacyTexts } from "../../contract/texts/pages/privacy.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
import { together } from "../../islands/_parts/together.ts";
import { StoredDataTable } from "../privacy/StoredDataTable.tsx";
import type { PageProps } from "../shell/view.ts";

/** What is kept, why, and how to have it removed. It describes this program; whoever changes that changes this. */
export function Privacy({ facts }: PageProps) {
  const texts = useTexts(privacyTexts);
  return (
    <article className="prose">
      <h1>{texts.title}</h1>
      <p className="lead-in">{texts.lead}</p>
      <h2>{texts.kept.title}</h2>
      <StoredDataTable
        head={[texts.kept.what, texts.kept.how, texts.kept.howLong]}
        rows={texts.keptOnServer}
      />
      <h2>{texts.use.title}</h2>
      <p>{texts.use.text}</p>
      <h2>{texts.google.title}</h2>
      <p>{texts.google.text}</p>
      <h2>{texts.microsoft.title}</h2>
      <p>{texts.microsoft.text}</p>
      <h2>{texts.leads.title}</h2>
      <p>{texts.leads.text}</p>
      <h2>{texts.cookies.title}</h2>
      <p>
        {texts.cookies.text({
          absoluteDays: days(sessionLimits.absoluteMs),
          idleDays: days(sessionLimits.idleMs),
        })}
      </p>
      <StoredDataTable
        head={[texts.cookies.under, texts.kept.what, texts.kept.howLong]}
        rows={Object.entries(texts.keptInBrowser).map(([key, [what, howLong]]) => [key, what, howLong])}
      />
      <h2>{texts.access.title}</h2>
      <p>{texts.access.text}</p>
      <h2>{texts.removal.title}</h2>
      <p>
        {together(texts.removal.text(<a href={`mailto:${facts.supportAddress}`}>{facts.supportAddress}</a>))}
      </p>
      <h2>{texts.changes.title}</h2>
      <p>{texts.changes.text}</p>
    </article>
  );
}

function days(timeMs: number): number {
  return timeMs / dayMs;
}
