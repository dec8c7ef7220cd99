import type { Holdings } from "../../contract/schemas/account.ts";
import { ownAccountTexts } from "../../contract/texts/ownAccount.ts";
import { queries } from "../_data/queries.ts";
import { ServerData } from "../_data/ServerData.tsx";
import { useLoad } from "../_data/useLoad.ts";
import { useTexts } from "../_data/useTexts.ts";
import { WhenLoaded } from "../_parts/WhenLoaded.tsx";
import { hasApiTab } from "../Workspace/tabKeys.ts";
import { ChangePassword } from "./ChangePassword.tsx";
import { Counting } from "./Counting.tsx";
import { DeleteAccount } from "./DeleteAccount.tsx";
import { FormerKeys } from "./FormerKeys.tsx";
import { FormerWebhooks } from "./FormerWebhooks.tsx";
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
  const texts = useTexts(ownAccountTexts);
  const account = useLoad(queries.account());
  return (
    <WhenLoaded what={texts.what} loaded={account} rows={8}>
      {(value) => (
        <div className="account">
          <Profile account={value} />
          <ChangePassword account={value} mailsPasswordLinks={mailsPasswordLinks} />
          <Sessions />
          {value.hasKeys && !hasApiTab(value) ? <FormerKeys /> : null}
          {value.hasWebhooks && !hasApiTab(value) ? <FormerWebhooks /> : null}
          <Counting />
          <YourData holdings={value.holdings} />
          <DeleteAccount account={value} onOpen={account.reload} />
        </div>
      )}
    </WhenLoaded>
  );
}

function YourData({ holdings }: { holdings: Holdings }) {
  const texts = useTexts(ownAccountTexts);
  const held = holdingsText(holdings, texts);
  return (
    <Section title={texts.data.title} about={texts.data.about}>
      <p>{held.length === 0 ? texts.data.none : texts.data.held(held)}</p>
      <div className="account-buttons">
        {/* A link, so that the browser streams it to disk however large it is. */}
        <a className="button" href="/amplify/account/export" download>
          {texts.data.download}
        </a>
      </div>
    </Section>
  );
}
