import { type AnyColumn, and, asc, eq, inArray, notExists, type SQL, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Builder } from "../../database.ts";
import type { Tables } from "../../tables.ts";

type Removal = { write: Builder; tables: Tables; workspaceId: WorkspaceId; countMax: number };

/** Deletes some of the rows of each table of which a workspace may have very many; all of it is one commit. */
export function removingSome(removal: Removal) {
  const { importChanges } = removal.tables;
  return {
    ...removingMails(removal),
    ...removingLeads(removal),
    importChanges: removal.write
      .delete(importChanges)
      .where(someChanges(removal.write, importChanges, removal))
      .returning({ position: importChanges.position }),
    ...removingLogs(removal),
  };
}

/** The mails of its first campaigns, and those campaigns that have none: among all of them, each commit would look again. */
function removingMails({ write, tables, workspaceId, countMax }: Removal) {
  const { clicks, deliveries, campaigns, campaignContents, links } = tables;
  const first = write
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(eq(campaigns.workspaceId, workspaceId))
    .orderBy(asc(campaigns.id))
    .limit(countMax);
  const some = write
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(inArray(deliveries.campaignId, first))
    .limit(countMax);
  const isEmpty = (id: AnyColumn, owner: AnyColumn) =>
    and(
      eq(owner, workspaceId),
      inArray(id, first),
      notExists(write.select({ one: sql`1` }).from(deliveries).where(eq(deliveries.campaignId, id))),
    );
  return {
    clicks: write.delete(clicks).where(inArray(clicks.deliveryId, some)),
    deliveries: write.delete(deliveries).where(inArray(deliveries.id, some)).returning({ id: deliveries.id }),
    links: write.delete(links).where(isEmpty(links.campaignId, links.workspaceId)),
    contents: write
      .delete(campaignContents)
      .where(isEmpty(campaignContents.campaignId, campaignContents.workspaceId)),
    campaigns: write
      .delete(campaigns)
      .where(isEmpty(campaigns.id, campaigns.workspaceId))
      .returning({ id: campaigns.id }),
  };
}

function removingLeads({ write, tables, workspaceId, countMax }: Removal) {
  const { memberships, leads, leadMails } = tables;
  const some = write
    .select({ id: leads.id })
    .from(leads)
    .where(eq(leads.workspaceId, workspaceId))
    .orderBy(asc(leads.id))
    .limit(countMax);
  const someMailed = write
    .select({ id: leadMails.leadId })
    .from(leadMails)
    .where(eq(leadMails.workspaceId, workspaceId))
    .limit(countMax);
  return {
    memberships: write
      .delete(memberships)
      .where(and(eq(memberships.workspaceId, workspaceId), inArray(memberships.leadId, some))),
    leads: write
      .delete(leads)
      .where(and(eq(leads.workspaceId, workspaceId), inArray(leads.id, some)))
      .returning({ id: leads.id }),
    leadMails: write
      .delete(leadMails)
      .where(and(eq(leadMails.workspaceId, workspaceId), inArray(leadMails.leadId, someMailed)))
      .returning({ id: leadMails.leadId }),
  };
}

/** What programs sent and asked, and the mails of the sandbox: each is found by its id. */
function removingLogs({ write, tables, workspaceId, countMax }: Removal) {
  const { apiRequests, sandboxMails, transactionalCalls, transactionalMails } = tables;
  const removing = (table: typeof apiRequests | typeof sandboxMails | typeof transactionalMails) => {
    // All three have these columns; the one is written for all.
    const { id, workspaceId: owner } = table as typeof sandboxMails;
    const some = write
      .select({ id })
      .from(table as typeof sandboxMails)
      .where(eq(owner, workspaceId))
      .orderBy(asc(id))
      .limit(countMax);
    return write
      .delete(table as typeof sandboxMails)
      .where(and(eq(owner, workspaceId), inArray(id, some)))
      .returning({ id });
  };
  const someCalls = write
    .select({ id: transactionalCalls.campaignId })
    .from(transactionalCalls)
    .where(eq(transactionalCalls.workspaceId, workspaceId))
    .orderBy(asc(transactionalCalls.campaignId))
    .limit(countMax);
  return {
    sandboxMails: removing(sandboxMails),
    apiRequests: removing(apiRequests),
    transactionalMails: removing(transactionalMails),
    transactionalCalls: write
      .delete(transactionalCalls)
      .where(
        and(
          eq(transactionalCalls.workspaceId, workspaceId),
          inArray(transactionalCalls.campaignId, someCalls),
        ),
      )
      .returning({ id: transactionalCalls.campaignId }),
  };
}

/** Of one import at a time, in the order of its key. */
function someChanges(
  write: Builder,
  importChanges: Tables["importChanges"],
  { workspaceId, countMax }: { workspaceId: WorkspaceId; countMax: number },
): SQL | undefined {
  const { importId, position } = importChanges;
  const oneOfTheirs = write
    .select({ importId })
    .from(importChanges)
    .where(eq(importChanges.workspaceId, workspaceId))
    .limit(1);
  const isOfIt = inArray(importId, oneOfTheirs);
  return and(
    isOfIt,
    inArray(
      position,
      write.select({ position }).from(importChanges).where(isOfIt).orderBy(asc(position)).limit(countMax),
    ),
  );
}
