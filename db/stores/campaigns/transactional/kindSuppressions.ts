import { and, eq, or } from "drizzle-orm";
import type { WorkspaceId } from "../../../../contract/identity/scope.ts";
import { type Reason, reason } from "../../../../contract/reasons.ts";
import { everyKind } from "../../../../contract/schemas/transactional.ts";
import type { Database } from "../../../database.ts";
import { isListed } from "../../../json/jsonSql.ts";
import { behind, inOrder } from "../../../keyset.ts";
import { isBounced } from "../../inbound/bouncedAddresses.ts";

export type KindSuppressionRow = Database["tables"]["kindSuppressions"]["$inferSelect"];

/** Addresses that take no mail of a kind, or of none. What campaigns may be sent is another matter; see `suppressions`. */
export function createKindSuppressionStore(database: Database) {
  const { read, atomically, tables } = database;
  const { kindSuppressions: rows } = tables;
  const isOwn = (workspaceId: WorkspaceId) => eq(rows.workspaceId, workspaceId);
  return {
    ...barring(database),

    /** One that is there already keeps its id and takes the newer cause. */
    async add(row: KindSuppressionRow): Promise<KindSuppressionRow> {
      const { added } = await atomically((write) => ({
        added: write
          .insert(rows)
          .values(row)
          .onConflictDoUpdate({
            target: [rows.workspaceId, rows.emailHash, rows.kind],
            set: { cause: row.cause },
          })
          .returning(),
      }));
      return added[0] ?? row;
    },

    async remove({ workspaceId, id }: { workspaceId: WorkspaceId; id: string }): Promise<boolean> {
      const { gone } = await atomically((write) => ({
        gone: write
          .delete(rows)
          .where(and(isOwn(workspaceId), eq(rows.id, id)))
          .returning({ id: rows.id }),
      }));
      return gone.length > 0;
    },

    /** The newest first unless asked. */
    async pageOf(query: {
      workspaceId: WorkspaceId;
      kind: string | null;
      emailHash: string | null;
      beforeId: string | null;
      order?: "asc" | "desc" | undefined;
      countMax: number;
    }): Promise<KindSuppressionRow[]> {
      const { order = "desc" } = query;
      return read
        .select()
        .from(rows)
        .where(
          and(
            isOwn(query.workspaceId),
            query.kind === null ? undefined : eq(rows.kind, query.kind),
            query.emailHash === null ? undefined : eq(rows.emailHash, query.emailHash),
            query.beforeId === null ? undefined : behind([rows.id], { order, place: [query.beforeId] }),
          ),
        )
        .orderBy(inOrder(rows.id, order))
        .limit(query.countMax);
    },
  };
}

function barring({ read, tables }: Database) {
  const { kindSuppressions: rows, bouncedAddresses: bounced } = tables;
  const isOwn = (workspaceId: WorkspaceId) => eq(rows.workspaceId, workspaceId);
  return {
    /** Of these addresses, by their hashes, why those get no mail of the kind that do not. */
    async among(asked: {
      workspaceId: WorkspaceId;
      kind: string;
      emailHashes: readonly string[];
    }): Promise<Map<string, Reason<"kind_suppressed" | "address_bounced">>> {
      const returned = await read
        .select({ emailHash: bounced.emailHash })
        .from(bounced)
        .where(
          and(
            eq(bounced.workspaceId, asked.workspaceId),
            isListed(tables, bounced.emailHash, asked.emailHashes),
            isBounced(tables),
          ),
        );
      const found = await read
        .select({ emailHash: rows.emailHash, kind: rows.kind })
        .from(rows)
        .where(
          and(
            isOwn(asked.workspaceId),
            isListed(tables, rows.emailHash, asked.emailHashes),
            or(eq(rows.kind, asked.kind), eq(rows.kind, everyKind)),
          ),
        );
      return new Map<string, Reason<"kind_suppressed" | "address_bounced">>([
        ...returned.map(({ emailHash }) => [emailHash, reason("address_bounced")] as const),
        ...found.map(({ emailHash, kind }) => [emailHash, reason("kind_suppressed", { kind })] as const),
      ]);
    },
  };
}
