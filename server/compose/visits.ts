import { createConnect } from "../accounts/connect.ts";
import { createConnectedAccounts } from "../accounts/connectedAccounts.ts";
import type { Core } from "../core/core.ts";
import { createGoogleVisits } from "../google/googleVisits.ts";
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
  const googleVisits = google && createGoogleVisits(core, google);
  const googleConnect = createConnect(core, {
    type: "gscope",
    visits: googleVisits,
    readings,
    accounts: createConnectedAccounts(core, { type: "gscope", ...accounts }),
  });
  const googleSignIn = createGoogleSignIn(core, { identity, visits: googleVisits });
  const microsoftVisits = microsoft && createMicrosoftVisits(core, microsoft);
  const microsoftConnect = createConnect(core, {
    type: "mscope",
    visits: microsoftVisits,
    readings,
    accounts: createConnectedAccounts(core, { type: "mscope", ...accounts }),
  });
  const callbacks = [
    googleCallback({ core, visits: googleVisits, googleConnect, googleSignIn, page }),
    microsoftCallback({ core, visits: microsoftVisits, connect: microsoftConnect, page }),
  ];
  return { googleConnect, googleSignIn, microsoftConnect, callbacks };
}
