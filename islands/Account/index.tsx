import { browserClient } from "../_data/browserClient.ts";
import { useLoad } from "../_data/useLoad.ts";
import { FailedState } from "../_parts/FailedState.tsx";
import { SkeletonRows } from "../_parts/SkeletonRows.tsx";
import { ChangePassword } from "./ChangePassword.tsx";
import { Counting } from "./Counting.tsx";
import { DeleteAccount } from "./DeleteAccount.tsx";
import { Profile } from "./Profile.tsx";
import type { AccountProps } from "./props.ts";
import { Sessions } from "./Sessions.tsx";
import { YourData } from "./YourData.tsx";

/** One's own account: who one is here, the password, where one is signed in, one's data, and the end of all of it. */
export default function Account({ mailsPasswordLinks }: AccountProps) {
  const account = useLoad("account", (signal) => browserClient("GET /amplify/account", {}, { signal }));
  const sessions = useLoad("sessions", (signal) =>
    browserClient("GET /amplify/account/sessions", {}, { signal }),
  );
  const { value } = account;
  if (account.state === "failed") return <FailedState what="Your account" loaded={account} />;
  if (value === undefined) return <SkeletonRows rows={8} />;
  return (
    <div className="account">
      <Profile account={value} />
      <ChangePassword account={value} mailsPasswordLinks={mailsPasswordLinks} onChanged={sessions.reload} />
      <Sessions sessions={sessions} />
      <Counting />
      <YourData holdings={value.holdings} />
      <DeleteAccount account={value} onOpen={account.reload} />
    </div>
  );
}
