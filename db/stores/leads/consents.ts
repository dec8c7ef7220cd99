import { and, eq, type SQL, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Consent, ConsentHow } from "../../../contract/leads/consent.ts";
import type { Builder, Statement } from "../../database.ts";
import { isListed } from "../../json/jsonSql.ts";
import type { Tables } from "../../tables.ts";

/** What is said of a lead's consent, when, which way, and by whom: the id of a person, an import or an API key. */
export type SaidConsent = { consent: Consent; how: ConsentHow; by: string | null; now: number };

export type SayingConsent = SaidConsent & {
  workspaceId: WorkspaceId;
  /** Of which leads it is said. */
  which: SQL | undefined;
  /** What a list says speaks of many at once, so its yes leaves a no alone unless a person chose otherwise. */
  mayRegrant?: boolean;
};

/**
 * The one statement that changes consents, so that none is ever written without its when and how. Nothing changes where
 * it says what is known already. A lead's own no is changed by that lead alone.
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

/** Whether what the workspace says of a lead, null for nothing, is news of it and may be written down. */
export function changesConsent(
  { leads }: Tables,
  { said, mayRegrant }: { said: SQL; mayRegrant: boolean },
): SQL {
  const isKept = mayRegrant ? sql`coalesce(${leads.consentHow}, '') = 'by_recipient'` : sql`true`;
  return sql`(${said} <> ${leads.consent} and not (${leads.consent} = 'denied' and ${isKept}))`;
}

/** What rows of a list say, by their addresses. */
export type ConsentRows = Omit<SaidConsent, "consent"> & {
  workspaceId: WorkspaceId;
  rows: readonly { id: string; email: string; consent?: Exclude<Consent, "unknown"> | null }[];
  /** Whoever was there before is to be left alone, unless they denied it. */
  keepsKnown: boolean;
  /** A yes of the list counts although somebody had written down a no. */
  mayRegrant: boolean;
};

/** The statements for all of them, behind the one that has added those who were not there. */
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
