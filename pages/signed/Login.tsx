import { entranceTexts } from "../../contract/texts/pages/signed.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
import type { SignInProps } from "../../islands/SignIn/props.ts";
import { Island } from "../Island.tsx";
import type { PageProps } from "../shell/view.ts";
import { NeedsScript } from "./NeedsScript.tsx";

/** The sign-in page. */
export function Login({ facts }: PageProps) {
  const texts = useTexts(entranceTexts);
  const { googleClientId } = facts;
  return (
    <div className="entrance">
      <h1>{texts.signIn}</h1>
      <NeedsScript />
      <Island<SignInProps> name="SignIn" props={googleClientId === null ? {} : { googleClientId }} />
    </div>
  );
}
