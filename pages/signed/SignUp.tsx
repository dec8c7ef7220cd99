import type { SignUpProps } from "../../islands/SignUp/props.ts";
import { Island } from "../Island.tsx";
import type { PageProps } from "../shell/view.ts";
import { NeedsScript } from "./NeedsScript.tsx";

/** The page on which an account is made. */
export function SignUp({ facts }: PageProps) {
  const { googleClientId, takesNewcomers, supportAddress } = facts;
  if (!takesNewcomers) return <NobodyNew supportAddress={supportAddress} />;
  return (
    <div className="entrance">
      <h1>Create your account</h1>
      <NeedsScript />
      <Island<SignUpProps> name="SignUp" props={googleClientId === null ? {} : { googleClientId }} />
    </div>
  );
}

function NobodyNew({ supportAddress }: { supportAddress: string }) {
  return (
    <div className="entrance">
      <h1>Create your account</h1>
      <p>
        This installation takes no new accounts. Ask whoever runs it:{" "}
        <a href={`mailto:${supportAddress}?subject=An%20account`}>{supportAddress}</a>.
      </p>
      <p className="entrance-else">
        Have an account? <a href="/login">Sign in</a>
      </p>
    </div>
  );
}
