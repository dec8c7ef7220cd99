import { landingTexts } from "../../contract/texts/pages/landing.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";

/** The workspace for whoever is signed in; for everybody else an account, or their own. */
export function EntryLinks({ signedIn }: { signedIn: boolean }) {
  const texts = useTexts(landingTexts);
  if (signedIn)
    return (
      <a className="button" data-variant="primary" data-size="large" href="/app">
        {texts.openWorkspace}
      </a>
    );
  return (
    <>
      <a className="button" data-variant="primary" data-size="large" href="/signup">
        {texts.createAccount}
      </a>
      <a className="button" data-size="large" href="/login">
        {texts.login}
      </a>
    </>
  );
}
