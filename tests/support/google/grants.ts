import { createHash, randomBytes } from "node:crypto";
import type { GooglePerson } from "./person.ts";

type Code = {
  person: GooglePerson;
  redirectUri: string;
  challenge: string;
  scopes: string[];
  offline: boolean;
};
type Refresh = { person: GooglePerson; scopes: string[] };
type Access = { person: GooglePerson; scopes: string[]; endsAt: number };

export type Granted = { access: string; refresh: string | null; person: GooglePerson; scopes: string[] };

/** What people allowed, as Google keeps it: codes that work once, refresh tokens, access tokens that end. */
export function createGrants({
  accessSeconds,
  renews = false,
}: {
  accessSeconds: number;
  /** Each refresh gives another refresh token too; the one before stays good, as Microsoft has it. */
  renews?: boolean;
}) {
  const codes = new Map<string, Code>();
  const refreshes = new Map<string, Refresh>();
  const accesses = new Map<string, Access>();
  const token = (kind: string) => `${kind}-${randomBytes(18).toString("base64url")}`;

  function newAccess({ person, scopes }: Refresh): string {
    const access = token("access");
    accesses.set(access, { person, scopes, endsAt: Date.now() + accessSeconds * 1_000 });
    return access;
  }

  return {
    accessSeconds,
    addCode(code: Code): string {
      const made = token("code");
      codes.set(made, code);
      return made;
    },

    /** What a whole visit to the consent page comes to. */
    allow(person: GooglePerson, scopes: string[]): string {
      const refresh = token("refresh");
      refreshes.set(refresh, { person, scopes });
      return refresh;
    },

    /** RFC 6749 section 4.1.3 and RFC 7636 section 4.6; null is invalid_grant. */
    exchange({ code, redirectUri, verifier }: { code: string; redirectUri: string; verifier: string }) {
      const found = codes.get(code);
      codes.delete(code);
      if (found === undefined || found.redirectUri !== redirectUri) return null;
      if (createHash("sha256").update(verifier).digest("base64url") !== found.challenge) return null;
      const { person, scopes } = found;
      const refresh = found.offline ? token("refresh") : null;
      if (refresh !== null) refreshes.set(refresh, { person, scopes });
      return { access: newAccess(found), refresh, person, scopes } satisfies Granted;
    },

    /** RFC 6749 section 6: for the scopes that are named, which have to be among those that were allowed. */
    refresh(refresh: string, wanted: readonly string[] = []): Granted | null {
      const allowed = refreshes.get(refresh);
      if (allowed === undefined || wanted.some((scope) => !allowed.scopes.includes(scope))) return null;
      const found = wanted.length === 0 ? allowed : { ...allowed, scopes: [...wanted] };
      const next = renews ? token("refresh") : null;
      if (next !== null) refreshes.set(next, allowed);
      return { access: newAccess(found), refresh: next, ...found };
    },

    /** Whose an access token is; null once it has ended or was never one. */
    bearerOf(access: string): Access | null {
      const found = accesses.get(access);
      return found !== undefined && found.endsAt > Date.now() ? found : null;
    },

    /** The person removes the permission in the Google account. */
    withdraw(email: string): void {
      for (const [key, { person }] of refreshes) if (person.email === email) refreshes.delete(key);
      for (const [key, { person }] of accesses) if (person.email === email) accesses.delete(key);
    },

    /** The installation gives a token back, and with it all that this person allowed it. */
    revoke(token: string): void {
      const person = (refreshes.get(token) ?? accesses.get(token))?.person;
      if (person) this.withdraw(person.email);
    },

    /** Every access token ends; refresh tokens stay good. */
    endAccess(): void {
      accesses.clear();
    },

    /** One refresh token is too old by now. */
    endRefresh: (token: string) => refreshes.delete(token),

    refreshTokens: () => [...refreshes.keys()],
  };
}

export type Grants = ReturnType<typeof createGrants>;
