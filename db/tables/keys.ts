import { sql } from "drizzle-orm";
import type { UserId } from "../../contract/identity/scope.ts";
import type { ApprovalState } from "../../contract/schemas/keys.ts";
import type { Kit } from "../kit/sqlite.ts";

/** What programs call with. A row outlives its revoking, so that the log of requests can still name it. */
const apiKeys = ({ table, text, int, json, index, uniqueIndex }: Kit) =>
  table(
    "apiKeys",
    {
      id: text().primaryKey(),
      workspaceId: text().notNull(),
      /** Who made it; whoever calls with it is this person. */
      userId: text<UserId>().notNull(),
      /** SHA-256 of the key: a copy of the database calls nothing. */
      hash: text().notNull(),
      /** The end of the key, for people who look for it. */
      lastFour: text().notNull(),
      name: text().notNull(),
      /** Lists of texts: what it may do, and to what alone; null where it may to all. */
      scopes: json().notNull(),
      collections: json(),
      accounts: json(),
      addresses: json(),
      expiresAt: int(),
      lastUsedAt: int(),
      lastAddress: text(),
      createdAt: int().notNull(),
      revokedAt: int(),
    },
    (key) => [index("api_keys_workspace").on(key.workspaceId), uniqueIndex("api_keys_hash").on(key.hash)],
  );

/** Which campaigns a key has sent that may see no others. */
const apiKeyCampaigns = ({ table, text, primaryKey, index }: Kit) =>
  table(
    "apiKeyCampaigns",
    { workspaceId: text().notNull(), keyId: text().notNull(), campaignId: text().notNull() },
    (sent) => [
      primaryKey({ columns: [sent.keyId, sent.campaignId] }),
      index("api_key_campaigns_workspace").on(sent.workspaceId),
    ],
  );

/** A program that waits for somebody to let it in by a browser (RFC 8628). */
const keyApprovals = ({ table, text, int, json, index, uniqueIndex }: Kit) =>
  table(
    "keyApprovals",
    {
      /** SHA-256 of the code that the program alone knows. */
      id: text().primaryKey(),
      /** The short one, which a person compares. */
      userCode: text().notNull(),
      name: text().notNull(),
      /** Where it was asked from. */
      address: text().notNull(),
      state: text<ApprovalState>().notNull(),
      /** Who let it in, where, and to do what; null while nobody has. */
      workspaceId: text(),
      userId: text<UserId>(),
      scopes: json(),
      keyExpiresAt: int(),
      createdAt: int().notNull(),
      polledAt: int(),
    },
    (approval) => [
      uniqueIndex("key_approvals_code").on(approval.userCode),
      index("key_approvals_created").on(approval.createdAt),
    ],
  );

/** What was answered to calls that name an `Idempotency-Key`. */
const idempotentCalls = ({ table, text, int, index }: Kit) =>
  table(
    "idempotentCalls",
    {
      /** A keyed hash of the workspace, who called and the key that they chose. */
      id: text().primaryKey(),
      workspaceId: text().notNull(),
      /** A keyed hash of what was asked. */
      digest: text().notNull(),
      /** The process that answers it. */
      runner: text().notNull(),
      /** Null while it runs, and for ever where its process ended first. */
      status: int(),
      contentType: text(),
      body: text(),
      createdAt: int().notNull(),
    },
    (call) => [
      index("idempotent_calls_created").on(call.createdAt),
      index("idempotent_calls_workspace").on(call.workspaceId),
    ],
  );

/** The first digit of a status, as the index knows it: 4 of 404. */
export const statusClass = (status: unknown) => sql`(${status} / 100)`;

/** Calls that were made with keys. */
const apiRequests = ({ table, text, int, index }: Kit) =>
  table(
    "apiRequests",
    {
      /** The request's own, as its answer names it; ids of later ones are greater. */
      id: text().primaryKey(),
      workspaceId: text().notNull(),
      keyId: text().notNull(),
      method: text().notNull(),
      /** Without a query, which may hold anything. */
      path: text().notNull(),
      status: int().notNull(),
      tookMs: int().notNull(),
      address: text().notNull(),
      at: int().notNull(),
    },
    (request) => [
      index("api_requests_workspace").on(request.workspaceId, request.id),
      index("api_requests_key").on(request.workspaceId, request.keyId, request.id),
      // A page of what is rare, as failures are and removals, reads nothing else.
      index("api_requests_class").on(request.workspaceId, statusClass(request.status), request.id),
      index("api_requests_method").on(request.workspaceId, request.method, request.id),
      index("api_requests_at").on(request.at),
    ],
  );

/**
 * How many calls were made with a key on each day (`day` is where it begins, by UTC), in the commits that log them: the log
 * is gone long before, and counting it takes as long as it is. Kept for `keyUsageLimits.keptMs`.
 */
const apiDays = ({ table, text, int, index, primaryKey }: Kit) =>
  table(
    "apiDays",
    {
      workspaceId: text().notNull(),
      keyId: text().notNull(),
      day: int().notNull(),
      /** Answered with less than 400. */
      done: int().notNull(),
      /** Answered with a 4xx. */
      refused: int().notNull(),
      /** Answered with a 5xx. */
      failed: int().notNull(),
    },
    (row) => [
      primaryKey({ columns: [row.keyId, row.day] }),
      index("api_days_workspace").on(row.workspaceId, row.day),
      // What is past its time is looked for in all workspaces.
      index("api_days_day").on(row.day),
    ],
  );

/** What programs call with, and what is kept of their calls. */
export function keyTables(kit: Kit) {
  return {
    apiDays: apiDays(kit),
    apiKeyCampaigns: apiKeyCampaigns(kit),
    apiKeys: apiKeys(kit),
    apiRequests: apiRequests(kit),
    idempotentCalls: idempotentCalls(kit),
    keyApprovals: keyApprovals(kit),
  };
}
