import { reason } from "../../../contract/reasons.ts";
import { providers } from "../../../contract/sending/providers.ts";
import { createCredentialStore } from "../../../db/stores/accounts/credentials.ts";
import type { Core } from "../../core/core.ts";
import { type MicrosoftSettings, microsoftHosts } from "../../microsoft/microsoftHosts.ts";
import { createMicrosoftTokenEndpoint } from "../../microsoft/microsoftTokenEndpoint.ts";
import { createAccessTokens, type Renewed } from "../../oauth/accessTokens.ts";
import { accountSecretPlace } from "../../secrets/accountSecret.ts";
import type { ProviderContext, SendingProvider } from "./provider.ts";
import { SenderFault } from "./SenderFault.ts";
import { hostedProvider } from "./smtpProvider.ts";

type Context = ProviderContext & Pick<Core, "clock" | "database" | "secrets" | "log">;

/**
 * Outlook and Microsoft 365: through Microsoft Graph where Microsoft connected the account, or over SMTP where the
 * mailbox still allows a password.
 */
export function createOutlook({ settings, beginSignIn, ...core }: Context): SendingProvider {
  const smtp = hostedProvider({
    provider: providers.outlook,
    relay: settings.outlookSmtp,
    relayed: providers.smtp,
    beginSignIn,
  });
  const graph = settings.microsoft && graphApi(core, settings.microsoft);
  return {
    async open(account) {
      if (account.type === "manual") return smtp.open(account);
      if (graph === null) throw new SenderFault(notSetUp);
      const { createGraphSender } = await import("./api/graph.ts");
      return createGraphSender({ ...graph, account });
    },
    async verify(account) {
      if (account.type === "manual") return smtp.verify(account);
      if (graph === null) return { ok: false, temporary: true, reason: notSetUp };
      const { verifyGraph } = await import("./api/graph.ts");
      return verifyGraph({ ...graph, account });
    },
    // A relay in place of Microsoft's SMTP server changes nothing about Graph.
    capacity: (type) => (type === "mscope" ? providers.outlook : smtp.capacity()),
  };
}

const notSetUp = reason("microsoft_client_missing");

function graphApi(core: Omit<Context, keyof ProviderContext>, microsoft: MicrosoftSettings) {
  const { clock } = core;
  const tokens = createAccessTokens({
    endpoint: createMicrosoftTokenEndpoint(microsoft),
    unasked: reason("microsoft_unasked"),
    onRenewed: keepRenewed(core),
    clock,
  });
  return { tokens, sendMailUrl: microsoftHosts(microsoft).sendMail, clock };
}

/**
 * Each of Microsoft's answers contains a refresh token that is valid for longer than the one before: an account that kept
 * its first one would stop after three months. A token that its owner renewed in the meantime is left as it is.
 */
function keepRenewed({ database, secrets, log }: Pick<Context, "database" | "secrets" | "log">) {
  const store = createCredentialStore(database);
  return async ({ accountId: id, used, refreshToken }: Renewed): Promise<boolean> => {
    try {
      const row = await store.byId(id);
      if (row === null || row.secret === null) return false;
      const place = accountSecretPlace(row);
      if (secrets.open(row.secret, place) !== used) return false;
      return await store.renewSecret({ id, from: row.secret, to: secrets.seal(refreshToken, place) });
    } catch (error) {
      log.warn("A renewed permission could not be kept; the one before goes on", { error });
      return false;
    }
  };
}
