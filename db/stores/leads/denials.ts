import { and, eq, inArray, isNotNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Consent } from "../../../contract/leads/consent.ts";
import type { Builder } from "../../database.ts";
import { isListed } from "../../json/jsonSql.ts";
import type { Tables } from "../../tables.ts";

/**
 * The statements that keep the denials of leads that are about to be deleted, for the commit that deletes them; `which`
 * selects the workspace's leads. They replace an earlier denial of the same address, or end it where it was taken back.
 */
export function keepingDenials(
  write: Builder,
  { leads, denials }: Tables,
  { workspaceId, which }: { workspaceId: WorkspaceId; which: SQL | undefined },
) {
  const theirs = and(eq(leads.workspaceId, workspaceId), which);
  const { consent, consentAt, consentHow } = leads;
  // Where nobody ever said anything, a no of the address stays.
  const isTakenBack = or(eq(consent, "granted"), and(eq(consent, "unknown"), isNotNull(consentHow)));
  return {
    lifted: write
      .delete(denials)
      .where(
        and(
          eq(denials.workspaceId, workspaceId),
          inArray(
            denials.emailHash,
            write.select({ emailHash: leads.emailHash }).from(leads).where(and(theirs, isTakenBack)),
          ),
        ),
      ),
    denied: write
      .insert(denials)
      .select(
        write
          .select({
            workspaceId: leads.workspaceId,
            emailHash: leads.emailHash,
            deniedAt: sql<number>`coalesce(${consentAt}, 0)`.as("deniedAt"),
            how: sql<string>`coalesce(${consentHow}, 'by_recipient')`.as("how"),
          })
          .from(leads)
          .where(and(theirs, eq(consent, "denied"))),
      )
      .onConflictDoUpdate({
        target: [denials.workspaceId, denials.emailHash],
        set: { deniedAt: sql`excluded."deniedAt"`, how: sql`excluded."how"` },
      }),
  };
}

/** The statement that gives new leads the denial that was kept for their address. */
export function recallingDenials(
  write: Builder,
  tables: Tables,
  { workspaceId, ids }: { workspaceId: WorkspaceId; ids: readonly string[] },
) {
  const { leads, denials } = tables;
  return write
    .update(leads)
    .set({
      consent: "denied",
      consentAt: sql`${denials.deniedAt}`,
      consentHow: sql`${denials.how}`,
      consentBy: null,
    })
    .from(denials)
    .where(
      and(
        eq(leads.workspaceId, workspaceId),
        isListed(tables, leads.id, ids),
        ne(leads.consent, "denied"),
        eq(denials.workspaceId, workspaceId),
        eq(denials.emailHash, leads.emailHash),
      ),
    );
}

/** The statement that keeps what somebody says through the link in a mail, whether or not their lead still exists. */
export function sayingByAddress(
  write: Builder,
  { denials }: Tables,
  said: { workspaceId: WorkspaceId; emailHash: string; consent: Consent; now: number },
) {
  const { workspaceId, emailHash, consent, now } = said;
  if (consent !== "denied")
    return write
      .delete(denials)
      .where(and(eq(denials.workspaceId, workspaceId), eq(denials.emailHash, emailHash)));
  const denial = { deniedAt: now, how: "by_recipient" } as const;
  return write
    .insert(denials)
    .values({ workspaceId, emailHash, ...denial })
    .onConflictDoUpdate({ target: [denials.workspaceId, denials.emailHash], set: denial });
}
