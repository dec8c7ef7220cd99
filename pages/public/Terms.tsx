import type { PageProps } from "../shell/view.ts";

/** The terms of service, in short. */
export function Terms({ facts }: PageProps) {
  return (
    <article className="prose">
      <h1>Terms of service</h1>
      <h2>Who may use Amplify</h2>
      <p>You must be at least 13 years old.</p>
      <h2>What you send</h2>
      <p>
        You are responsible for what you send and for having the right to write to the people on your list.
        Every marketing message carries a way to unsubscribe, and whoever uses it receives nothing further
        from you.
      </p>
      <h2>Plans</h2>
      <p>Upgrades take effect immediately; downgrades at the next billing cycle.</p>
      <h2>Changes</h2>
      <p>We announce changes of these terms 30 days before they take effect.</p>
      <h2>Questions</h2>
      <p>
        Write to <a href={`mailto:${facts.supportAddress}`}>{facts.supportAddress}</a>.
      </p>
    </article>
  );
}
