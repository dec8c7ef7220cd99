/** The front page. The figures are the installation's claims; their default is the specification's text. */
export function Landing() {
  return (
    <>
      <section className="hero">
        <h1>Easy email campaigns, honestly counted.</h1>
        <p className="lead-in">
          Keep your leads, design a template, send through your own mailbox, and see what happened to every
          single message.
        </p>
        <div className="choices">
          <a className="button" data-variant="primary" data-size="large" href="/signup">
            Create account
          </a>
          <a className="button" data-size="large" href="/login">
            Sign in
          </a>
        </div>
        <dl className="figures">
          <Figure value="10K+" label="users" />
          <Figure value="500K+" label="emails" />
          <Figure value="99%" label="delivery" />
        </dl>
      </section>
      <section className="band">
        <h2>One tool for the whole job</h2>
        <div className="columns">
          <Feature title="Leads in collections">
            Import a spreadsheet, see which rows were kept and why the others were not, and group people as
            you like.
          </Feature>
          <Feature title="Templates">
            Design by drag and drop, start from a public template, address people by name.
          </Feature>
          <Feature title="Your own accounts">
            Send through Google, Outlook or any mail server that you trust, within the limits it sets.
          </Feature>
          <Feature title="An honest ledger">
            Sent, failed, waiting, skipped or uncertain: each message has one outcome and a reason, live while
            it happens.
          </Feature>
        </div>
      </section>
      <section className="band">
        <h2>Questions first?</h2>
        <p>
          <a href="/contact">Write to us</a>, or look at <a href="/pricing">what it costs</a>.
        </p>
      </section>
    </>
  );
}

function Figure({ value, label }: { value: string; label: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Feature({ title, children }: { title: string; children: string }) {
  return (
    <article className="card">
      <h3>{title}</h3>
      <p>{children}</p>
    </article>
  );
}
