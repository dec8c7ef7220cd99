const links = [
  ["/pricing", "Pricing"],
  ["/contact", "Contact"],
  ["/privacy", "Privacy"],
  ["/terms", "Terms"],
] as const;

/** The footer of every page; it links only to pages that exist. */
export function Footer() {
  return (
    <footer className="footer">
      <p>Amplify: e-mail campaigns that you run yourself.</p>
      <nav aria-label="About this site">
        <ul className="footer-links">
          {links.map(([href, label]) => (
            <li key={href}>
              <a href={href}>{label}</a>
            </li>
          ))}
        </ul>
      </nav>
    </footer>
  );
}
