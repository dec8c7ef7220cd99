import { and, eq, min, or, type SQLWrapper, sql } from "drizzle-orm";
import { everyKind } from "../../../../contract/schemas/transactional.ts";
import { type Builder, bound, type Database } from "../../../database.ts";
import type { Tables } from "../../../tables.ts";
import { isBounced } from "../../inbound/bouncedAddresses.ts";
import { afterNoting } from "../../sending/mailJournal.ts";
import type { AskedMail, Beginning, LookedAt, Looking } from "../ledgerSending.ts";
import { mayGo } from "../mayGo.ts";

/** What lanes ask right before transactional mails go. */
export function lookingAtMails(database: Database) {
  return {
    /** Claimed ones that may still go out: their calls run, and through this account. */
    async lookAtMails({ credentialId, ids }: Looking): Promise<LookedAt[]> {
      const rows = await database.ask(bound(readMayGo, { credentialId, ids: JSON.stringify(ids) }));
      return rows.map(asLookedAt);
    },

    /** The same, and from here on these may be on their way; none where the lease is another's. */
    async beginMails({ ticket, ids, said }: Beginning): Promise<LookedAt[]> {
      const rows = await database.ask(bound(readAndBegin, { ...ticket, ...said, ids: JSON.stringify(ids) }));
      return rows.map(asLookedAt);
    },
  };
}

const value = sql.placeholder;

/** Asked right before every few mails go, so its SQL is built once; the cross join is as in `ledgerSending.ts`. */
function readMayGo(
  builder: Builder,
  tables: Tables,
  credentialId: SQLWrapper = value("credentialId"),
  within: Builder = builder,
) {
  const { deliveries, campaigns, transactionalMails, transactionalCalls, bouncedAddresses } = tables;
  const { kind, name, sealedValues } = transactionalMails;
  return builder
    .select({
      id: deliveries.id,
      email: deliveries.email,
      thread: deliveries.thread,
      window: campaigns.window,
      zone: campaigns.zone,
      spread: campaigns.spread,
      mail: {
        kind,
        name,
        sealedValues,
        expiresAt: transactionalCalls.expiresAt,
        suppressedKind: sql<string | null>`(${suppressedKind(within, tables)})`,
      },
      isBounced: sql<boolean>`${isBounced(tables)}`.mapWith(Boolean),
    })
    .from(deliveries)
    .crossJoin(campaigns)
    .innerJoin(
      transactionalMails,
      and(
        eq(transactionalMails.id, deliveries.id),
        eq(transactionalMails.workspaceId, deliveries.workspaceId),
      ),
    )
    .innerJoin(
      transactionalCalls,
      and(
        eq(transactionalCalls.campaignId, deliveries.campaignId),
        eq(transactionalCalls.workspaceId, deliveries.workspaceId),
      ),
    )
    .leftJoin(
      bouncedAddresses,
      and(
        eq(bouncedAddresses.emailHash, transactionalMails.emailHash),
        eq(bouncedAddresses.workspaceId, transactionalMails.workspaceId),
      ),
    )
    .where(mayGo(tables, credentialId));
}

const readAndBegin = afterNoting(readMayGo);

/** The kind that the address of a mail takes none of: the mail's own, or every kind, which sorts before all others. */
function suppressedKind(builder: Builder, { kindSuppressions, transactionalMails }: Tables) {
  return builder
    .select({ kind: min(kindSuppressions.kind) })
    .from(kindSuppressions)
    .where(
      and(
        eq(kindSuppressions.workspaceId, transactionalMails.workspaceId),
        eq(kindSuppressions.emailHash, transactionalMails.emailHash),
        or(eq(kindSuppressions.kind, transactionalMails.kind), eq(kindSuppressions.kind, everyKind)),
      ),
    );
}

function asLookedAt(row: Omit<LookedAt, "lead" | "isSuppressed"> & { mail: AskedMail }): LookedAt {
  return { ...row, lead: null, isSuppressed: row.mail.suppressedKind !== null };
}
