import type { Testimonial } from "../shell/siteFacts.ts";

/** What we answer for where nobody has been quoted yet: invented customers would be the first thing to count wrong. */
const promises = [
  {
    quote: "No message goes out twice because we were not sure about the first one.",
    about: "on sending",
  },
  {
    quote: "Whoever opts out stays out, also after the lead is deleted and imported again.",
    about: "on leads",
  },
  {
    quote: "A password you trust us with is sealed, and never shown again. Not even to you.",
    about: "on accounts",
  },
] as const;

/** The installation's own testimonials, else our promises, which say that they are ours. */
export function Testimonials({ testimonials }: { testimonials: readonly Testimonial[] }) {
  if (testimonials.length === 0) return <Promises />;
  return (
    <section className="band voices">
      <h2>Testimonials</h2>
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
  return (
    <section className="band voices">
      <div className="section-head">
        <h2>Testimonials</h2>
        <p>
          Quotes are easily made up, so in place of praise here are sentences of our own team that you can
          hold us to: a test checks each of them on every change we make.
        </p>
      </div>
      <div className="voices-list">
        {promises.map(({ quote, about }) => (
          <figure key={about} className="voice">
            <blockquote>{quote}</blockquote>
            <figcaption>The Amplify team, {about}</figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}
