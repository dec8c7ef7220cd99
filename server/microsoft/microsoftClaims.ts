import type { JWTPayload } from "jose";
import { normalAddress, parseAddress } from "../../contract/address.ts";
import { refused } from "../../contract/refused.ts";
import type { Clock } from "../core/clock.ts";
import { createIdTokens } from "../oauth/idTokens.ts";
import { type MicrosoftSettings, microsoftHosts } from "./microsoftHosts.ts";

export type MicrosoftClaims = {
  /** The account's tenant and its id there, which together never change and name nobody else. */
  subject: string;
  /**
   * As the tenant's administrator wrote it, and proved by nobody: good to send from, because Microsoft itself refuses a
   * mail from an address that is not the mailbox's, and never good to sign in by.
   */
  email: string;
  /** It is no organisation's. */
  isPersonal: boolean;
};

/** The tenant of all personal accounts. */
const personalTenant = "9188040d-6c67-4c5b-b112-36a304b66dad";
const guid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Reads Microsoft's ID tokens. */
export function createMicrosoftClaims({ microsoft, clock }: { microsoft: MicrosoftSettings; clock: Clock }) {
  const { clientId } = microsoft;
  const hosts = microsoftHosts(microsoft);
  const tokens = createIdTokens({
    keysUrl: hosts.keys,
    claims: ["sub", "exp", "tid", "oid"],
    away: (cause) => refused("microsoft_away", {}, { cause }),
    clientId,
    clock,
  });

  /** The keys are every tenant's, so the token must come from the tenant that it names, and that be one we ask. */
  function tenantOf({ tid, iss }: JWTPayload): string | null {
    if (typeof tid !== "string" || !guid.test(tid) || iss !== hosts.issuerOf(tid)) return null;
    const { tenant } = microsoft;
    const isPersonal = tid === personalTenant;
    if (tenant === "consumers") return isPersonal ? tid : null;
    if (tenant === "organizations") return isPersonal ? null : tid;
    return guid.test(tenant) && tenant !== tid ? null : tid;
  }

  return {
    /** @throws {Refusal} for any token that is not good, and when Microsoft's keys cannot be had. */
    async claimsOf(token: string): Promise<MicrosoftClaims> {
      const payload = await tokens.read(token);
      const tenantId = tenantOf(payload);
      const { oid } = payload;
      if (tenantId === null || typeof oid !== "string" || oid === "")
        throw refused("unauthorized", {}, { cause: new Error("The token is of another tenant") });
      return {
        subject: `${tenantId}/${oid}`,
        email: addressIn(payload),
        isPersonal: tenantId === personalTenant,
      };
    },
  };
}

/** The mailbox's address where the account has one written down, else the name that one signs in with. */
function addressIn({ email, preferred_username: name }: JWTPayload): string {
  const given = [email, name].filter((each) => typeof each === "string");
  return normalAddress(given.find((each) => parseAddress(each).ok) ?? "");
}
