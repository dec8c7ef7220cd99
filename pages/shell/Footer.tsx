import { Mark } from "../../islands/_parts/Mark.tsx";
import type { View } from "./view.ts";

type Links = readonly (readonly [href: string, label: string])[];

const product: Links = [
  ["/", "Overview"],
  ["/pricing", "Pricing"],
];
const people: Links = [
  ["/contact", "Contact"],
  ["/privacy", "Privacy"],
  ["/terms", "Terms"],
];

/** The footer of every page; it links only to pages that exist, and to those that let this visitor in. */
export function Footer({ view, supportAddress }: { view: View; supportAddress: string }) {
  const account: Links =
    view.viewer === undefined
      ? [
          ["/signup", "Sign up"],
          ["/login", "Login"],
        ]
      : [["/app", "App"]];
  return (
    <footer className="footer">
      <div className="footer-inner">
        <div className="footer-about">
          <p className="footer-brand">
            <Mark />
            Amplify
          </p>
          <p>Email campaigns, honestly counted.</p>
          <p>
            <a href={`mailto:${supportAddress}`}>{supportAddress}</a>
          </p>
        </div>
        <nav className="footer-links" aria-label="About this site">
          <Column title="Product" links={product} />
          {view.path === "/app" ? null : <Column title="Account" links={account} />}
          <Column title="People and rules" links={people} />
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
