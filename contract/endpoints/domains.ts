import type { Endpoint } from "../endpoint.ts";
import { accountDomain, signingChange, withKey } from "../schemas/accounts/domain.ts";
import { withId } from "../schemas/fields.ts";

/** The domain that an account's mails come from, and the keys that they are signed with. */
export const domainEndpoints = {
  "GET /amplify/auth/credentials/{id}/domain": {
    tag: "Sending accounts",
    summary: "What was last found at the domain that an account's mails come from, and the records to add",
    access: "session",
    keyBounds: true,
    params: withId,
    answer: accountDomain,
    refusals: ["not_found"],
  },
  "POST /amplify/auth/credentials/{id}/domain": {
    tag: "Sending accounts",
    summary: "Look at the domain now; the DNS may take some seconds to answer",
    access: "session",
    rate: "domainLookPerUser",
    params: withId,
    answer: accountDomain,
    refusals: ["not_found"],
  },
  "POST /amplify/auth/credentials/{id}/domain/keys": {
    tag: "Sending accounts",
    summary: "Make a pair of keys to sign with; nothing is signed before the DNS shows their records",
    access: "session",
    rate: "domainLookPerUser",
    params: withId,
    status: 201,
    answer: accountDomain,
    refusals: ["not_found", "conflict"],
  },
  "PUT /amplify/auth/credentials/{id}/domain/keys/{keyId}": {
    tag: "Sending accounts",
    summary: "Sign with a pair of keys, which ends signing with another one, or sign no more",
    access: "session",
    rate: "domainLookPerUser",
    params: withKey,
    body: signingChange,
    answer: accountDomain,
    refusals: ["not_found", "conflict", "unavailable"],
  },
  "DELETE /amplify/auth/credentials/{id}/domain/keys/{keyId}": {
    tag: "Sending accounts",
    summary: "Throw a pair of keys away; mails that are signed with it are signed no more",
    access: "session",
    params: withKey,
    answer: accountDomain,
    refusals: ["not_found"],
  },
} as const satisfies Record<string, Endpoint>;
