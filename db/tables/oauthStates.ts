import type { Kit } from "../kit/sqlite.ts";

/** One row per started "connect Google"; used once, by the session that started it. */
export const oauthStates = ({ table, text, int }: Kit) =>
  table("oauthStates", {
    /** SHA-256 of the state parameter. */
    id: text().primaryKey(),
    sessionId: text().notNull(),
    ownerId: text().notNull(),
    /** The PKCE verifier (RFC 7636), sealed. */
    verifier: text().notNull(),
    createdAt: int().notNull(),
  });
