import { queries } from "../_data/queries.ts";
import { ServerData } from "../_data/ServerData.tsx";
import { useLoad } from "../_data/useLoad.ts";
import { WhenLoaded } from "../_parts/WhenLoaded.tsx";
import { ChangePassword } from "./ChangePassword.tsx";
import { Counting } from "./Counting.tsx";
import { DeleteAccount } from "./DeleteAccount.tsx";
import { Profile } from "./Profile.tsx";
import type { AccountProps } from "./props.ts";
import { Sessions } from "./Sessions.tsx";
import { YourData } from "./YourData.tsx";

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
