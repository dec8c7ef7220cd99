import { landingTexts } from "../../contract/texts/pages/landing.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
import { CampaignDrawing } from "./CampaignDrawing.tsx";
import { EntryLinks } from "./EntryLinks.tsx";

/** The first screen: one sentence, two ways in, and a campaign drawn message by message. */
export function Hero({ signedIn }: { signedIn: boolean }) {
  const texts = useTexts(landingTexts);
  return (
    <section className="hero">
      <h1>{texts.hero.title}</h1>
      <div className="hero-row">
        <p className="lead-in">{texts.hero.text}</p>
        <div className="hero-choices">
          <div className="choices">
            <EntryLinks signedIn={signedIn} />
          </div>
          <p className="small-print">{texts.hero.free}</p>
        </div>
      </div>
      <CampaignDrawing />
    </section>
  );
}
