import type { ForgotProps } from "../../islands/Forgot/props.ts";
import { Island } from "../Island.tsx";
import type { PageProps } from "../shell/view.ts";
import { NeedsScript } from "./NeedsScript.tsx";

/** For somebody who has forgotten the password: a link by mail, or who else can help. */
export function Forgot({ facts }: PageProps) {
  if (!facts.mailsPasswordLinks) return <NoMail supportAddress={facts.supportAddress} />;
  return (
    <div className="entrance">
      <h1>Forgot your password?</h1>
      <p>We mail you a link to set a new one. It works once, for 30 minutes.</p>
      <NeedsScript />
      <Island<ForgotProps> name="Forgot" props={{}} />
    </div>
  );
}

function NoMail({ supportAddress }: { supportAddress: string }) {
  return (
    <div className="entrance">
      <h1>Forgot your password?</h1>
      <p>
        This installation sends no mail of its own, so it cannot mail you a link. Whoever runs it can make one
        for you: write to <a href={`mailto:${supportAddress}?subject=New%20password`}>{supportAddress}</a>.
      </p>
      <p>
        If that is you, run this on the server and open the link that it prints:
        <br />
        <code>amplify users reset-password you@example.com</code>
      </p>
      <p className="entrance-else">
        Remembered it? <a href="/login">Sign in</a>
      </p>
    </div>
  );
}
