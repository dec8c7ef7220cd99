import type { PageProps } from "../shell/view.ts";

/** The terms of service, in short sentences that can be kept. */
export function Terms({ facts }: PageProps) {
  return (
    <article className="prose terms">
      <h1>Terms of service</h1>
      <p className="lead-in">
        They are short because the idea is: write to people who want to hear from you, through accounts that
        are yours.
      </p>
      <h2>Who may use Amplify</h2>
      <p>
        You must be at least 13 years old. If you use Amplify for a business, you must be allowed to agree to
        these terms for it. Keep your password to yourself; what is done with your account counts as done by
        you.
      </p>
      <h2>What you send</h2>
      <p>
        You are responsible for what you send and for having the right to write to the people on your list.
        Bought lists are not a right. Every campaign mail carries a way to unsubscribe, and whoever uses it
        receives nothing further from you; do not work around that. Say truthfully who you are and what the
        mail is about, and keep to the law of the places you write to.
      </p>
      <h2>Your sending accounts</h2>
      <p>
        Mails go out through accounts that you connect. Their providers have rules and limits of their own,
        which you agreed to with them. Amplify keeps to the limits it knows, and pauses an account rather than
        run into them.
      </p>
      <h2>What we promise about sending</h2>
      <p>
        “Sent” means that a mail server has taken the message, and no more: whether it lands in an inbox is
        decided by others. When the answer of a server is lost we say “uncertain”, do not send again by
        ourselves, and leave the choice to you.
      </p>
      <h2>Plans and money</h2>
      <p>
        What a plan holds and costs stands on the <a href="/pricing">pricing page</a>. Upgrades take effect
        immediately, downgrades at the next billing cycle. Leads above the limit of a smaller plan are kept
        and rest until there is room; none is deleted for you.
      </p>
      <h2>What is yours</h2>
      <p>
        Your leads, templates and mails stay yours. You let us store and send them, because that is the
        service, and for nothing else. What we keep and how stands in the{" "}
        <a href="/privacy">privacy policy</a>.
      </p>
      <h2>When it ends</h2>
      <p>
        You can stop at any time. We may pause or close an account that harms others, for instance by sending
        mail that nobody asked for, and tell you why. Where that is safe we ask first.
      </p>
      <h2>Liability</h2>
      <p>
        We work with care, yet no service is without faults. As far as the law allows, we are not liable for
        profit you did not make or for indirect damage. Nothing here takes away rights that the law gives you
        and that cannot be given up.
      </p>
      <h2>Changes</h2>
      <p>
        We announce changes of these terms 30 days before they take effect, by mail. If you go on using
        Amplify after that, the new terms hold; if you do not want them, you can leave before.
      </p>
      <h2>Questions</h2>
      <p>
        Write to <a href={`mailto:${facts.supportAddress}`}>{facts.supportAddress}</a>.
      </p>
    </article>
  );
}
