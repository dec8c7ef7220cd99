import { entranceTexts } from "../../contract/texts/pages/signed.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
import { together } from "../../islands/_parts/together.ts";
import type { SignUpProps } from "../../islands/SignUp/props.ts";
import { Island } from "../Island.tsx";
import type { PageProps } from "../shell/view.ts";
import { NeedsScript } from "./NeedsScript.tsx";

/** The page on which an account is made. */
export function SignUp({ facts }: PageProps) {
  const texts = useTexts(entranceTexts);
  const { googleClientId, takesNewcomers, supportAddress } = facts;
  if (!takesNewcomers) return <NobodyNew supportAddress={supportAddress} />;
  return (
    <div className="entrance">
      <h1>{texts.signUp.title}</h1>
      <NeedsScript />
      <Island<SignUpProps> name="SignUp" props={googleClientId === null ? {} : { googleClientId }} />
    </div>
  );
}

function NobodyNew({ supportAddress }: { supportAddress: string }) {
  const texts = useTexts(entranceTexts);
  return (
    <div className="entrance">
      <h1>{texts.signUp.title}</h1>
      <p>
        {together(
          texts.signUp.closed(<a href={`mailto:${supportAddress}?subject=An%20account`}>{supportAddress}</a>),
        )}
      </p>
      <p className="entrance-else">
        {together(texts.signUp.haveAccount((words) => <a href="/login">{words}</a>))}
      </p>
    </div>
  );
}
