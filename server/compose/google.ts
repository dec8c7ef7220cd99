import { createGoogleAccounts } from "../accounts/googleAccounts.ts";
import { createGoogleConnect } from "../accounts/googleConnect.ts";
import type { Core } from "../core/core.ts";
import { createGoogleStates } from "../google/googleStates.ts";
import type { RenderPage } from "../http/pages/renderPage.tsx";
import { googleCallback } from "../identity/googleCallback.ts";
import { createGoogleReturnPage } from "../identity/googleReturnPage.tsx";
import { createGoogleSignIn } from "../identity/googleSignIn.ts";
import type { Identity } from "../identity/identity.ts";

type Parts = {
  core: Core;
  identity: Identity;
  goOn(credentialId: string): Promise<void>;
  render: RenderPage;
};

/** Signing in with Google and connecting accounts by it: two reasons for a visit, one way back. */
export function composeGoogle({ core, identity, goOn, render }: Parts) {
  const { google } = core.settings;
  const states = google && createGoogleStates(core, google);
  const accounts = createGoogleAccounts(core, { goOn });
  const googleConnect = createGoogleConnect(core, { states, accounts });
  const googleSignIn = createGoogleSignIn(core, { identity, states });
  const page = createGoogleReturnPage(render);
  const callback = googleCallback({ core, states, googleConnect, googleSignIn, page });
  return { googleConnect, googleSignIn, callback };
}
