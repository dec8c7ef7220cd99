import type { ReactNode } from "react";
import { siteTexts } from "../../contract/texts/pages/shell.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
import { headerParts } from "../../islands/Workspace/shell/headerParts.ts";
import { Footer } from "./Footer.tsx";
import { Header } from "./Header.tsx";
import type { SiteFacts } from "./siteFacts.ts";
import type { View } from "./view.ts";
import { WorkspaceHeader } from "./WorkspaceHeader.tsx";

/**
 * The body of every page: a way past the header, the header, the page itself, the footer. The workspace is a place of
 * work with a header of its own: what the footer links to stands in the person's menu there.
 */
export function Layout({ view, facts, children }: { view: View; facts: SiteFacts; children: ReactNode }) {
  const texts = useTexts(siteTexts);
  const atWork = view.path === "/app" ? view.viewer : undefined;
  return (
    <>
      <a className="skip" id={headerParts.skip} href="#main">
        {texts.skip}
      </a>
      {atWork === undefined ? <Header view={view} /> : <WorkspaceHeader viewer={atWork} />}
      <main id="main" tabIndex={-1} className={atWork === undefined ? undefined : "workspace-page"}>
        {children}
      </main>
      {atWork === undefined ? <Footer view={view} supportAddress={facts.supportAddress} /> : null}
    </>
  );
}
