import { Mark } from "../islands/_parts/Mark.tsx";
import type { StyleguideProps } from "../islands/Styleguide/props.ts";
import { Island } from "./Island.tsx";

const tokens = [
  "paper",
  "surface",
  "raised",
  "sunken",
  "line",
  "line-control",
  "ink",
  "ink-muted",
  "accent",
  "accent-text",
  "accent-fill",
  "accent-soft",
  "sent",
  "waiting",
  "failed",
  "uncertain",
] as const;
const sizes = [12, 13, 14, 16, 20, 28, 40, 64] as const;

/** The design tokens and every shared part on one page, to be looked at and measured. */
export function StyleguidePage() {
  return (
    <div className="band">
      <h1>Style guide</h1>
      <section className="specimen">
        <header>
          <h2>Mark and colour</h2>
          <p>Warm paper and ink, one accent, four colours of status that are used for nothing else.</p>
        </header>
        <div className="specimen-stage">
          <Mark />
          <ul className="swatches">
            {tokens.map((token) => (
              <li key={token} data-token={token}>
                {token}
              </li>
            ))}
          </ul>
        </div>
      </section>
      <section className="specimen">
        <header>
          <h2>Type</h2>
          <p>Instrument Sans for everything; Instrument Serif for the display lines of public pages.</p>
        </header>
        <div className="specimen-stage type-scale">
          {sizes.map((size) => (
            <p key={size} data-size={size}>
              {size} The right words
            </p>
          ))}
        </div>
      </section>
      <Island<StyleguideProps> name="Styleguide" props={{}} />
    </div>
  );
}
