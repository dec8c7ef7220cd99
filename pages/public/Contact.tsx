import type { PageProps } from "../shell/view.ts";

/** How to reach the people who run this installation. */
export function Contact({ facts }: PageProps) {
  return (
    <article className="prose">
      <h1>Contact</h1>
      <p>
        Write to <a href={`mailto:${facts.supportAddress}`}>{facts.supportAddress}</a>. A person reads every
        message.
      </p>
      <p>
        It helps to say what you did, what you expected and what happened instead. Never send a password:
        nobody here needs it.
      </p>
    </article>
  );
}
