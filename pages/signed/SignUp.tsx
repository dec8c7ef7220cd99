import type { SignUpProps } from "../../islands/SignUp/props.ts";
import { Island } from "../Island.tsx";
import type { PageProps } from "../shell/view.ts";
import { NeedsScript } from "./NeedsScript.tsx";

/** The page on which an account is made. */
export function SignUp({ facts }: PageProps) {
  const { googleClientId } = facts;
  return (
    <div className="entrance">
      <h1>Create your account</h1>
      <NeedsScript />
      <Island<SignUpProps> name="SignUp" props={googleClientId === null ? {} : { googleClientId }} />
    </div>
  );
}
