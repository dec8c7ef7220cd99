import type { ReactNode } from "react";
import { Picture } from "../Picture.tsx";

/** What one gets, a card each, with the piece of the product that does it. */
export function Features() {
  return (
    <section className="band features" aria-label="What Amplify does">
      <Feature title="Leads in collections" wide>
        <p>
          Import CSV, XLS or XLSX. Amplify guesses the columns, keeps every good row and tells you, line by
          line, why it left out the others. They come back to you as a file to put right.
        </p>
        <Picture
          name="import"
          alt="After an import: how many leads were added, and each rejected row with its reason."
          size={{ width: 606, height: 320 }}
        />
      </Feature>
      <Feature title="Templates that know a name">
        <p>
          Begin with a public template or your own, see it as your lead will see it, and write for people who
          left their name out too.
        </p>
        <MergeExample />
      </Feature>
      <Feature title="Your own accounts">
        <p>
          Send through Google, Outlook or any SMTP server. Google is asked for leave to send and for nothing
          else. Each account keeps to its provider’s daily limit by itself.
        </p>
        <Picture
          name="account"
          alt="A sending account: ready to send, with today’s budget as a bar."
          size={{ width: 400, height: 264 }}
        />
      </Feature>
      <Feature title="A ledger, not a green tick" wide>
        <p>
          Sent, waiting, failed, skipped or uncertain: each message has one outcome, with the reason in words,
          live while it happens and kept for later.
        </p>
        <Picture
          name="ledger"
          alt="The recipients of a campaign, each with its outcome and the mail server’s reason."
          size={{ width: 608, height: 318 }}
        />
      </Feature>
      <Feature title="A terminal and an API" wide>
        <p>
          All of it also works by command, with the same rules: plan, confirm, send, watch. Premium and
          Enterprise come with the API behind it.
        </p>
        <TerminalExample />
      </Feature>
      <Feature title="Opting out is for good">
        <p>
          Every campaign mail can be unsubscribed from with one click. Whoever does that stays out, even when
          you delete the lead and import it again next spring.
        </p>
        <p>
          Opens and clicks are counted if you want that, and only those of people: what Apple’s privacy proxy
          and mail scanners fetch by themselves is left out.
        </p>
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
  return (
    <dl className="merge">
      <div>
        <dt>You write</dt>
        <dd>
          <code>
            Dear {"{{"}
            <b>firstName|friend</b>
            {"}}"},
          </code>
        </dd>
      </div>
      <div>
        <dt>Mara reads</dt>
        <dd>Dear Mara,</dd>
      </div>
      <div>
        <dt>Somebody without a name reads</dt>
        <dd>Dear friend,</dd>
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
