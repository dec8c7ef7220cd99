import { siteTexts } from "../../contract/texts/pages/shell.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
import { Mark } from "../../islands/_parts/Mark.tsx";
import { ThemeToggle } from "./ThemeToggle.tsx";
import type { View } from "./view.ts";

/**
 * The header of every page but the workspace: who one is decides what stands at its end. `isFramed`: beside the work
 * the mark leads back to that.
 */
export function Header({ view, isFramed = false }: { view: View; isFramed?: boolean }) {
  const texts = useTexts(siteTexts);
  return (
    <header className="header">
      <a className="brand" href={isFramed ? "/app" : "/"}>
        <Mark />
        Amplify
      </a>
      <nav className="header-links" aria-label={texts.main}>
        <HeaderLinks view={view} />
        <ThemeToggle path={view.path} />
      </nav>
    </header>
  );
}

function HeaderLinks({ view }: { view: View }) {
  const texts = useTexts(siteTexts);
  if (view.viewer !== undefined) return <AppLink />;
  return (
    <>
      <a className="button header-optional" data-variant="quiet" href="/pricing">
        {texts.pricing}
      </a>
      <a className="button" data-variant="quiet" href="/login">
        {texts.login}
      </a>
      <a className="button" href="/signup">
        {texts.signUp}
      </a>
    </>
  );
}

function AppLink() {
  const texts = useTexts(siteTexts);
  return (
    <a className="button" href="/app">
      {texts.app}
    </a>
  );
}
