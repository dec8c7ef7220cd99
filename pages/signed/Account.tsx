import { entranceTexts } from "../../contract/texts/pages/signed.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
import type { AccountProps } from "../../islands/Account/props.ts";
import { Island } from "../Island.tsx";
import type { PageProps } from "../shell/view.ts";
import { NeedsScript } from "./NeedsScript.tsx";

/** One's own account. Whoever is signed out never gets here: `access` in `routes.ts` sends them to the front page. */
export function Account({ facts, view }: PageProps) {
  const texts = useTexts(entranceTexts);
  const { mailsPasswordLinks } = facts;
  return (
    <div className="account-page">
      <h1>{texts.account}</h1>
      <NeedsScript />
      {view.viewer?.role === "admin" ? (
        <p>
          <a href="/setup">{texts.setUpClients}</a>
        </p>
      ) : null}
      <Island<AccountProps> name="Account" props={{ mailsPasswordLinks }} />
    </div>
  );
}
