import { oauthLimits } from "../../contract/limits/accounts/oauth.ts";
import { reason } from "../../contract/reasons.ts";
import { createTokenEndpoint } from "../oauth/tokenEndpoint.ts";
import { type GoogleSettings, googleHosts } from "./googleHosts.ts";

/** RFC 6749 section 5.2, and Google's own. */
const clientFaults = new Set([
  "invalid_client",
  "unauthorized_client",
  "unsupported_grant_type",
  "redirect_uri_mismatch",
  "deleted_client",
  "disabled_client",
]);

/** Google's token endpoint, and the end of what it gave. */
export function createGoogleTokenEndpoint(google: GoogleSettings) {
  const { token, revoke } = googleHosts(google);
  return {
    ...createTokenEndpoint({
      url: token,
      clientId: google.clientId,
      clientSecret: google.clientSecret,
      withdrawn: new Set(["invalid_grant"]),
      // The token was given to a client that this installation used before: its owner has to connect it anew.
      withdrawnOnRefresh: new Set(["invalid_grant", "unauthorized_client"]),
      misconfigured: clientFaults,
      answered: (words) => reason("google_answered", {}, words),
      unreached: (detail) => reason("google_unreached", { detail }),
    }),

    /** RFC 7009 section 2.1. One that Google knows no more has ended. @throws {Error} where another try may help. */
    async revoke(refreshToken: string): Promise<void> {
      const body = new URLSearchParams({ token: refreshToken });
      const signal = AbortSignal.timeout(oauthLimits.fetchMs);
      const { status } = await fetch(revoke, { method: "POST", body, redirect: "manual", signal });
      if (status === 429 || status >= 500) throw new Error(`Google answered ${status}`);
    },
  };
}
