import type { SignInProps } from "../../islands/SignIn/props.ts";
import { Island } from "../Island.tsx";
import { NeedsScript } from "./NeedsScript.tsx";

/** The sign-in page. */
export function Login() {
  return (
    <div className="entrance">
      <h1>Sign in</h1>
      <NeedsScript />
      <Island<SignInProps> name="SignIn" props={{}} />
    </div>
  );
}
