import type { Core } from "./core.ts";
import { createGoogleReturnPage } from "./pages/googleReturnPage.tsx";
import type { RenderPage } from "./pages/renderPage.tsx";
import { googleCallback } from "./routes/googleCallback.ts";
import { createGoogleAccounts } from "./services/googleAccounts.ts";
import { createGoogleConnect } from "./services/googleConnect.ts";
import { createGoogleSignIn } from "./services/googleSignIn.ts";
import { createGoogleStates } from "./services/googleStates.ts";
import type { Identity } from "./services/identity.ts";

type Parts = {
  core: Core;
  identity: Identity;
  goOn(credentialId: string): Promise<void>;
  render: RenderPage;
};

/** Signing in with Google and connecting accounts by it: two reasons for a visit, one way back. */
export function createGoogleCare({ core, identity, goOn, render }: Parts) {
  const { google } = core.settings;
  const states = google && createGoogleStates(core, google);
  const accounts = createGoogleAccounts(core, { goOn });
  const googleConnect = createGoogleConnect(core, { states, accounts });
  const googleSignIn = createGoogleSignIn(core, { identity, states });
  const page = createGoogleReturnPage(render);
  const callback = googleCallback({ core, states, googleConnect, googleSignIn, page });
  return { googleConnect, googleSignIn, callback };
}
