import { landingTexts } from "../../contract/texts/pages/landing.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
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
  const texts = useTexts(landingTexts);
  const signedIn = view.viewer !== undefined;
  return (
    <>
      <Hero signedIn={signedIn} />
      <Statistics statistics={facts.statistics} />
      <section className="band showing">
        <div className="section-head">
          <h2>{texts.oneScreen.title}</h2>
          <p>{texts.oneScreen.text}</p>
        </div>
        <Picture
          name="workspace"
          alt={texts.oneScreen.picture}
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
  const texts = useTexts(landingTexts);
  return (
    <section className="mission" aria-labelledby="mission">
      <Mark />
      <h2 id="mission">{texts.mission.title}</h2>
      <p>{texts.mission.text}</p>
    </section>
  );
}
