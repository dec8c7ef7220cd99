import { and, eq, inArray, isNull, lte, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { ReasonCode } from "../../../contract/reasons.ts";
import type { DeliveryState } from "../../../contract/schemas/campaign.ts";
import type { Builder } from "../../database.ts";
import { isListed } from "../../json/jsonSql.ts";
import type { Tables } from "../../tables.ts";
import { isBounced } from "../inbound/bouncedAddresses.ts";
import { currentAddress } from "./currentAddress.ts";
import { reasonColumns } from "./deliveryReason.ts";

/** Deliveries that came to an end which a person may want tried again. */
export type RetriedState = Extract<DeliveryState, "failed" | "uncertain">;

/** What a person wants tried again: mails that ended so, and of one cause where that is named. */
export type Retry = { states: readonly RetriedState[]; code: string | null };

/** The same as it is noted on a campaign, and as it was read from there. */
export function retryText({ states, code }: Retry): string {
  return `${states.join(",")}${code === null ? "" : ` ${code}`}`;
}

export function retryIn(text: string): Retry {
  const [states = "", code = null] = text.split(" ");
  return { states: states.split(",") as RetriedState[], code };
}

/** Until `at`, where that is told: one that was tried again and failed again at once is not taken up a second time. */
export function retryMeant(
  tables: Tables,
  { states, code, at }: Retry & { at: number | null },
): SQL | undefined {
  const { firstTriedAt, reasonCode, state } = tables.deliveries;
  return and(
    inArray(state, [...states]),
    code === null ? undefined : eq(reasonCode, code as ReasonCode),
    at === null ? undefined : or(isNull(firstTriedAt), lte(firstTriedAt, at)),
    takesMails(tables),
  );
}

/**
 * Whether its lead still takes mails: there, not opted out, at no address that is suppressed or left alone as mails to it came
 * back. Another one that is tried again would be left out for good, and what became of it be lost.
 */
export function takesMails({ bouncedAddresses: addresses, deliveries, leads, suppressions }: Tables): SQL {
  return sql`exists (select 1 from ${leads}
    left join ${suppressions}
      on ${suppressions.workspaceId} = ${leads.workspaceId} and ${suppressions.emailHash} = ${leads.emailHash}
    left join ${addresses}
      on ${addresses.workspaceId} = ${leads.workspaceId} and ${addresses.emailHash} = ${leads.emailHash}
    where ${leads.id} = ${deliveries.leadId} and ${leads.workspaceId} = ${deliveries.workspaceId}
      and not ${leads.optout} and ${suppressions.emailHash} is null and not ${isBounced({ bouncedAddresses: addresses })})`;
}

/** A person's retry starts afresh: all attempts and the whole time to try, at the address that the lead has by now. */
export function afresh(tables: Tables) {
  return {
    state: "queued" as const,
    ...reasonColumns(null),
    attempts: 0,
    firstTriedAt: null,
    email: currentAddress(tables),
  };
}

/** Rows that a statement moved. */
export type Moved = { moved: readonly { id: string; leadId: string }[] };

/** The values of `takeIn`, of rows that were moved. */
export function takenInBy({ campaignId, at }: { campaignId: string; at: number }, moved: Moved["moved"]) {
  return {
    campaignId,
    at,
    mailIds: JSON.stringify(moved.map(({ id }) => id)),
    // By these they are found; the others say that it is their latest mail.
    leadIds: JSON.stringify(moved.map(({ leadId }) => leadId)),
  };
}

const value = sql.placeholder;

/** Leads whose sequence ended as their mail did not arrive go on with it once that mail is tried again. */
export function takeIn(builder: Builder, tables: Tables) {
  const { campaigns, enrolments } = tables;
  const ofPart = (column: SQLWrapper) =>
    sql`(select ${column} from ${campaigns} where ${campaigns.id} = ${value("campaignId")})`;
  return builder
    .update(enrolments)
    .set({ endedAt: null, endedCode: null, endedParams: null, dueAt: sql`cast(${value("at")} as bigint)` })
    .where(
      and(
        eq(enrolments.planId, ofPart(campaigns.planId)),
        eq(enrolments.workspaceId, ofPart(campaigns.workspaceId)),
        eq(enrolments.endedCode, "not_delivered"),
        isListed(tables, enrolments.leadId, value("leadIds")),
        isListed(tables, enrolments.deliveryId, value("mailIds")),
      ),
    );
}
