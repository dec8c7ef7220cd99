import { and, count, eq, type SQL, sql } from "drizzle-orm";
import { dayMs } from "../../../contract/limits/units.ts";
import type { Reason, ReasonCode } from "../../../contract/reasons.ts";
import { type Bound, type Builder, bound } from "../../database.ts";
import { databaseNow } from "../../databaseTime.ts";
import { isListed } from "../../json/jsonSql.ts";
import type { Tables } from "../../tables.ts";
import { type DayKind, dayKinds, dayOf } from "../accounts/accountDays.ts";

/** As much of an outcome as its account's day goes by. */
type Ended = { id: string } & (
  | { state: "sent"; sentAt: number }
  | { state: "failed" | "uncertain"; reason: Reason; at?: number }
  | { state: "skipped" | "deferred" | "queued" }
);

/**
 * The statements that count outcomes for their accounts' days: one for each kind and day among them. They go before the
 * deliveries move on, so that what is settled once is counted once.
 */
export function countingSettled(settled: readonly Ended[]): Bound<unknown>[] {
  const groups = new Map<string, { kind: DayKind; day: number; ids: string[] }>();
  for (const one of settled) {
    const counted = countedAs(one);
    if (counted === null) continue;
    const { kind, at } = counted;
    const day = dayOf(at);
    const known = groups.get(`${day} ${kind}`);
    if (known) known.ids.push(one.id);
    else groups.set(`${day} ${kind}`, { kind, day, ids: [one.id] });
  }
  return [...groups.values()]
    .toSorted((one, other) => one.day - other.day)
    .map(({ kind, day, ids }) => bound(countDay, { kind, day, ids: JSON.stringify(ids) }));
}

/** A failure counts where its server said no; what was wrong with the mail itself says nothing of the account. */
function countedAs(one: Ended): { kind: DayKind; at: number } | null {
  if (one.state === "sent") return { kind: "accepted", at: one.sentAt };
  if (one.state !== "failed" && one.state !== "uncertain") return null;
  if (one.at === undefined) return null;
  if (one.state === "uncertain") return { kind: "uncertain", at: one.at };
  return refusals.has(one.reason.code) ? { kind: "refused", at: one.at } : null;
}

const refusals: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  ...(["refused", "refused_by_policy", "gmail_answered", "graph_answered"] as const),
  // It was put off until nobody waited any longer.
  "given_up",
]);

function countDay(builder: Builder, tables: Tables) {
  const { deliveries, campaigns } = tables;
  const value = sql.placeholder;
  const isKind = (kind: DayKind) => sql`cast(${value("kind")} as text) = ${sql.raw(`'${kind}'`)}`;
  const from = builder
    .select(dayRow(campaigns, { day: sql<number>`cast(${value("day")} as bigint)`, isKind }))
    .from(deliveries)
    .innerJoin(campaigns, isItsCampaign(tables))
    .where(and(isListed(tables, deliveries.id, value("ids")), eq(deliveries.state, "sending")))
    .groupBy(campaigns.credentialId, campaigns.workspaceId)
    .orderBy(campaigns.credentialId);
  return builder.insert(tables.accountDays).select(from).onConflictDoUpdate(addedTo(tables));
}

/**
 * The statement that counts those that `which` finds, of what is said to be on its way, as uncertain: nobody works on them
 * any more. Without `now` the day is the database's.
 */
export function countingInterrupted(
  builder: Builder,
  tables: Tables,
  { which, now }: { which: SQL | undefined; now?: number },
) {
  const { deliveries, campaigns } = tables;
  const perDay = sql.raw(String(dayMs));
  // Asked for its clock once: a second time it may say a millisecond more.
  const day =
    now === undefined ? sql<number>`${databaseNow(tables)} / ${perDay} * ${perDay}` : wholeOf(dayOf(now));
  const from = builder
    .select(dayRow(campaigns, { day, isKind: (kind) => oneIf(kind === "uncertain") }))
    .from(deliveries)
    .innerJoin(campaigns, isItsCampaign(tables))
    .where(and(eq(deliveries.state, "sending"), which))
    .groupBy(campaigns.credentialId, campaigns.workspaceId);
  return builder.insert(tables.accountDays).select(from).onConflictDoUpdate(addedTo(tables));
}

/** The statement that counts one that was uncertain, and that `which` finds, as taken after all. */
export function countingLate(
  builder: Builder,
  tables: Tables,
  { which, sentAt }: { which: SQL | undefined; sentAt: number },
) {
  const { deliveries, campaigns, accountDays } = tables;
  const from = builder
    .select(dayRow(campaigns, { day: wholeOf(dayOf(sentAt)), isKind: (kind) => oneIf(kind === "accepted") }))
    .from(deliveries)
    .innerJoin(campaigns, isItsCampaign(tables))
    .where(which)
    .groupBy(campaigns.credentialId, campaigns.workspaceId);
  const { target, set } = addedTo(tables);
  const inDoubt = sql`${accountDays.uncertain} - 1`;
  return builder
    .insert(accountDays)
    .select(from)
    .onConflictDoUpdate({
      target,
      // It became uncertain moments ago: nearly always on the same day.
      set: { ...set, uncertain: sql`case when ${inDoubt} > 0 then ${inDoubt} else 0 end` },
    });
}

function wholeOf(whole: number): SQL<number> {
  return sql<number>`cast(${sql.raw(String(whole))} as bigint)`;
}

function oneIf(isSo: boolean): SQL {
  return sql.raw(isSo ? "1 = 1" : "1 = 0");
}

function isItsCampaign({ deliveries, campaigns }: Tables): SQL | undefined {
  return and(eq(campaigns.id, deliveries.campaignId), eq(campaigns.workspaceId, deliveries.workspaceId));
}

type Counting = { day: SQL<number>; isKind: (kind: DayKind) => SQL };

/** In the order of the table's columns. */
function dayRow({ credentialId, workspaceId }: Tables["campaigns"], { day, isKind }: Counting) {
  const counted = (kind: DayKind) => count(sql`case when ${isKind(kind)} then 1 end`).as(kind);
  return {
    credentialId,
    day: day.as("day"),
    workspaceId,
    accepted: counted("accepted"),
    refused: counted("refused"),
    uncertain: counted("uncertain"),
    bounced: counted("bounced"),
    complained: counted("complained"),
  };
}

/** What is counted on that day already stays. */
function addedTo({ accountDays }: Tables) {
  const set = dayKinds.map((kind) => [kind, sql`${accountDays[kind]} + excluded.${sql.identifier(kind)}`]);
  return {
    target: [accountDays.credentialId, accountDays.day],
    set: Object.fromEntries(set) as Record<DayKind, SQL>,
  };
}
