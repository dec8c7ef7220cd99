import { Mark } from "../../islands/_parts/Mark.tsx";
import { Moment } from "./Moment.tsx";

export type MailboxProps = {
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
  return (
    <section className="mailbox">
      <header className="mailbox-head">
        <div>
          <h1>Sandbox mailbox</h1>
          <p className="mailbox-count">
            {total === 1 ? "1 mail" : `${total.toLocaleString("en-US")} mails`}, none of which left this
            server.
          </p>
        </div>
        {total > 0 ? <EmptyButton /> : null}
      </header>
      {mails.length === 0 ? <Nothing isNewest={isNewest} /> : <Mails mails={mails} />}
      {isNewest && next === null ? null : (
        <nav className="mailbox-pages" aria-label="Pages of the mailbox">
          {isNewest ? <span /> : <a href="/sandbox">Newest</a>}
          {next === null ? <span /> : <a href={`/sandbox?before=${next}`}>Older</a>}
        </nav>
      )}
      <Behaviours behaviours={behaviours} />
    </section>
  );
}

function EmptyButton() {
  return (
    <form method="post" action="/sandbox/empty">
      <button type="submit" className="button" data-variant="danger">
        Empty mailbox
      </button>
    </form>
  );
}

function Nothing({ isNewest }: { isNewest: boolean }) {
  return (
    <div className="card empty">
      <Mark />
      <h2>{isNewest ? "No mail yet" : "No older mail"}</h2>
      <p>
        Add a sandbox account under Accounts and send to your leads: every mail lands here instead of in
        anybody&rsquo;s inbox.
      </p>
      <a className="button" data-variant="primary" href="/app">
        Go to the workspace
      </a>
    </div>
  );
}

function Mails({ mails }: Pick<MailboxProps, "mails">) {
  return (
    // A wide table scrolls inside its frame; the frame takes the focus so that keys can scroll it too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
    <section className="table-frame" aria-label="Mails" tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Subject</th>
            <th scope="col">To</th>
            <th scope="col">From</th>
            <th scope="col">Received</th>
          </tr>
        </thead>
        <tbody>
          {mails.map(({ _id, subject, to, from, receivedAt }) => (
            <tr key={_id}>
              <th scope="row" className="mailbox-subject">
                <a href={`/sandbox/${_id}`}>{subject === "" ? "(no subject)" : subject}</a>
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
  return (
    <aside className="mailbox-behaviours">
      <h2>See what failure looks like</h2>
      <p>Some addresses do not simply arrive. Give a lead one of these and send to it:</p>
      <dl>
        {behaviours.map(({ begins, becomes }) => (
          <div key={begins}>
            <dt>
              <code>{begins}…@example.com</code>
            </dt>
            <dd>The mail is {becomes}.</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}
