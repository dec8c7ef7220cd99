import type { ReactNode } from "react";
import { Footer } from "./Footer.tsx";
import { Header } from "./Header.tsx";
import type { SiteFacts } from "./siteFacts.ts";
import type { View } from "./view.ts";

/** The body of every page: a way past the header, the header, the page itself, the footer. */
export function Layout({ view, facts, children }: { view: View; facts: SiteFacts; children: ReactNode }) {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Header view={view} />
      <main id="main" tabIndex={-1} className={view.path === "/app" ? "workspace-page" : undefined}>
        {children}
      </main>
      <Footer view={view} supportAddress={facts.supportAddress} />
    </>
  );
}
