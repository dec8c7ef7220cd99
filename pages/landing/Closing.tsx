import { landingTexts } from "../../contract/texts/pages/landing.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
import { EntryLinks } from "./EntryLinks.tsx";

/** The last thing on the front page: the ways in, and the way to a person. */
export function Closing({ signedIn }: { signedIn: boolean }) {
  const texts = useTexts(landingTexts);
  return (
    <section className="closing">
      <div className="closing-inner">
        <h2>{texts.closing.title}</h2>
        <p>{texts.closing.text}</p>
        <div className="choices">
          <EntryLinks signedIn={signedIn} />
          <a className="button" data-size="large" href="/contact">
            {texts.closing.contact}
          </a>
        </div>
      </div>
    </section>
  );
}
