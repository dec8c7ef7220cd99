import { mailboxLimits } from "../../contract/limits/sandbox.ts";
import { gib } from "../../contract/limits/units.ts";
import { sandboxTexts } from "../../contract/texts/pages/sandbox.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
import { Mark } from "../../islands/_parts/Mark.tsx";
import { Moment } from "./Moment.tsx";

type MailboxProps = {
  mails: readonly { _id: string; to: string; from: string; subject: string; receivedAt: number }[];
  total: number;
  /** The id to go on from, or null on the last page. */
  next: string | null;
  /** False further down the list. */
  isNewest: boolean;
  /** Addresses that behave in a way of their own, and how. */
  behaviours: readonly { begins: string; becomes: string }[];
};

/** The sandbox mailbox: what sandbox accounts have sent, newest first. */
export function Mailbox({ mails, total, next, isNewest, behaviours }: MailboxProps) {
  const texts = useTexts(sandboxTexts);
  return (
    <section className="mailbox">
      <header className="mailbox-head">
        <div>
          <h1>{texts.title}</h1>
          {total === 0 ? null : (
            <p className="mailbox-count">
              {texts.count({
                count: total,
                keptMax: mailboxLimits.keepPerUser,
                gigabytes: mailboxLimits.keepBytes / gib,
              })}
            </p>
          )}
        </div>
        {total > 0 ? <EmptyButton /> : null}
      </header>
      {mails.length === 0 ? <Nothing isNewest={isNewest} /> : <Mails mails={mails} />}
      {isNewest && next === null ? null : (
        <nav className="mailbox-pages" aria-label={texts.pages}>
          {isNewest ? <span /> : <a href="/sandbox">{texts.newest}</a>}
          {next === null ? <span /> : <a href={`/sandbox?before=${next}`}>{texts.older}</a>}
        </nav>
      )}
      <Behaviours behaviours={behaviours} />
    </section>
  );
}

function EmptyButton() {
  const texts = useTexts(sandboxTexts);
  return (
    <form method="post" action="/sandbox/empty">
      <button type="submit" className="button" data-variant="danger">
        {texts.empty}
      </button>
    </form>
  );
}

function Nothing({ isNewest }: { isNewest: boolean }) {
  const texts = useTexts(sandboxTexts);
  return (
    <div className="card empty">
      <Mark />
      <h2>{isNewest ? texts.noMail : texts.noOlder}</h2>
      <p>{texts.howTo}</p>
      <a className="button" data-variant="primary" href="/app">
        {texts.toWorkspace}
      </a>
    </div>
  );
}

function Mails({ mails }: Pick<MailboxProps, "mails">) {
  const texts = useTexts(sandboxTexts);
  return (
    // A wide table scrolls inside its frame; the frame takes the focus so that keys can scroll it too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
    <section className="table-frame" aria-label={texts.mails} tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{texts.subject}</th>
            <th scope="col">{texts.to}</th>
            <th scope="col">{texts.from}</th>
            <th scope="col">{texts.received}</th>
          </tr>
        </thead>
        <tbody>
          {mails.map(({ _id, subject, to, from, receivedAt }) => (
            <tr key={_id}>
              <th scope="row" className="mailbox-subject">
                <a href={`/sandbox/${_id}`}>{subject === "" ? texts.noSubject : subject}</a>
              </th>
              <td>{to}</td>
              <td>{from}</td>
              <td>
                <Moment at={receivedAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Behaviours({ behaviours }: Pick<MailboxProps, "behaviours">) {
  const texts = useTexts(sandboxTexts);
  return (
    <aside className="mailbox-behaviours">
      <h2>{texts.failures.title}</h2>
      <p>{texts.failures.text}</p>
      <dl>
        {behaviours.map(({ begins, becomes }) => (
          <div key={begins}>
            <dt>
              <code>{begins}…@example.com</code>
            </dt>
            <dd>{texts.failures.becomes(becomes)}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}
