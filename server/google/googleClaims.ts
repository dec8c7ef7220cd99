import type { JWTPayload } from "jose";
import { normalAddress } from "../../contract/address.ts";
import { refused } from "../../contract/refused.ts";
import type { Clock } from "../core/clock.ts";
import { createIdTokens, idTokenAlgorithm } from "../oauth/idTokens.ts";
import type { GoogleSettings } from "./googleHosts.ts";

/** The cause of a refusal that is about the person's address and not about the token. */
export const addressNotVerified = new Error("Google has not verified the address of this account");

export type GoogleClaims = {
  subject: string;
  email: string;
  firstName: string;
  lastName: string;
  /**
   * The mailbox is Google's own to give: it is at Gmail, or at the domain of a Workspace. Any other address somebody
   * proved to Google once, and it may be another's by now (Google's "Verify the Google ID token", on `sub` and `hd`).
   */
  isGooglesOwn: boolean;
};

const issuers = ["https://accounts.google.com", "accounts.google.com"];
const certificates = "https://www.googleapis.com/oauth2/v3/certs";

/** Reads Google's ID tokens. */
export function createGoogleClaims({ google, clock }: { google: GoogleSettings; clock: Clock }) {
  const { baseUrl, clientId } = google;
  const tokens = createIdTokens({
    keysUrl: baseUrl === null ? certificates : `${baseUrl}/oauth2/v3/certs`,
    issuer: baseUrl === null ? issuers : [...issuers, baseUrl],
    claims: ["sub", "exp", "email"],
    away: (cause) => refused("google_away", {}, { cause }),
    clientId,
    clock,
  });
  return {
    /** @throws {Refusal} unauthorized for any token that is not good; unavailable when Google's keys cannot be had. */
    async claimsOf(token: string): Promise<GoogleClaims> {
      return believed(await tokens.read(token));
    },
  };
}

/** Whether the text is at least a token that Google might have signed; looked at before anything is fetched for it. */
export async function mayBeGoogles(token: string): Promise<boolean> {
  const { decodeProtectedHeader } = await import("jose");
  try {
    return decodeProtectedHeader(token).alg === idTokenAlgorithm;
  } catch {
    return false;
  }
}

function believed(payload: JWTPayload): GoogleClaims {
  const { sub, email, email_verified: verified, given_name: first, family_name: last, hd } = payload;
  // Whoever has not proved the address to Google could take over the account of the one whose it is.
  const isVerified = verified === true || verified === "true";
  if (!isVerified || typeof email !== "string" || typeof sub !== "string")
    throw refused("unauthorized", {}, { cause: addressNotVerified });
  const address = normalAddress(email);
  return {
    subject: sub,
    email: address,
    isGooglesOwn: /@(?:gmail|googlemail)\.com$/.test(address) || isAtDomain(address, hd),
    firstName: typeof first === "string" ? first : "",
    lastName: typeof last === "string" ? last : "",
  };
}

/** A Workspace's domain may be written in other letters, as any domain. */
function isAtDomain(address: string, domain: unknown): boolean {
  return (
    typeof domain === "string" &&
    normalAddress(`x@${domain}`) === `x${address.slice(address.lastIndexOf("@"))}`
  );
}
