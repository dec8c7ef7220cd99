import type { Holdings } from "../../contract/schemas/account.ts";
import { queries } from "../_data/queries.ts";
import { ServerData } from "../_data/ServerData.tsx";
import { useLoad } from "../_data/useLoad.ts";
import { WhenLoaded } from "../_parts/WhenLoaded.tsx";
import { ChangePassword } from "./ChangePassword.tsx";
import { Counting } from "./Counting.tsx";
import { DeleteAccount } from "./DeleteAccount.tsx";
import { holdingsText } from "./holdingsText.ts";
import { Profile } from "./Profile.tsx";
import type { AccountProps } from "./props.ts";
import { Section } from "./Section.tsx";
import { Sessions } from "./Sessions.tsx";

/** One's own account: who one is here, the password, where one is signed in, one's data, and the end of all of it. */
export default function Account(props: AccountProps) {
  return (
    <ServerData>
      <Matters {...props} />
    </ServerData>
  );
}

function Matters({ mailsPasswordLinks }: AccountProps) {
  const account = useLoad(queries.account());
  return (
    <WhenLoaded what="Your account" loaded={account} rows={8}>
      {(value) => (
        <div className="account">
          <Profile account={value} />
          <ChangePassword account={value} mailsPasswordLinks={mailsPasswordLinks} />
          <Sessions />
          <Counting />
          <YourData holdings={value.holdings} />
          <DeleteAccount account={value} onOpen={account.reload} />
        </div>
      )}
    </WhenLoaded>
  );
}

function YourData({ holdings }: { holdings: Holdings }) {
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
