import type { Scope, WorkspaceId } from "../../contract/identity/scope.ts";
import { refused } from "../../contract/refused.ts";
import { createCredentialStore } from "../../db/stores/accounts/credentials.ts";
import type { SignedIn } from "../core/caller.ts";
import type { Core } from "../core/core.ts";
import { connectScopes, gmailReadScope, gmailSendScope, readScopes } from "../google/googleScopes.ts";
import type { Readings } from "../inbound/index.ts";
import { mayRead, maySend, microsoftReadScopes, microsoftScopes } from "../microsoft/microsoftScopes.ts";
import type { Tokens } from "../oauth/tokenEndpoint.ts";
import type { ReturnedVisit, Visits } from "../oauth/visits.ts";
import type { Claims, ConnectedAccounts, ConnectedType } from "./connectedAccounts.ts";

export type Connect = ReturnType<typeof createConnect>;

/** What each provider is asked, and what it may be refused for. */
const asking = {
  gscope: {
    // Offline and consent, so that a refresh token comes back each time.
    ask: { scope: connectScopes, access_type: "offline", prompt: "consent" },
    readScope: readScopes,
    maySend: (scopes: readonly string[]) => scopes.includes(gmailSendScope),
    mayRead: (scopes: readonly string[]) => scopes.includes(gmailReadScope),
    unread: "google_reading_missing",
    notSetUp: "google_connect_not_set_up",
    gone: "google_connect_gone",
    missing: "google_permission_missing",
    brief: "google_permission_brief",
  },
  mscope: {
    // Without it Microsoft takes whoever is signed in there, and most people have an account of their own too.
    ask: { scope: microsoftScopes, prompt: "select_account" },
    readScope: microsoftReadScopes,
    maySend,
    mayRead,
    unread: "microsoft_reading_missing",
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
  readings: Pick<Readings, "permit">;
};

/**
 * Connecting an account by a visit to its provider, with permission to send only. Permission to read is asked for by a
 * visit of its own and kept apart, so that whatever becomes of it changes nothing about sending.
 */
export function createConnect(core: Core, { type, visits, accounts, readings }: Parts) {
  const credentials = createCredentialStore(core.database);
  const kind = asking[type];
  return {
    /**
     * The provider's address where the person allows sending. @throws {Refusal} not_found for an account that is not the
     * workspace's or not connected by this provider, unavailable without a client.
     */
    async authorizationUrl(wanted: {
      credentialId?: string | undefined;
      purpose?: "sending" | "reading" | undefined;
      person: SignedIn;
      scope: Scope;
    }): Promise<string> {
      const { credentialId, person, scope } = wanted;
      const reads = wanted.purpose === "reading";
      const { workspaceId } = scope;
      if (visits === null) throw refused(kind.notSetUp);
      const hint: Record<string, string> = reads ? { scope: kind.readScope } : {};
      if (reads && credentialId === undefined) throw refused("account_not_found");
      if (credentialId !== undefined) {
        const row = await credentials.one({ workspaceId, id: credentialId });
        if (row?.type !== type) throw refused("account_not_found");
        hint.login_hint = row.appEmail;
      }
      return visits.begin({
        sessionId: person.sessionId,
        workspaceId,
        credentialId: credentialId ?? null,
        reads,
        ask: { ...kind.ask, ...hint },
      });
    },

    /** Keeps the account that somebody has just allowed us to send from. @throws {Refusal} with what to do. */
    async finish(
      visit: ReturnedVisit & { workspaceId: WorkspaceId; code: string; firstName: string },
    ): Promise<{ email: string }> {
      const { workspaceId, credentialId, code, verifier, firstName } = visit;
      if (visits === null) throw refused(kind.gone);
      const { tokens, claims } = await visits.exchange({ code, verifier });
      if (visit.reads) return letRead({ workspaceId, credentialId: credentialId ?? "", tokens, claims });
      if (!kind.maySend(tokens.scopes)) throw refused(kind.missing);
      if (tokens.refreshToken === null) throw refused(kind.brief);
      const { refreshToken } = tokens;
      await accounts.save({ workspaceId, credentialId, claims, refreshToken, firstName });
      return { email: claims.email };
    },
  };

  /** Keeps a permission to read the mailbox of an account that is connected already; it has to be that very account's. */
  async function letRead({
    workspaceId,
    credentialId: id,
    tokens,
    claims,
  }: Allowed): Promise<{ email: string }> {
    await accounts.proveBehind({ workspaceId, id }, claims);
    if (!kind.mayRead(tokens.scopes)) throw refused(kind.unread);
    if (tokens.refreshToken === null) throw refused(kind.brief);
    await readings.permit({ workspaceId, id }, tokens.refreshToken);
    return { email: claims.email };
  }
}

type Allowed = { workspaceId: WorkspaceId; credentialId: string; tokens: Tokens; claims: Claims };
