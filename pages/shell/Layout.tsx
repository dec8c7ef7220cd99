import type { ReactNode } from "react";
import { siteTexts } from "../../contract/texts/pages/shell.ts";
import { TextsContext, useTexts } from "../../islands/_data/useTexts.ts";
import { Footer } from "./Footer.tsx";
import { Header } from "./Header.tsx";
import { textsFor } from "./language.ts";
import type { SiteFacts } from "./siteFacts.ts";
import type { View } from "./view.ts";

/** The body of every page, in the language of whoever looks at it. */
export function Layout(props: { view: View; facts: SiteFacts; children: ReactNode }) {
  return (
    <TextsContext value={textsFor(props.view)}>
      <Body {...props} />
    </TextsContext>
  );
}

/** A way past the header, the header, the page itself, the footer. */
function Body({ view, facts, children }: { view: View; facts: SiteFacts; children: ReactNode }) {
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
