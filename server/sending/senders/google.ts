import { reason } from "../../../contract/reasons.ts";
import { providers } from "../../../contract/sending/providers.ts";
import type { Core } from "../../core/core.ts";
import { type GoogleSettings, googleHosts } from "../../google/googleHosts.ts";
import { createGoogleTokenEndpoint } from "../../google/googleTokenEndpoint.ts";
import { createAccessTokens } from "../../oauth/accessTokens.ts";
import type { ProviderContext, SendingProvider } from "./provider.ts";
import { SenderFault } from "./SenderFault.ts";
import { hostedProvider } from "./smtpProvider.ts";

type Context = ProviderContext & Pick<Core, "clock">;

/** Gmail and Google Workspace: over SMTP with an app password, or through the Gmail API where Google connected it. */
export function createGoogle({ settings, clock, beginSignIn }: Context): SendingProvider {
  const smtp = hostedProvider({
    provider: providers.google,
    relay: settings.googleSmtp,
    relayed: providers.smtp,
    beginSignIn,
  });
  const api = settings.google && gmailApi({ google: settings.google, clock });
  return {
    async open(account) {
      if (account.type === "manual") return smtp.open(account);
      if (api === null) throw new SenderFault(notSetUp);
      const { createGmailSender } = await import("./api/gmail.ts");
      return createGmailSender({ ...api, account });
    },
    async verify(account) {
      if (account.type === "manual") return smtp.verify(account);
      if (api === null) return { ok: false, temporary: true, reason: notSetUp };
      const { verifyGmail } = await import("./api/gmail.ts");
      return verifyGmail({ ...api, account });
    },
    // A relay in place of Google's SMTP server changes nothing about the Gmail API.
    capacity: (type) => (type === "gscope" ? providers.google : smtp.capacity()),
  };
}

const notSetUp = reason("google_client_missing");

function gmailApi({ google, clock }: { google: GoogleSettings; clock: Core["clock"] }) {
  const tokens = createAccessTokens({
    endpoint: createGoogleTokenEndpoint(google),
    unasked: reason("google_unasked"),
    clock,
  });
  return { tokens, rootUrl: googleHosts(google).gmail, clock };
}
