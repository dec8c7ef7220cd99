import { landingTexts } from "../../contract/texts/pages/landing.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
/** The last thing on the front page: the ways in, and the way to a person. */
export function Closing({ signedIn }: { signedIn: boolean }) {
  const texts = useTexts(landingTexts);
  return (
    <section className="closing">
      <div className="closing-inner">
        <h2>{texts.closing.title}</h2>
        <p>{texts.closing.text}</p>
        <div className="choices">
          {signedIn ? (
            <a className="button" data-variant="primary" data-size="large" href="/app">
              {texts.openWorkspace}
            </a>
          ) : (
            <>
              <a className="button" data-variant="primary" data-size="large" href="/signup">
                {texts.createAccount}
              </a>
              <a className="button" data-size="large" href="/login">
                {texts.login}
              </a>
            </>
          )}
          <a className="button" data-size="large" href="/contact">
            {texts.closing.contact}
          </a>
        </div>
      </div>
    </section>
  );
}
