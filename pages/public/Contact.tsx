import { contactTexts } from "../../contract/texts/pages/contact.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
import type { PageProps } from "../shell/view.ts";

/** How to reach the people who run this installation: by mail, to one address. */
export function Contact({ facts }: PageProps) {
  const texts = useTexts(contactTexts);
  const { supportAddress } = facts;
  return (
    <div className="band contact">
      <h1>{texts.title}</h1>
      <p className="contact-address">
        <a href={`mailto:${supportAddress}`}>{supportAddress}</a>
      </p>
      <p className="lead-in">{texts.text}</p>
      <ul className="reasons">
        {texts.reasons.map(({ subject, title, text }) => (
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
