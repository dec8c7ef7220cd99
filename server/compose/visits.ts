import { createConnect } from "../accounts/connect.ts";
import { createConnectedAccounts } from "../accounts/connectedAccounts.ts";
import type { Core } from "../core/core.ts";
import { createGoogleStates } from "../google/googleStates.ts";
import type { RenderPage } from "../http/pages/renderPage.tsx";
import { googleCallback } from "../identity/googleCallback.ts";
import { createGoogleSignIn } from "../identity/googleSignIn.ts";
import type { Identity } from "../identity/identity.ts";
import { microsoftCallback } from "../identity/microsoftCallback.ts";
import { createVisitReturnPage } from "../identity/visitReturnPage.tsx";
import type { Readings } from "../inbound/index.ts";
import { createMicrosoftVisits } from "../microsoft/microsoftVisits.ts";

type Parts = {
  core: Core;
  identity: Identity;
  /** What follows on an account that was added or changed. */
  accounts: Omit<Parameters<typeof createConnectedAccounts>[1], "type">;
  readings: Pick<Readings, "permit">;
  render: RenderPage;
};

/** Signing in with Google, and connecting accounts by it or by Microsoft: each with its way back. */
export function composeVisits({ core, identity, accounts, readings, render }: Parts) {
  const { google, microsoft } = core.settings;
  const page = createVisitReturnPage(render);
  const states = google && createGoogleStates(core, google);
  const googleConnect = createConnect(core, {
    type: "gscope",
    visits: states,
    readings,
    accounts: createConnectedAccounts(core, { type: "gscope", ...accounts }),
  });
  const googleSignIn = createGoogleSignIn(core, { identity, states });
  const visits = microsoft && createMicrosoftVisits(core, microsoft);
  const microsoftConnect = createConnect(core, {
    type: "mscope",
    visits,
    readings,
    accounts: createConnectedAccounts(core, { type: "mscope", ...accounts }),
  });
  const callbacks = [
    googleCallback({ core, states, googleConnect, googleSignIn, page }),
    microsoftCallback({ core, visits, connect: microsoftConnect, page }),
  ];
  return { googleConnect, googleSignIn, microsoftConnect, callbacks };
}
