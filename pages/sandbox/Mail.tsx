import { sandboxTexts } from "../../contract/texts/pages/sandbox.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
import { Moment } from "./Moment.tsx";

type MailProps = {
  mail: { _id: string; to: string; from: string; subject: string; receivedAt: number };
  headers: readonly { name: string; value: string }[];
  hasHtml: boolean;
  /** The mail itself may not open anything, so its links stand beside it. */
  links: readonly { label: string; url: string }[];
  text: string | null;
  attachments: readonly { name: string; bytes: number }[];
  unsubscribeUrl: string | null;
  /** The mail as it went over the wire, or its beginning. */
  source: string;
  isSourceCut: boolean;
};

/** One sandbox mail as its recipient would see it, and what is behind it. */
export function Mail(props: MailProps) {
  const texts = useTexts(sandboxTexts);
  const { mail, hasHtml, text, unsubscribeUrl } = props;
  return (
    <article className="mailbox">
      <p className="mailbox-back">
        <a href="/sandbox">{texts.title}</a>
      </p>
      <header className="mailbox-head">
        <h1>{mail.subject === "" ? texts.noSubject : mail.subject}</h1>
        <div className="actions">
          {unsubscribeUrl === null ? null : (
            <a className="button" href={unsubscribeUrl}>
              {texts.mail.unsubscribe}
            </a>
          )}
          <a className="button" href={`/amplify/sandbox/mails/${mail._id}`} download>
            {texts.mail.download}
          </a>
        </div>
      </header>
      <Headers {...props} />
      {hasHtml ? (
        // Nothing is allowed to it: no script, no form, no window, no origin. Its own policy says the same again.
        <iframe
          className="mail-frame"
          title={texts.mail.frame}
          sandbox=""
          src={`/sandbox/${mail._id}/html`}
        />
      ) : null}
      <Links links={props.links} />
      {text === null ? null : (
        <details className="mail-part" open={!hasHtml}>
          <summary>{texts.mail.plainText}</summary>
          <pre>{text}</pre>
        </details>
      )}
      <Attachments attachments={props.attachments} />
      <details className="mail-part">
        <summary>{texts.mail.source}</summary>
        <pre>{props.source}</pre>
        {props.isSourceCut ? <p>{texts.mail.beginning}</p> : null}
      </details>
    </article>
  );
}

function Headers({ mail, headers }: MailProps) {
  const texts = useTexts(sandboxTexts);
  return (
    <dl className="mail-headers">
      <div>
        <dt>{texts.from}</dt>
        <dd>{mail.from}</dd>
      </div>
      <div>
        <dt>{texts.to}</dt>
        <dd>{mail.to}</dd>
      </div>
      <div>
        <dt>{texts.received}</dt>
        <dd>
          <Moment at={mail.receivedAt} />
        </dd>
      </div>
      {headers.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Links({ links }: Pick<MailProps, "links">) {
  const texts = useTexts(sandboxTexts);
  if (links.length === 0) return null;
  return (
    <details className="mail-part" open>
      <summary>{texts.mail.links(links.length)}</summary>
      <ul className="mail-links">
        {links.map(({ label, url }) => (
          <li key={url}>
            <a href={url} target="_blank" rel="noopener noreferrer">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Attachments({ attachments }: Pick<MailProps, "attachments">) {
  const texts = useTexts(sandboxTexts);
  if (attachments.length === 0) return null;
  return (
    <ul className="mail-attachments" aria-label={texts.mail.attachments}>
      {attachments.map(({ name, bytes }) => (
        <li key={name}>{texts.mail.attachment({ name, kilobytes: Math.ceil(bytes / 1024) })}</li>
      ))}
    </ul>
  );
}
