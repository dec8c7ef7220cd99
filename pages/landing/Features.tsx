import type { ReactNode } from "react";
import { landingTexts } from "../../contract/texts/pages/landing.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
import { together } from "../../islands/_parts/together.ts";
import { Picture } from "../Picture.tsx";

/** What one gets, a card each, with the piece of the product that does it. */
export function Features() {
  const texts = useTexts(landingTexts);
  return (
    <section className="band features" aria-label={texts.features.what}>
      <Feature title={texts.features.leads} wide>
        <p>{texts.features.leadsText}</p>
        <Picture name="import" alt={texts.features.leadsPicture} size={{ width: 606, height: 320 }} />
      </Feature>
      <Feature title={texts.features.templates}>
        <p>{texts.features.templatesText}</p>
        <MergeExample />
      </Feature>
      <Feature title={texts.features.accounts}>
        <p>{texts.features.accountsText}</p>
        <Picture name="account" alt={texts.features.accountsPicture} size={{ width: 400, height: 264 }} />
      </Feature>
      <Feature title={texts.features.ledger} wide>
        <p>{texts.features.ledgerText}</p>
        <Picture name="ledger" alt={texts.features.ledgerPicture} size={{ width: 608, height: 318 }} />
      </Feature>
      <Feature title={texts.features.terminal} wide>
        <p>{texts.features.terminalText}</p>
        <TerminalExample />
      </Feature>
      <Feature title={texts.features.optOut}>
        <p>{texts.features.optOutText}</p>
        <p>{texts.features.tracking}</p>
      </Feature>
    </section>
  );
}

function Feature({ title, wide, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <article className="feature" data-wide={wide}>
      <h2>{title}</h2>
      {children}
    </article>
  );
}

function MergeExample() {
  const texts = useTexts(landingTexts);
  return (
    <dl className="merge">
      <div>
        <dt>{texts.example.youWrite}</dt>
        <dd>
          <code>{together(texts.example.written((words) => <b>{words}</b>))}</code>
        </dd>
      </div>
      <div>
        <dt>{texts.example.namedReads}</dt>
        <dd>{texts.example.named}</dd>
      </div>
      <div>
        <dt>{texts.example.namelessReads}</dt>
        <dd>{texts.example.nameless}</dd>
      </div>
    </dl>
  );
}

function TerminalExample() {
  return (
    <pre className="terminal">
      <code>
        <b>$</b> amplify import fair.csv --collection "spring fair"{"\n"}
        <b>$</b> amplify send --template Spring \{"\n"}
        {"    "}--subject "News, {"{{firstName|friend}}"}" \{"\n"}
        {"    "}--collection "spring fair"
      </code>
    </pre>
  );
}
