import { and, asc, eq, gt, inArray, isNull, lte, ne, or } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Database } from "../../database.ts";
import type { CredentialRow } from "./credentials.ts";

export type DomainChecksRow = Database["tables"]["domainChecks"]["$inferSelect"];
type Of = { workspaceId: WorkspaceId; credentialId: string };

/** The results of checking the domains of accounts. */
export function createDomainCheckStore({ read, atomically, tables }: Database) {
  const { domainChecks, credentials } = tables;
  const owned = ({ workspaceId, credentialId }: Of) =>
    and(eq(domainChecks.credentialId, credentialId), eq(domainChecks.workspaceId, workspaceId));
  return {
    async one(of: Of): Promise<DomainChecksRow | null> {
      const [row] = await read.select().from(domainChecks).where(owned(of));
      return row ?? null;
    },

    async among(workspaceId: WorkspaceId, credentialIds: readonly string[]): Promise<DomainChecksRow[]> {
      if (credentialIds.length === 0) return [];
      return read
        .select()
        .from(domainChecks)
        .where(
          and(
            eq(domainChecks.workspaceId, workspaceId),
            inArray(domainChecks.credentialId, [...credentialIds]),
          ),
        );
    },

    async put(row: DomainChecksRow): Promise<void> {
      const { credentialId, workspaceId, ...found } = row;
      await atomically((write) => ({
        put: write
          .insert(domainChecks)
          .values(row)
          .onConflictDoUpdate({ target: domainChecks.credentialId, set: found }),
      }));
    },

    /** Makes a check due when somebody next looks at it; its result stays until then, unless `forgets` is set. */
    async makeDue(of: Of, { forgets }: { forgets: boolean }): Promise<void> {
      await atomically((write) => ({
        due: forgets
          ? write.delete(domainChecks).where(owned(of))
          : write.update(domainChecks).set({ dueAt: 0 }).where(owned(of)),
      }));
    },

    /**
     * Accounts of all workspaces whose domain was never checked, or not for too long. A check dated in the future was
     * made while the clock was wrong, and counts as due.
     */
    async due(now: number, countMax: number): Promise<CredentialRow[]> {
      const rows = await read
        .select({ account: credentials })
        .from(credentials)
        .leftJoin(domainChecks, eq(domainChecks.credentialId, credentials.id))
        .where(
          and(
            ne(credentials.provider, "sandbox"),
            or(isNull(domainChecks.dueAt), lte(domainChecks.dueAt, now), gt(domainChecks.checkedAt, now)),
          ),
        )
        .orderBy(asc(credentials.id))
        .limit(countMax);
      return rows.map(({ account }) => account);
    },
  };
}
