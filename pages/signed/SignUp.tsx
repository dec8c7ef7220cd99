import type { SignUpProps } from "../../islands/SignUp/props.ts";
import { Island } from "../Island.tsx";
import { NeedsScript } from "./NeedsScript.tsx";

/** The page on which an account is made. */
export function SignUp() {
  return (
    <div className="entrance">
      <h1>Create your account</h1>
      <NeedsScript />
      <Island<SignUpProps> name="SignUp" props={{}} />
    </div>
  );
}
