import { Refusal } from "../../contract/errors.ts";
import { refused } from "../../contract/refused.ts";
import type { Core } from "../core/core.ts";
import { createVisits } from "../oauth/visits.ts";
import { addressNotVerified, createGoogleClaims, type GoogleClaims } from "./googleClaims.ts";
import { type GoogleSettings, googleCallbackPath, googleHosts } from "./googleHosts.ts";
import { createGoogleTokenEndpoint } from "./googleTokenEndpoint.ts";

export type GoogleVisits = ReturnType<typeof createGoogleVisits>;

const visitRefusals = {
  stale: "google_answer_stale",
  misconfigured: "google_misconfigured",
  away: "google_away",
  nameless: "google_nameless",
} as const;

/** Visits to Google's own pages, to sign in or to connect an account. */
export function createGoogleVisits(core: Core, google: GoogleSettings) {
  const idTokens = createGoogleClaims({ google, clock: core.clock });

  /** @throws {Refusal} in words for the person who came back. */
  async function claimsOf(idToken: string): Promise<GoogleClaims> {
    try {
      return await idTokens.claimsOf(idToken);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "unauthorized") throw error;
      const isUnverified = error.cause === addressNotVerified;
      const code = isUnverified ? "google_address_unverified" : "google_answer_unbelieved";
      throw refused(code, {}, { cause: error });
    }
  }

  return createVisits<GoogleClaims>(core, {
    name: "Google",
    mark: "",
    clientId: google.clientId,
    consent: googleHosts(google).consent,
    callbackPath: googleCallbackPath,
    endpoint: createGoogleTokenEndpoint(google),
    claimsOf,
    refused: (why, options) => refused(visitRefusals[why], {}, options),
  });
}
