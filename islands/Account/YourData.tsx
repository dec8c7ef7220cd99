import type { Holdings } from "../../contract/schemas/account.ts";
import { holdingsText } from "./holdingsText.ts";
import { Section } from "./Section.tsx";

export function YourData({ holdings }: { holdings: Holdings }) {
  const held = holdingsText(holdings);
  return (
    <Section
      title="Your data"
      about="One archive with JSON and CSV files of all that is kept of you. Passwords are not in it."
    >
      <p>
        {held.length === 0
          ? "Nothing is kept of you yet but your profile."
          : `Beside your profile there are ${listed(held)}.`}
      </p>
      <div className="account-buttons">
        {/* A link, so that the browser streams it to disk however large it is. */}
        <a className="button" href="/amplify/account/export" download>
          Download everything
        </a>
      </div>
    </Section>
  );
}

function listed(parts: readonly string[]): string {
  return new Intl.ListFormat("en").format(parts);
}
