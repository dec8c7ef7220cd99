import type { ReactNode } from "react";
import { siteTexts } from "../../contract/texts/pages/shell.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
import { headerParts } from "../../islands/Workspace/shell/headerParts.ts";
import { BesideWork, isBesideWork, isFramed } from "./BesideWork.tsx";
import { Footer } from "./Footer.tsx";
import { Header } from "./Header.tsx";
import type { SiteFacts } from "./siteFacts.ts";
import type { View } from "./view.ts";
import { WorkspaceHeader } from "./WorkspaceHeader.tsx";

/**
 * The body of every page: a way past the header, the header, the page itself, the footer. The workspace is a place of
 * work with a header of its own: what the footer links to stands in the person's menu there. Pages that open out of it
 * keep its tabs and have no footer either.
 */
export function Layout({ view, facts, children }: { view: View; facts: SiteFacts; children: ReactNode }) {
  const texts = useTexts(siteTexts);
  const { viewer } = view;
  const atWork = view.path === "/app" ? viewer : undefined;
  const beside = isBesideWork(view) ? viewer : undefined;
  const framed = isFramed(view);
  return (
    <>
      <a className="skip" id={headerParts.skip} href="#main">
        {texts.skip}
      </a>
      {atWork === undefined ? <Header view={view} isFramed={framed} /> : <WorkspaceHeader viewer={atWork} />}
      <main id="main" tabIndex={-1} className={framed ? "workspace-page" : undefined}>
        {beside === undefined ? (
          children
        ) : (
          <BesideWork path={view.path} viewer={beside} hasPlans={facts.hasPlans}>
            {children}
          </BesideWork>
        )}
      </main>
      {framed ? null : <Footer view={view} supportAddress={facts.supportAddress} />}
    </>
  );
}
