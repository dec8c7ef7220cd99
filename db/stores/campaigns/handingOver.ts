import { and, eq, exists, inArray, notExists, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type Builder, following } from "../../database.ts";
import { isListed } from "../../json/jsonSql.ts";
import { notLeading } from "../../notLeading.ts";
import type { Tables } from "../../tables.ts";
import { openStates } from "./openStates.ts";
import {
  afresh,
  type Moved,
  type Retry,
  retryIn,
  retryMeant,
  retryText,
  takeIn,
  takenInBy,
} from "./retries.ts";

/** To which part a part's mails go over: those that wait, or some that are to be tried again. */
export type HandOver = { to: string; retry: Retry | null };

const begins = "to ";

/**
 * As it is noted on a part. Without a moment, by which a server of an older version knows none of its own notes: it leaves
 * this one to a newer.
 */
export function handingOver({ to, retry }: HandOver) {
  return { rowMove: `${begins}${to}${retry === null ? "" : ` ${retryText(retry)}`}`, rowMoveAt: null };
}

export function handOverIn(move: string): HandOver | null {
  if (!move.startsWith(begins)) return null;
  const [to = "", ...retry] = move.slice(begins.length).split(" ");
  return { to, retry: retry.length === 0 ? null : retryIn(retry.join(" ")) };
}

/** What goes over has ended for whoever looks; what is left of it is still to come. */
export function isHandingOver({ campaigns }: Tables): SQL | undefined {
  return and(eq(campaigns.state, "finished"), sql`${campaigns.rowMove} like ${`${begins}%`}`);
}

/** Whether mails of other parts are still to come to one. */
export function awaitsMails({ campaigns }: Tables, id: string): SQL {
  const note = handingOver({ to: id, retry: null }).rowMove;
  return sql`exists (select 1 from ${campaigns} as "giver" where "giver"."rowMove" is not null
    and ("giver"."rowMove" = ${note} or "giver"."rowMove" like ${`${note} %`}))`;
}

const one = { one: sql`1` };
const value = sql.placeholder;

type Slice = { campaignId: string; move: string; hand: HandOver; countMax: number; now: number };

/**
 * Some rows go over, if that is still noted, and the note goes once there are no others. `grown` is empty where rows went over
 * to a part that ended meanwhile; then the note goes as well, or what waits is skipped with it, but not in this commit.
 */
export function handingSome(write: Builder, tables: Tables, of: Slice) {
  const { campaigns, deliveries } = tables;
  const { campaignId, move, hand, countMax, now } = of;
  const { to, retry } = hand;
  const isNoted = and(eq(campaigns.id, campaignId), eq(campaigns.rowMove, move));
  const isOver = sql`not exists (select 1 from ${campaigns} as "heir" where "heir"."id" = ${to} and "heir"."state" <> 'cancelled')`;
  const isMeant = (column: SQLWrapper) =>
    and(
      eq(column, campaignId),
      retry === null
        ? inArray(deliveries.state, [...openStates])
        : retryMeant(tables, { ...retry, at: null }),
    );
  const rows = () => write.select(one).from(deliveries).where(isMeant(deliveries.campaignId));
  const some = write
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(isMeant(deliveries.campaignId), exists(write.select(one).from(campaigns).where(isNoted))))
    .limit(countMax);
  return {
    stopped: write
      .update(campaigns)
      .set(retry === null ? { rowMove: "skip", rowMoveAt: now } : { rowMove: null, rowMoveAt: null })
      .where(and(isNoted, isOver)),
    moved: write
      .update(deliveries)
      .set({ campaignId: to })
      // Asked of the row itself as well: somebody else may have moved it since the query found it.
      .where(and(inArray(deliveries.id, some), isMeant(notLeading(deliveries.campaignId))))
      .returning({ id: deliveries.id, leadId: deliveries.leadId }),
    // A statement of its own: SQLite's sums follow a row from part to part only where nothing else of it changes.
    again:
      retry === null
        ? []
        : [
            following(queueAgain, ({ moved }: Moved) => ({
              ids: JSON.stringify(moved.map(({ id }) => id)),
              now,
            })),
          ],
    takenIn:
      retry === null
        ? []
        : [following(takeIn, ({ moved }: Moved) => takenInBy({ campaignId, at: now }, moved))],
    left: following(shrink, ({ moved }: Moved) => ({ id: campaignId, count: moved.length })),
    grown: following(grow, ({ moved }: Moved) => ({ id: to, count: moved.length })),
    done: write
      .update(campaigns)
      .set({ rowMove: null, rowMoveAt: null })
      .where(and(isNoted, notExists(rows())))
      .returning({ id: campaigns.id }),
  };
}

function queueAgain(builder: Builder, tables: Tables) {
  const { deliveries } = tables;
  return builder
    .update(deliveries)
    .set({ ...afresh(tables), dueAt: sql`cast(${value("now")} as bigint)` })
    .where(isListed(tables, deliveries.id, value("ids")));
}

const count = sql`cast(${value("count")} as bigint)`;

function shrink(builder: Builder, { campaigns }: Tables) {
  return builder
    .update(campaigns)
    .set({ total: sql`${campaigns.total} - ${count}`, accepted: sql`${campaigns.accepted} - ${count}` })
    .where(eq(campaigns.id, value("id")))
    .returning({ id: campaigns.id });
}

/** One that a server of an older version has finished meanwhile runs again. */
function grow(builder: Builder, { campaigns }: Tables) {
  return builder
    .update(campaigns)
    .set({
      total: sql`${campaigns.total} + ${count}`,
      accepted: sql`${campaigns.accepted} + ${count}`,
      state: sql`case when ${campaigns.state} = 'finished' then 'running' else ${campaigns.state} end`,
      finishedAt: null,
    })
    .where(and(eq(campaigns.id, value("id")), inArray(campaigns.state, ["running", "paused", "finished"])))
    .returning({ id: campaigns.id });
}
