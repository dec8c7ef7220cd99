import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { ReasonCode } from "../../../../contract/reasons.ts";
import type { DeliveryState } from "../../../../contract/schemas/campaign.ts";
import type { Database } from "../../../database.ts";
import type { DeliveryRow } from "../ledgerSending.ts";
import { type RetriedState, retryMeant } from "../retries.ts";
import type { PartsKey } from "./moments.ts";

type CauseCount = { state: DeliveryState; code: ReasonCode; count: number };

/** How far single mails came; what a picture of them is drawn from. */
export type StagedMail = Pick<DeliveryRow, "state" | "openedAt" | "clickedAt">;

export type CauseStore = ReturnType<typeof createCauseStore>;

/** Why deliveries are in their states, and single ones of them. */
export function createCauseStore(database: Database) {
  const { read } = database;
  const { deliveries, campaigns } = database.tables;
  // By their campaigns: with a delivery's own workspace beside it SQLite may read all that the workspace has.
  const ofParts = ({ workspaceId, partIds }: PartsKey) =>
    inArray(
      deliveries.campaignId,
      read
        .select({ id: campaigns.id })
        .from(campaigns)
        .where(and(inArray(campaigns.id, [...partIds]), eq(campaigns.workspaceId, workspaceId))),
    );
  return {
    /** Read off the index of causes alone. */
    async causesOf(key: PartsKey): Promise<CauseCount[]> {
      const count = sql`count(*)`.mapWith(Number);
      const rows = await read
        .select({ state: deliveries.state, code: deliveries.reasonCode, count })
        .from(deliveries)
        // Said as the partial index says it, so that it is used.
        .where(and(ofParts(key), sql`${deliveries.reasonCode} is not null and ${deliveries.state} <> 'sent'`))
        .groupBy(deliveries.state, deliveries.reasonCode)
        .orderBy(desc(count), asc(deliveries.reasonCode));
      return rows.flatMap(({ code, ...row }) => (code === null ? [] : [{ ...row, code }]));
    },

    /** The first so many that are in a state for a cause. */
    async someOf(
      key: PartsKey & { state: DeliveryState; code: ReasonCode; countMax: number },
    ): Promise<Pick<DeliveryRow, "email" | "reasonCode" | "reasonParams" | "reply">[]> {
      const { email, reasonCode, reasonParams, reply } = deliveries;
      return read
        .select({ email, reasonCode, reasonParams, reply })
        .from(deliveries)
        .where(and(ofParts(key), eq(deliveries.state, key.state), eq(deliveries.reasonCode, key.code)))
        .limit(key.countMax);
    },

    /** Whether any that came to such an end for a cause may be tried again. */
    async mayBeRetried({ state, code, ...key }: PartsKey & { state: RetriedState; code: ReasonCode }) {
      const isMeant = retryMeant(database.tables, { states: [state], code, at: null });
      const found = await read
        .select({ id: deliveries.id })
        .from(deliveries)
        .where(and(ofParts(key), isMeant))
        .limit(1);
      return found.length > 0;
    },

    /** All of a campaign that is small enough, as they stand in the ledger. */
    async stagesOf(key: PartsKey & { countMax: number }): Promise<StagedMail[]> {
      const { id, state, openedAt, clickedAt } = deliveries;
      return read
        .select({ state, openedAt, clickedAt })
        .from(deliveries)
        .where(ofParts(key))
        .orderBy(asc(id))
        .limit(key.countMax);
    },
  };
}
