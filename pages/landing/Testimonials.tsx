import { landingTexts } from "../../contract/texts/pages/landing.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
import type { Testimonial } from "../shell/siteFacts.ts";

/** The installation's own testimonials, else our promises, which say that they are ours. */
export function Testimonials({ testimonials }: { testimonials: readonly Testimonial[] }) {
  const texts = useTexts(landingTexts);
  if (testimonials.length === 0) return <Promises />;
  return (
    <section className="band voices">
      <h2>{texts.testimonials.title}</h2>
      <div className="voices-list">
        {testimonials.map(({ quote, name, role }) => (
          <figure key={`${name}: ${quote}`} className="voice">
            <blockquote>{quote}</blockquote>
            <figcaption>
              <b>{name}</b>
              {role === undefined ? null : `, ${role}`}
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}

function Promises() {
  const texts = useTexts(landingTexts);
  return (
    <section className="band voices">
      <div className="section-head">
        <h2>{texts.testimonials.title}</h2>
        <p>{texts.testimonials.promises}</p>
      </div>
      <div className="voices-list">
        {texts.testimonials.quotes.map(({ quote, about }) => (
          <figure key={about} className="voice">
            <blockquote>{quote}</blockquote>
            <figcaption>{texts.testimonials.team(about)}</figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}
