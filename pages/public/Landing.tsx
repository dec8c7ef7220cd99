import { Mark } from "../../islands/_parts/Mark.tsx";
import { Closing } from "../landing/Closing.tsx";
import { Features } from "../landing/Features.tsx";
import { Hero } from "../landing/Hero.tsx";
import { Story } from "../landing/Story.tsx";
import { Testimonials } from "../landing/Testimonials.tsx";
import { Picture } from "../Picture.tsx";
import type { Statistic } from "../shell/siteFacts.ts";
import type { PageProps } from "../shell/view.ts";

/** The front page: what the product is for, what it looks like, what it answers for, and the way in. */
export function Landing({ view, facts }: PageProps) {
  const signedIn = view.viewer !== undefined;
  return (
    <>
      <Hero signedIn={signedIn} />
      <Statistics statistics={facts.statistics} />
      <section className="band showing">
        <div className="section-head">
          <h2>From a list to sent, on one screen</h2>
          <p>
            Pick the leads, pick a template, press Send. One line counts while it happens. Close the tab if
            you like: sending goes on without it.
          </p>
        </div>
        <Picture
          name="workspace"
          alt="The workspace: a campaign is being sent, its progress in one line above a table of leads in collections."
          size={{ width: 1200, height: 750 }}
          phone={{ width: 390, height: 780 }}
        />
      </section>
      <Features />
      <Story />
      <Mission />
      <Testimonials testimonials={facts.testimonials} />
      <Closing signedIn={signedIn} />
    </>
  );
}

/** The installation's claims, if it makes any. */
function Statistics({ statistics }: { statistics: readonly Statistic[] }) {
  if (statistics.length === 0) return null;
  return (
    <dl className="figures">
      {statistics.map(({ value, label }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The mission, in one sentence. */
function Mission() {
  return (
    <section className="mission" aria-labelledby="mission">
      <Mark />
      <h2 id="mission">Our mission</h2>
      <p>Put the right words in front of the right people, and show honestly what happened to each.</p>
    </section>
  );
}
