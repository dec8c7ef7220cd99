import { type SetupTexts, setupTexts } from "../../contract/texts/pages/setup.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
import { Badge } from "../../islands/_parts/Badge.tsx";

type Client = {
  provider: "google" | "microsoft";
  isSet: boolean;
  variables: readonly { name: string; isSet: boolean }[];
  redirectUri: string;
  scopes: readonly { scope: string; use: keyof SetupTexts["uses"] }[];
  tenant: string | null;
};

export type SetupProps = {
  clients: readonly Client[];
  /** What a check has found; null before one. */
  findings: readonly { state: "ok" | "look" | "wrong"; text: string }[] | null;
  /** A check was asked for too often. */
  isTooOften: boolean;
};

/** What has to stand at Google and Microsoft, why, and whether it does. Of what is secret it says only whether it is there. */
export function Setup({ clients, findings, isTooOften }: SetupProps) {
  const texts = useTexts(setupTexts);
  return (
    <article className="prose setup">
      <h1>{texts.title}</h1>
      <p className="lead-in">{texts.lead}</p>
      <form method="post" action="/setup/check#found" className="setup-check">
        <button type="submit" className="button" data-variant="primary">
          {texts.check}
        </button>
        <p className="small-print">{texts.checkAbout}</p>
      </form>
      {isTooOften ? <p role="alert">{texts.tooOften}</p> : null}
      {findings === null ? null : <Found findings={findings} />}
      {clients.map((client) => (
        <ClientSteps key={client.provider} client={client} />
      ))}
    </article>
  );
}

const statuses = { ok: "sent", look: "uncertain", wrong: "failed" } as const;

function Found({ findings }: { findings: NonNullable<SetupProps["findings"]> }) {
  const texts = useTexts(setupTexts);
  return (
    <section id="found" tabIndex={-1} aria-labelledby="found-title">
      <h2 id="found-title">{texts.found}</h2>
      {findings.length === 0 ? <p>{texts.nothingSet}</p> : null}
      <ul className="setup-found">
        {findings.map(({ state, text }) => (
          <li key={text}>
            <Badge status={statuses[state]}>{texts.states[state]}</Badge>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ClientSteps({ client }: { client: Client }) {
  const texts = useTexts(setupTexts);
  const { provider, variables, redirectUri, scopes, tenant } = client;
  const { steps, notes } = texts[provider];
  const id = `address-${provider}`;
  return (
    <section>
      <h2>{texts.names[provider]}</h2>
      <h3>{texts.settings}</h3>
      <ul>
        {variables.map(({ name, isSet }) => (
          <li key={name}>
            <code>{name}</code>: {texts.isSet(isSet)}
          </li>
        ))}
        {tenant === null ? null : <li>{texts.tenant(tenant)}</li>}
      </ul>
      <h3>{texts.address}</h3>
      <p className="setup-address">
        <code id={id}>{redirectUri}</code>
        <button
          type="button"
          className="button"
          data-copy={redirectUri}
          data-copied={texts.copied}
          data-not-copied={texts.notCopied}
          aria-describedby={id}
          hidden
        >
          {texts.copy}
        </button>
      </p>
      <h3>{texts.steps}</h3>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <h3>{texts.permissions}</h3>
      <dl className="setup-scopes">
        {scopes.map(({ scope, use }) => (
          <div key={scope}>
            <dt>
              <code>{scope}</code>
            </dt>
            <dd>{texts.uses[use]}</dd>
          </div>
        ))}
      </dl>
      <h3>{texts.goodToKnow}</h3>
      <ul>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </section>
  );
}

/** What anybody else sees there. */
export function ForAdministrators() {
  const { forAdministrators: texts } = useTexts(setupTexts);
  return (
    <article className="prose">
      <h1>{texts.title}</h1>
      <p>{texts.text}</p>
      <p>
        <a href="/app">{texts.back}</a>
      </p>
    </article>
  );
}
