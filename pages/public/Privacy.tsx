import type { PageProps } from "../shell/view.ts";

/** What is kept, why, and how to have it removed. */
export function Privacy({ facts }: PageProps) {
  return (
    <article className="prose">
      <h1>Privacy policy</h1>
      <h2>What we keep</h2>
      <ul>
        <li>Your name, your email address and a one-way hash of your password.</li>
        <li>The leads, templates and campaigns that you put here, and the outcome of each message.</li>
        <li>
          Passwords and permissions of your sending accounts, encrypted. They are never shown again, not even
          to you.
        </li>
        <li>
          An address that opted out, as a keyed hash, so that it stays opted out after the lead is deleted.
        </li>
      </ul>
      <h2>What we do with it</h2>
      <p>
        We use it to send the messages that you ask for and to show you what became of them. We do not sell it
        or share it with advertisers. A Google account that you connect is used for sending only.
      </p>
      <h2>Cookies</h2>
      <p>One cookie keeps you signed in; one remembers your theme if you choose it. There are no others.</p>
      <h2>Having it removed</h2>
      <p>
        You can delete leads, templates and sending accounts yourself at any time. To have the whole account
        removed, write to <a href={`mailto:${facts.supportAddress}`}>{facts.supportAddress}</a>.
      </p>
    </article>
  );
}
