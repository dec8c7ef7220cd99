import { siteTexts } from "../../contract/texts/pages/shell.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
import { Mark } from "../../islands/_parts/Mark.tsx";
import type { View } from "./view.ts";

type Links = readonly (readonly [href: string, label: string])[];

/** The footer of every page; it links only to pages that exist, and to those that let this visitor in. */
export function Footer({ view, supportAddress }: { view: View; supportAddress: string }) {
  const texts = useTexts(siteTexts);
  const product: Links = [
    ["/", texts.footer.overview],
    ["/pricing", texts.pricing],
    ["/api", texts.footer.reference],
  ];
  const people: Links = [
    ["/contact", texts.footer.contact],
    ["/privacy", texts.footer.privacy],
    ["/terms", texts.footer.terms],
  ];
  const account: Links =
    view.viewer === undefined
      ? [
          ["/signup", texts.signUp],
          ["/login", texts.login],
        ]
      : [["/app", texts.app]];
  return (
    <footer className="footer">
      <div className="footer-inner">
        <div className="footer-about">
          <p className="footer-brand">
            <Mark />
            Amplify
          </p>
          <p>{texts.footer.motto}</p>
          <p>
            <a href={`mailto:${supportAddress}`}>{supportAddress}</a>
          </p>
        </div>
        <nav className="footer-links" aria-label={texts.footer.about}>
          <Column title={texts.footer.product} links={product} />
          <Column title={texts.footer.account} links={account} />
          <Column title={texts.footer.people} links={people} />
        </nav>
      </div>
    </footer>
  );
}

function Column({ title, links }: { title: string; links: Links }) {
  return (
    <div>
      <h2>{title}</h2>
      <ul className="plain-list">
        {links.map(([href, label]) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
