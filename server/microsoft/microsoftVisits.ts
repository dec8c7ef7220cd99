import { Refusal } from "../../contract/errors.ts";
import { refused } from "../../contract/refused.ts";
import type { Core } from "../core/core.ts";
import { createVisits } from "../oauth/visits.ts";
import { createMicrosoftClaims, type MicrosoftClaims } from "./microsoftClaims.ts";
import { type MicrosoftSettings, microsoftCallbackPath, microsoftHosts } from "./microsoftHosts.ts";
import { createMicrosoftTokenEndpoint } from "./microsoftTokenEndpoint.ts";

export type MicrosoftVisits = ReturnType<typeof createMicrosoftVisits>;

const visitRefusals = {
  stale: "microsoft_answer_stale",
  misconfigured: "microsoft_misconfigured",
  away: "microsoft_away",
  nameless: "microsoft_nameless",
} as const;

/** Visits to Microsoft's own pages, to connect an account. */
export function createMicrosoftVisits(core: Core, microsoft: MicrosoftSettings) {
  const idTokens = createMicrosoftClaims({ microsoft, clock: core.clock });
  return createVisits<MicrosoftClaims>(core, {
    name: "Microsoft",
    mark: "microsoft ",
    clientId: microsoft.clientId,
    consent: microsoftHosts(microsoft).consent,
    callbackPath: microsoftCallbackPath,
    endpoint: createMicrosoftTokenEndpoint(microsoft),
    async claimsOf(idToken) {
      try {
        return await idTokens.claimsOf(idToken);
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== "unauthorized") throw error;
        throw refused("microsoft_answer_unbelieved", {}, { cause: error });
      }
    },
    refused: (why, options) => refused(visitRefusals[why], {}, options),
  });
}
