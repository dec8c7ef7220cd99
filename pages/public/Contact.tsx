import type { PageProps } from "../shell/view.ts";

const reasons = [
  {
    subject: "Question about a plan",
    title: "A plan or a price",
    text: "Which plan you have, which one you want, and the address you sign in with.",
  },
  {
    subject: "Something does not work",
    title: "Something does not work",
    text: "What you did, what you expected, and what happened instead. If a message was on the screen, its words.",
  },
  {
    subject: "Mail I did not ask for",
    title: "Mail you did not ask for",
    text: "Its unsubscribe link works at once and for good. If it does not, forward the mail to us with all its headers.",
  },
  {
    subject: "Security",
    title: "A hole in our fence",
    text: "How to see it for ourselves, as short as it goes. Please give us time to mend it before you tell others.",
  },
] as const;

/** How to reach the people who run this installation: by mail, to one address. */
export function Contact({ facts }: PageProps) {
  const { supportAddress } = facts;
  return (
    <div className="band contact">
      <h1>Write to us.</h1>
      <p className="contact-address">
        <a href={`mailto:${supportAddress}`}>{supportAddress}</a>
      </p>
      <p className="lead-in">
        One address for everything, read by the people who run this installation. Never send a password:
        nobody here needs it.
      </p>
      <ul className="reasons">
        {reasons.map(({ subject, title, text }) => (
          <li key={subject}>
            <h2>
              <a href={`mailto:${supportAddress}?subject=${encodeURIComponent(subject)}`}>{title}</a>
            </h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
