import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { isStrongPassword, strongPassword } from "../identity/passwordRules.ts";
import { textLimits } from "../limits/text.ts";
import { issueText } from "../reasons.ts";
import { emailAddress, message } from "../schemas/fields.ts";
import { loginInput, person, session, signupInput, standing } from "../schemas/person.ts";

const resetLinkDead = issueText("reset_link_dead");
const password = z.string({ error: issueText("signup_password") }).max(textLimits.passwordMax);
const newPassword = password
  .refine(isStrongPassword, { error: issueText("signup_password") })
  .meta(strongPassword);

export const authEndpoints = {
  "POST /amplify/auth/signup": {
    tag: "Session",
    summary: "Create an account",
    access: "public",
    keyScope: "none",
    rate: "publicPerAddress",
    body: signupInput,
    bodyLimit: "signInBytes",
    status: 201,
    answer: z.object({ message: z.string(), uid: z.string() }),
    refusals: ["conflict", "forbidden"],
    refusedWith: ["signup_mismatch"],
  },
  "POST /amplify/auth/login": {
    tag: "Session",
    summary: "Sign in; sets the session cookie and answers a token for programs",
    access: "public",
    keyScope: "none",
    body: loginInput,
    bodyLimit: "signInBytes",
    answer: session,
    refusals: ["invalid_credentials", "rate_limited", "unavailable"],
  },
  "POST /amplify/auth/logout": {
    tag: "Session",
    summary: "Sign out; the session is dead at once",
    access: "public",
    keyScope: "none",
    answer: message,
  },
  "POST /amplify/auth/verify": {
    tag: "Session",
    summary: "Check that the session still belongs to this uid",
    access: "session",
    keyScope: "none",
    person: true,
    body: z.object({ uid: z.string({ error: issueText("uid_missing") }).max(textLimits.idMax) }),
    answer: z.object({ status: z.string(), role: z.string(), data: standing }),
  },
  "GET /amplify/auth/me": {
    tag: "Session",
    summary: "Who is signed in",
    access: "session",
    keyBounds: true,
    person: true,
    answer: person,
  },
  "POST /amplify/auth/password": {
    tag: "Session",
    summary: "Change the password; every other session ends",
    access: "session",
    keyScope: "none",
    person: true,
    body: z.object({ currentPassword: password, newPassword }),
    answer: session,
    refusals: ["invalid_credentials", "rate_limited"],
  },
  "POST /amplify/auth/forgot": {
    tag: "Session",
    summary: "Ask for a mail with a link to a new password; the answer is the same whoever asks",
    access: "public",
    keyScope: "none",
    sendsMail: "from another",
    rate: "passwordResetPerAddress",
    body: z.object({ email: emailAddress(issueText("address_needed")) }),
    answer: message,
    refusals: ["unavailable"],
  },
  "POST /amplify/auth/reset": {
    tag: "Session",
    summary: "Set a new password with the token of a mailed link; every session ends",
    access: "public",
    keyScope: "none",
    rate: "passwordResetPerAddress",
    body: z.object({
      token: z.string({ error: resetLinkDead }).max(textLimits.tokenMax, { error: resetLinkDead }),
      password: newPassword,
    }),
    bodyLimit: "signInBytes",
    answer: message,
    refusals: ["unavailable"],
    refusedWith: ["reset_link_dead"],
  },
  "POST /amplify/auth/store-google-user": {
    tag: "Session",
    summary: "Sign in with a Google ID token (bearer), whose claims count, not the body",
    access: "public",
    keyScope: "none",
    rate: "publicPerAddress",
    body: z.object({
      /** Null, too, is nothing: whoever has one name has no last one at Google. */
      email: z.string().max(textLimits.emailMax).nullish(),
      firstName: z.string().max(textLimits.leadNameMax).nullish(),
      lastName: z.string().max(textLimits.leadNameMax).nullish(),
      uid: z.string().max(textLimits.idMax).nullish(),
      status: z.unknown().optional(),
      /** Of the account that has this address, where Google alone is not asked about it. */
      password: z.string().max(textLimits.passwordMax).optional(),
    }),
    bodyLimit: "signInBytes",
    answer: session,
    refusals: ["unauthorized", "forbidden", "conflict", "invalid_credentials", "rate_limited", "unavailable"],
  },
  "GET /auth/authorize/scope": {
    tag: "Sending accounts",
    summary: "Start connecting a Google account to send only, or let its mailbox be read",
    access: "session",
    keyScope: "none",
    person: true,
    query: z.object({
      uid: z
        .string({ error: issueText("google_uid_missing") })
        .min(1, { error: issueText("google_uid_missing") })
        .max(textLimits.idMax),
      /** The account to reconnect; without it a new one is connected. */
      credentialId: z.string().max(textLimits.idMax).optional(),
      /** "reading" asks for permission to read that account's mailbox, and for none to send. */
      purpose: z.enum(["sending", "reading"]).optional(),
    }),
    answer: z.object({ authorization_url: z.string() }),
    refusals: ["unavailable"],
  },
  "GET /auth/microsoft/authorize": {
    tag: "Sending accounts",
    summary: "Start connecting a Microsoft account to send only, or let its mailbox be read",
    access: "session",
    keyScope: "none",
    person: true,
    query: z.object({
      /** The account to reconnect; without it a new one is connected. */
      credentialId: z.string().max(textLimits.idMax).optional(),
      /** "reading" asks for permission to read that account's mailbox, and for none to send. */
      purpose: z.enum(["sending", "reading"]).optional(),
    }),
    answer: z.object({ authorization_url: z.string() }),
    refusals: ["not_found", "unavailable"],
  },
  "POST /auth/google/sign-in": {
    tag: "Session",
    summary: "Start signing in with Google; sets the cookie that the answer has to come back with",
    access: "public",
    keyScope: "none",
    rate: "publicPerAddress",
    answer: z.object({ authorization_url: z.string() }),
    refusals: ["unavailable"],
  },
  "POST /auth/google/link": {
    tag: "Session",
    summary: "End a sign-in with Google that waits for the account's password",
    access: "public",
    keyScope: "none",
    rate: "publicPerAddress",
    body: z.object({ password }),
    bodyLimit: "signInBytes",
    answer: session,
    refusals: ["invalid_credentials", "rate_limited", "conflict", "unavailable"],
    refusedWith: ["google_visit_late"],
  },
} as const satisfies Record<string, Endpoint>;
