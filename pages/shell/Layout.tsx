import type { ReactNode } from "react";
import { siteTexts } from "../../contract/texts/pages/shell.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
import { Footer } from "./Footer.tsx";
import { Header } from "./Header.tsx";
import type { SiteFacts } from "./siteFacts.ts";
import type { View } from "./view.ts";

/** The body of every page: a way past the header, the header, the page itself, the footer. */
export function Layout({ view, facts, children }: { view: View; facts: SiteFacts; children: ReactNode }) {
  const texts = useTexts(siteTexts);
  return (
    <>
      <a className="skip" href="#main">
        {texts.skip}
      </a>
      <Header view={view} />
      <main id="main" tabIndex={-1} className={view.path === "/app" ? "workspace-page" : undefined}>
        {children}
      </main>
      <Footer view={view} supportAddress={facts.supportAddress} />
    </>
  );
}
