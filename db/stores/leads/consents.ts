import { and, eq, type SQL, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Consent, ConsentHow } from "../../../contract/leads/consent.ts";
import type { Builder, Statement } from "../../database.ts";
import { isListed } from "../../json/jsonSql.ts";
import type { Tables } from "../../tables.ts";

/** A lead's consent: what it is, when and how it was given, and by whom (the id of a person, an import or an API key). */
export type SaidConsent = { consent: Consent; how: ConsentHow; by: string | null; now: number };

type SayingConsent = SaidConsent & {
  workspaceId: WorkspaceId;
  /** The leads that it is recorded for. */
  which: SQL | undefined;
  /** A list speaks for many leads at once, so its yes does not replace a no unless a person chose that. */
  mayRegrant?: boolean;
};

/**
 * The only statement that changes consents, so that none is ever written without its time and origin. It changes nothing if
 * the same is known already. A no that a lead said themselves is changed by that lead alone.
 */
export function sayingConsent(write: Builder, tables: Tables, saying: SayingConsent) {
  const { leads } = tables;
  const { workspaceId, which, consent, how, by, now, mayRegrant = true } = saying;
  const said = sql`${consent}`;
  const changes =
    how === "by_recipient" ? sql`${leads.consent} <> ${said}` : changesConsent(tables, { said, mayRegrant });
  return write
    .update(leads)
    .set({ consent, consentAt: now, consentHow: how, consentBy: by, updatedAt: now })
    .where(and(eq(leads.workspaceId, workspaceId), which, changes))
    .returning({ id: leads.id });
}

/** Whether what the workspace says of a lead, null for nothing, differs from what is known and may be recorded. */
export function changesConsent(
  { leads }: Tables,
  { said, mayRegrant }: { said: SQL; mayRegrant: boolean },
): SQL {
  const isKept = mayRegrant ? sql`coalesce(${leads.consentHow}, '') = 'by_recipient'` : sql`true`;
  return sql`(${said} <> ${leads.consent} and not (${leads.consent} = 'denied' and ${isKept}))`;
}

/** The consents in the rows of a list, by address. */
type ConsentRows = Omit<SaidConsent, "consent"> & {
  workspaceId: WorkspaceId;
  rows: readonly { id: string; email: string; consent?: Exclude<Consent, "unknown"> | null }[];
  /** Leaves known leads alone unless they said no. */
  keepsKnown: boolean;
  /** A yes of the list replaces a no that somebody else recorded. */
  mayRegrant: boolean;
};

/** The statements that record these consents. They come after the one that has added the new leads. */
export function sayingRows(write: Builder, tables: Tables, batch: ConsentRows): Statement[] {
  const { rows, keepsKnown, mayRegrant, ...said } = batch;
  const { id, email } = tables.leads;
  return (["granted", "denied"] as const).flatMap((consent) => {
    const meant = rows.filter((row) => row.consent === consent);
    if (meant.length === 0) return [];
    const which =
      keepsKnown && consent === "granted"
        ? isListed(
            tables,
            id,
            meant.map((row) => row.id),
          )
        : isListed(
            tables,
            email,
            meant.map((row) => row.email),
          );
    return [sayingConsent(write, tables, { ...said, which, consent, mayRegrant })];
  });
}
