import type { Scope } from "../../contract/identity/scope.ts";
import { refused } from "../../contract/refused.ts";
import { createCredentialStore } from "../../db/stores/accounts/credentials.ts";
import type { SignedIn } from "../core/caller.ts";
import type { Core } from "../core/core.ts";
import { connectScopes, gmailSendScope } from "../google/googleScopes.ts";
import { maySend, microsoftScopes } from "../microsoft/microsoftScopes.ts";
import type { ReturnedVisit, Visits } from "../oauth/visits.ts";
import type { Claims, ConnectedAccounts, ConnectedType } from "./connectedAccounts.ts";

export type Connect = ReturnType<typeof createConnect>;

/** What each provider is asked, and what it may be refused for. */
const asking = {
  gscope: {
    // Offline and consent, so that a refresh token comes back each time.
    ask: { scope: connectScopes, access_type: "offline", prompt: "consent" },
    maySend: (scopes: readonly string[]) => scopes.includes(gmailSendScope),
    notSetUp: "google_connect_not_set_up",
    gone: "google_connect_gone",
    missing: "google_permission_missing",
    brief: "google_permission_brief",
  },
  mscope: {
    // Without it Microsoft takes whoever is signed in there, and most people have an account of their own too.
    ask: { scope: microsoftScopes, prompt: "select_account" },
    maySend,
    notSetUp: "microsoft_connect_not_set_up",
    gone: "microsoft_connect_gone",
    missing: "microsoft_permission_missing",
    brief: "microsoft_permission_brief",
  },
} as const;

type Parts = {
  type: ConnectedType;
  /** Null where the provider is not set up. */
  visits: Pick<Visits<Claims>, "begin" | "exchange"> | null;
  accounts: ConnectedAccounts;
};

/** Connecting an account by a visit to its provider, with permission to send only. */
export function createConnect(core: Core, { type, visits, accounts }: Parts) {
  const credentials = createCredentialStore(core.database);
  const kind = asking[type];
  return {
    /**
     * The provider's address where the person allows sending. @throws {Refusal} not_found for an account that is not the
     * workspace's or not connected by this provider, unavailable without a client.
     */
    async authorizationUrl(wanted: {
      credentialId?: string | undefined;
      person: SignedIn;
      scope: Scope;
    }): Promise<string> {
      const { credentialId, person, scope } = wanted;
      const { workspaceId } = scope;
      if (visits === null) throw refused(kind.notSetUp);
      const hint: Record<string, string> = {};
      if (credentialId !== undefined) {
        const row = await credentials.one({ workspaceId, id: credentialId });
        if (row?.type !== type) throw refused("account_not_found");
        hint.login_hint = row.appEmail;
      }
      return visits.begin({
        sessionId: person.sessionId,
        workspaceId,
        credentialId: credentialId ?? null,
        ask: { ...kind.ask, ...hint },
      });
    },

    /** Keeps the account that somebody has just allowed us to send from. @throws {Refusal} with what to do. */
    async finish(
      visit: ReturnedVisit & { workspaceId: string; code: string; firstName: string },
    ): Promise<{ email: string }> {
      const { workspaceId, credentialId, code, verifier, firstName } = visit;
      if (visits === null) throw refused(kind.gone);
      const { tokens, claims } = await visits.exchange({ code, verifier });
      if (!kind.maySend(tokens.scopes)) throw refused(kind.missing);
      if (tokens.refreshToken === null) throw refused(kind.brief);
      const { refreshToken } = tokens;
      await accounts.save({ workspaceId, credentialId, claims, refreshToken, firstName });
      return { email: claims.email };
    },
  };
}
