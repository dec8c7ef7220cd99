import type { Scope } from "../../contract/identity/scope.ts";
import { refused } from "../../contract/refused.ts";
import { createCredentialStore } from "../../db/stores/accounts/credentials.ts";
import type { SignedIn } from "../core/caller.ts";
import type { Core } from "../core/core.ts";
import { connectScopes, gmailSendScope } from "../google/googleScopes.ts";
import type { GoogleStates, ReturnedVisit } from "../google/googleStates.ts";
import type { GoogleAccounts } from "./googleAccounts.ts";

export type GoogleConnect = ReturnType<typeof createGoogleConnect>;

/** Connecting a Google account with permission to send only. `states` is null where Google is not set up. */
export function createGoogleConnect(
  core: Core,
  { states, accounts }: { states: GoogleStates | null; accounts: GoogleAccounts },
) {
  const credentials = createCredentialStore(core.database);
  return {
    /**
     * The address at Google where the person allows sending. @throws {Refusal} unauthorized when the uid is not the
     * session's own, not_found for an account that is not the workspace's, unavailable without a Google client.
     */
    async authorizationUrl(wanted: {
      uid: string;
      credentialId?: string | undefined;
      person: SignedIn;
      scope: Scope;
    }): Promise<string> {
      const { uid, credentialId, person, scope } = wanted;
      const { workspaceId } = scope;
      if (uid !== person.uid) throw refused("unauthorized");
      if (states === null) throw refused("google_connect_not_set_up");
      const hint: Record<string, string> = {};
      if (credentialId !== undefined) {
        const row = await credentials.one({ workspaceId, id: credentialId });
        if (row?.type !== "gscope") throw refused("account_not_found");
        hint.login_hint = row.appEmail;
      }
      return states.begin({
        sessionId: person.sessionId,
        workspaceId,
        credentialId: credentialId ?? null,
        // Offline and consent, so that a refresh token comes back each time.
        ask: { scope: connectScopes, access_type: "offline", prompt: "consent", ...hint },
      });
    },

    /** Keeps the account that somebody has just allowed us to send from. @throws {Refusal} with what to do. */
    async finish(
      visit: ReturnedVisit & { workspaceId: string; code: string; firstName: string },
    ): Promise<{ email: string }> {
      const { workspaceId, credentialId, code, verifier, firstName } = visit;
      if (states === null) throw refused("google_connect_gone");
      const { tokens, claims } = await states.exchange({ code, verifier });
      if (!tokens.scopes.includes(gmailSendScope)) throw refused("google_permission_missing");
      if (tokens.refreshToken === null) throw refused("google_permission_brief");
      const { refreshToken } = tokens;
      await accounts.save({ workspaceId, credentialId, claims, refreshToken, firstName });
      return { email: claims.email };
    },
  };
}
