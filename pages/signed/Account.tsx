import type { AccountProps } from "../../islands/Account/props.ts";
import { Island } from "../Island.tsx";
import type { PageProps } from "../shell/view.ts";
import { NeedsScript } from "./NeedsScript.tsx";

/** One's own account. Whoever is signed out never gets here: `access` in `routes.ts` sends them to the front page. */
export function Account({ facts }: PageProps) {
  const { mailsPasswordLinks } = facts;
  return (
    <div className="account-page">
      <h1>Your account</h1>
      <NeedsScript />
      <Island<AccountProps> name="Account" props={{ mailsPasswordLinks }} />
    </div>
  );
}
