import type { Endpoint } from "../endpoint.ts";
import { reason } from "../reasons.ts";
import { accountHealth } from "../schemas/accounts/health.ts";
import { credential, credentialChange, credentialInput, savedCredential } from "../schemas/credential.ts";
import { message, withId } from "../schemas/fields.ts";
import { fewOf } from "../schemas/lists.ts";

/** Which names and addresses are an account's own, and whether its server takes them, no schema can say. */
const senderRules = [
  reason("alias_malformed", { email: "…" }),
  reason("alias_not_own_domain", { right: "…" }),
  reason("alias_not_own_address", { right: "…" }),
  "sender_name_invisible",
  "sender_name_address",
  "sender_name_encoded",
  "sender_name_quoted",
  "app_password_missing",
  "server_missing",
  reason("sign_in_refused", { help: "smtp" }, "…"),
] as const;

export const credentialEndpoints = {
  "GET /amplify/auth/credentials": {
    tag: "Sending accounts",
    summary: "Your sending accounts",
    access: "session",
    keyBounds: true,
    ...fewOf(credential),
  },
  "POST /amplify/auth/credentials": {
    tag: "Sending accounts",
    summary:
      "Add a sending account; it is signed in to before it is saved. Where Google's or Microsoft's server cannot be reached it is kept and paused",
    access: "session",
    rate: "accountTryPerUser",
    body: credentialInput,
    refusedWith: senderRules,
    status: 201,
    answer: savedCredential,
    refusals: ["conflict"],
  },
  "PUT /amplify/auth/credentials/{id}": {
    tag: "Sending accounts",
    summary:
      "Change a sending account; an empty password keeps the stored one, except for another server or user name",
    access: "session",
    readsToo: true,
    rate: "accountTryPerUser",
    params: withId,
    body: credentialChange,
    refusedWith: [...senderRules, "account_by_visit", "provider_fixed"],
    answer: savedCredential,
    refusals: ["not_found", "conflict"],
  },
  "DELETE /amplify/auth/credentials/{id}": {
    tag: "Sending accounts",
    summary: "Remove a sending account; its campaigns pause",
    access: "session",
    params: withId,
    answer: message,
    refusals: ["not_found"],
  },
  "GET /amplify/auth/credentials/{id}/health": {
    tag: "Sending accounts",
    summary: "What came of an account's mails on each of the last 30 days, and when its budget frees",
    access: "session",
    keyBounds: true,
    params: withId,
    answer: accountHealth,
    refusals: ["not_found"],
  },
  "POST /amplify/auth/credentials/{id}/test": {
    tag: "Sending accounts",
    summary: "Sign in to the account as it is stored; no mail is sent",
    access: "session",
    rate: "accountTryPerUser",
    params: withId,
    answer: message,
    refusals: ["not_found", "unavailable", "rate_limited"],
  },
  "POST /amplify/auth/credentials/{id}/resume": {
    tag: "Sending accounts",
    summary: "Sign in again and let a paused account go on",
    access: "session",
    keyScope: "send",
    rate: "accountTryPerUser",
    params: withId,
    answer: credential,
    refusals: ["not_found"],
  },
} as const satisfies Record<string, Endpoint>;
