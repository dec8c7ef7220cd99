import type { Kit } from "../kit/sqlite.ts";

/** One row per started visit to Google; used once, by the browser that started it. */
export const oauthStates = ({ table, text, int }: Kit) =>
  table("oauthStates", {
    /** SHA-256 of the state parameter. */
    id: text().primaryKey(),
    /** The session that connects an account, or the hash of the cookie that a sign-in began with. */
    sessionId: text().notNull(),
    /** Null while somebody signs in: nobody knows yet who that is. */
    ownerId: text(),
    /** The account that is reconnected; null for a new one and for a sign-in. */
    credentialId: text(),
    /** The PKCE verifier (RFC 7636), sealed. */
    verifier: text().notNull(),
    createdAt: int().notNull(),
  });
