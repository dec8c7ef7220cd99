import { reason } from "../../contract/reasons.ts";
import { createTokenEndpoint } from "../oauth/tokenEndpoint.ts";
import { type MicrosoftSettings, microsoftHosts } from "./microsoftHosts.ts";

/** What only the person can end: besides a dead token, Microsoft asks for a new consent or sign-in by these names. */
const personsPart = new Set(["invalid_grant", "interaction_required", "consent_required", "login_required"]);

const clientFaults = new Set([
  "invalid_client",
  "unauthorized_client",
  "unsupported_grant_type",
  "invalid_scope",
  "invalid_resource",
]);

/** Microsoft's token endpoint. It has none to give a permission back: that is done in the person's own account. */
export function createMicrosoftTokenEndpoint(microsoft: MicrosoftSettings) {
  return createTokenEndpoint({
    url: microsoftHosts(microsoft).token,
    clientId: microsoft.clientId,
    clientSecret: microsoft.clientSecret,
    withdrawn: personsPart,
    withdrawnOnRefresh: personsPart,
    misconfigured: clientFaults,
    answered: (words) => reason("microsoft_answered", {}, words),
    unreached: (detail) => reason("microsoft_unreached", { detail }),
  });
}
