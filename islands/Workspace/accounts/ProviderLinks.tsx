import type { HelpLink } from "./providerHelp.ts";

/** The provider's own pages. They open beside this one, so that what was typed here stays. */
export function ProviderLinks({ links }: { links: readonly HelpLink[] }) {
  if (links.length === 0) return null;
  return (
    <ul className="provider-links">
      {links.map(({ name, href }) => (
        <li key={href}>
          <a href={href} target="_blank" rel="noopener noreferrer">
            {name}
            <span className="visually-hidden"> (opens in a new tab)</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
