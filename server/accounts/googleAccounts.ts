import { parseAddress, parseAlias } from "../../contract/address.ts";
import type { Refusal } from "../../contract/errors.ts";
import { credentialLimits } from "../../contract/limits/accounts.ts";
import { refused } from "../../contract/refused.ts";
import { providers } from "../../contract/sending/providers.ts";
import { senderNameFault } from "../../contract/sending/senderNameFault.ts";
import { type CredentialRow, createCredentialStore } from "../../db/stores/accounts/credentials.ts";
import type { Core } from "../core/core.ts";
import type { GoogleClaims } from "../google/googleTokens.ts";

type Granted = {
  workspaceId: string;
  /** The account that is reconnected; null when a new one is connected. */
  credentialId: string | null;
  claims: Pick<GoogleClaims, "subject" | "email">;
  refreshToken: string;
  /** Of the person who connects it, for the name that recipients see. */
  firstName: string;
};

export type GoogleAccounts = ReturnType<typeof createGoogleAccounts>;

/** Sending accounts that Google connected. `goOn` lets an account's work continue with what is stored now. */
export function createGoogleAccounts(core: Core, { goOn }: { goOn(id: string): Promise<void> }) {
  const store = createCredentialStore(core.database);

  async function add({ workspaceId, claims, refreshToken, firstName }: Granted): Promise<void> {
    const id = core.newId();
    const { perDay, perMinute, gapMs } = providers.google.budget;
    await store.add(
      {
        id,
        workspaceId,
        provider: "google",
        type: "gscope",
        appEmail: claims.email,
        alias: aliasFor(claims.email, firstName),
        secret: sealed(core, { workspaceId, id }, refreshToken),
        googleSubject: claims.subject,
        perDay,
        perMinute,
        gapMs,
        paused: false,
        createdAt: core.clock.now(),
      },
      credentialLimits.perUser,
    );
  }

  return {
    /**
     * Keeps a permission to send: at the account that is reconnected, at one that stands for the same Google account
     * already, or at a new one. @throws {Refusal} conflict for another Google account than the reconnected one.
     */
    async save(granted: Granted): Promise<void> {
      const { workspaceId, credentialId, claims, refreshToken } = granted;
      if (!parseAddress(claims.email).ok) throw refused("google_address_unusable");
      const connected = (await store.ownedBy(workspaceId)).filter((row) => row.type === "gscope");
      const known =
        credentialId === null
          ? connected.find((row) => isBehind(row, claims))
          : connected.find((row) => row.id === credentialId);
      if (known === undefined) {
        if (credentialId !== null) throw refused("account_not_found");
        return add(granted);
      }
      if (!isBehind(known, claims)) throw anotherAccount(known.appEmail, claims.email);
      const { id } = known;
      await store.change(
        { workspaceId, id },
        {
          secret: sealed(core, { workspaceId, id }, refreshToken),
          googleSubject: claims.subject,
          appEmail: claims.email,
          // A renamed Google account sends from its new address.
          alias: known.appEmail === claims.email ? known.alias : renamed(known.alias, claims.email),
        },
      );
      await goOn(id);
    },
  };
}

/** Whether this Google account is the one behind the row: addresses can change hands, subjects never do. */
function isBehind(row: CredentialRow, { subject, email }: Granted["claims"]): boolean {
  return row.googleSubject === null ? row.appEmail === email : row.googleSubject === subject;
}

function anotherAccount(expected: string, chosen: string): Refusal {
  return refused("google_another_chosen", { chosen, expected });
}

function sealed(
  core: Core,
  { workspaceId, id }: { workspaceId: string; id: string },
  refreshToken: string,
): string {
  return core.secrets.seal(refreshToken, { workspaceId, rowId: id, field: "appPassword" });
}

/** One word and the address (specification, section 5): the person's first name, else what stands before the @. */
function aliasFor(email: string, firstName: string): string {
  const name = firstName.trim().replace(/\s+/g, "_");
  const named = `${name} <${email}>`;
  const isGood = parseAlias(named) !== null && senderNameFault(name) === null;
  return isGood ? named : `${email.slice(0, email.indexOf("@"))} <${email}>`;
}

function renamed(alias: string, email: string): string {
  return aliasFor(email, parseAlias(alias)?.name ?? "");
}
