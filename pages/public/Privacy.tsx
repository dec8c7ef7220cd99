import { sessionLimits } from "../../contract/limits/identity.ts";
import { KeptTable } from "../privacy/KeptTable.tsx";
import { keptInBrowser } from "../privacy/keptInBrowser.ts";
import { keptOnServer } from "../privacy/keptOnServer.ts";
import type { PageProps } from "../shell/view.ts";

/** What is kept, why, and how to have it removed. It describes this program; whoever changes that changes this. */
export function Privacy({ facts }: PageProps) {
  return (
    <article className="prose">
      <h1>Privacy policy</h1>
      <p className="lead-in">
        We keep what the work needs, seal what is secret, and sell nothing. There is no analytics here, no
        advertising, and no file from anybody else’s server.
      </p>
      <h2>What is kept, how, and for how long</h2>
      <KeptTable head={["What", "How", "How long"]} rows={keptOnServer} />
      <h2>What we do with it</h2>
      <p>
        We use it to send the messages that you ask for and to show you what became of them. Messages go out
        through the sending account you chose, so its provider (Google, Microsoft or the server you named)
        sees them as it sees any mail of yours. Nobody else gets your data from us.
      </p>
      <h2>Google accounts</h2>
      <p>
        If you sign in with Google, we learn your name, your address and that Google has verified it. If you
        connect a Google account for sending, we ask for permission to send mail (gmail.send) and for nothing
        else: Amplify cannot read your mailbox. What we get from Google is used for this and passed to nobody,
        in keeping with the Limited Use requirements of the Google API Services User Data Policy. You can take
        the permission back in your Google account at any time.
      </p>
      <h2>Your leads</h2>
      <p>
        The people on your lists are yours to answer for; we handle their data on your behalf and only as you
        tell us. Every campaign mail carries a link with which they can opt out without an account and without
        giving a reason. The page behind it shows only a masked part of their address. Where a sender counts
        opens and clicks, a mail also carries an invisible picture, and its links lead through this
        installation to where they say; no network address and no kind of browser is kept of that.
      </p>
      <h2>Cookies and browser storage</h2>
      <p>
        One cookie keeps you signed in, for at most {days(sessionLimits.absoluteMs)} days or until{" "}
        {days(sessionLimits.idleMs)} days without a visit. Another remembers light or dark, if you choose. A
        third, for the minutes that it takes, ties a visit to Google to the browser that began it. Beside them
        stands what your browser’s storage keeps; it stays on your device. None of it is for following you
        around, and there are no others.
      </p>
      <KeptTable head={["Under", "What", "How long"]} rows={keptInBrowser} />
      <h2>Who can see it</h2>
      <p>
        The people who run this installation can see its database. Passwords, session tokens and the secrets
        of sending accounts are not readable in it: the first two are hashes, the last are sealed with a key
        that is kept elsewhere. Logs name what went wrong, not whose address it was.
      </p>
      <h2>Taking it with you, having it removed</h2>
      <p>
        You can delete leads, templates and sending accounts yourself at any time. Under Account, next to
        Logout in the workspace, you can download everything that is kept of you as one archive, and delete
        the account with all that belongs to it. If you cannot sign in any more, write to{" "}
        <a href={`mailto:${facts.supportAddress}`}>{facts.supportAddress}</a>.
      </p>
      <h2>Age and changes</h2>
      <p>
        Amplify is not for people under 13. We announce changes of this policy 30 days before they take
        effect, by mail to the address you sign in with.
      </p>
    </article>
  );
}

function days(timeMs: number): number {
  return timeMs / (24 * 60 * 60 * 1000);
}
