import {
  and,
  eq,
  exists,
  inArray,
  isNotNull,
  isNull,
  lte,
  notExists,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import { type ReasonCode, reason } from "../../../contract/reasons.ts";
import type { DeliveryState } from "../../../contract/schemas/campaign.ts";
import { type Builder, bound, type Database, following } from "../../database.ts";
import { isListed } from "../../json/jsonSql.ts";
import { notLeading } from "../../notLeading.ts";
import type { Tables } from "../../tables.ts";
import { type CampaignRow, isAccepted } from "./campaigns.ts";
import { reasonColumns } from "./deliveryReason.ts";
import { countingInterrupted } from "./settledDays.ts";

/** Deliveries that came to an end which a person may want tried again. */
export type RetriedState = Extract<DeliveryState, "failed" | "uncertain">;

/** A change that is noted on a campaign: its rows move in slices until the note is gone. */
export type RowMove = { campaignId: string; move: string; at: number };

type Slice = { countMax: number };

const open: readonly DeliveryState[] = ["queued", "deferred"];
const skip = "skip";
const retry = "retry ";

/** What a cancelled campaign has: whoever sends skips what is left of it. */
export function cancelledAt(at: number) {
  return {
    ...{ state: "cancelled" as const, pausedBy: null, pausedReason: null, finishedAt: at },
    ...{ rowMove: skip, rowMoveAt: at },
  };
}

/**
 * What becomes of a campaign's deliveries together. The commit that cancels it or has it tried again notes that on it
 * (`plans/planSteering.ts`). Later commits move the rows, a slice at a time, so that everybody else has their turn, and the
 * last one takes the note away. Whoever finds a note, after a kill too, goes on with it.
 */
export function createRowMoveStore(database: Database) {
  return { ...ending(database), ...goingOn(database), ...recovering(database) };
}

function ending(database: Database) {
  const { tables } = database;
  const { campaigns } = tables;

  return {
    /** Null while anything of it is open, whatever its counts say, or when it does not run. */
    async finish({ id, at }: { id: string; at: number }): Promise<CampaignRow | null> {
      const { finished } = await database.atomically((write) => ({
        finished: write
          .update(campaigns)
          .set({ state: "finished", pausedBy: null, pausedReason: null, finishedAt: at })
          .where(
            and(
              eq(campaigns.id, id),
              eq(campaigns.state, "running"),
              isNull(campaigns.rowMove),
              notExists(openRows(write, tables, [...open, "sending"])),
            ),
          )
          .returning(),
      }));
      return finished.find(isAccepted) ?? null;
    },
  };
}

function goingOn(database: Database) {
  const { tables } = database;
  return {
    /** Moves some more rows; true when there are none left, or when the change is no longer noted. */
    async goOn(move: RowMove, slice: Slice): Promise<boolean> {
      const { moved, done } = await database.atomically((write) =>
        movingSome(write, tables, { ...move, ...slice }),
      );
      return done.length > 0 || moved.length === 0;
    },

    async noted(): Promise<RowMove[]> {
      const rows = await database.ask(bound(readNoted, {}));
      return rows.map(({ campaignId, move, at }) => ({ campaignId, move: move ?? "", at: at ?? 0 }));
    },
  };
}

/** Asked every few seconds. */
function readNoted(builder: Builder, { campaigns }: Tables) {
  return builder
    .select({ campaignId: campaigns.id, move: campaigns.rowMove, at: campaigns.rowMoveAt })
    .from(campaigns)
    .where(isNotNull(campaigns.rowMove));
}

function recovering(database: Database) {
  const { tables } = database;
  const { campaigns, deliveries } = tables;
  return {
    /**
     * After a start: the ledger says what is open, whatever the campaigns believe. What was being sent may or may not have
     * gone out; where other senders are at work, whoever takes an account over says so of its mails. A campaign that ended with rows left goes on, or they are skipped where
     * it was cancelled.
     */
    async recover({ at, isAlone }: { at: number; isAlone: boolean }): Promise<void> {
      await database.atomically((write) => {
        const hasRows = exists(openRows(write, tables, open));
        const which = isAlone ? undefined : sql`false`;
        return {
          counted: countingInterrupted(write, tables, { which, now: at }),
          interrupted: write
            .update(deliveries)
            .set({ state: "uncertain", ...reasonColumns(reason("interrupted")) })
            .where(
              and(
                inArray(deliveries.campaignId, write.select({ id: campaigns.id }).from(campaigns)),
                eq(deliveries.state, "sending"),
                which,
              ),
            ),
          goingOn: write
            .update(campaigns)
            .set({ state: "running", finishedAt: null })
            .where(and(eq(campaigns.state, "finished"), hasRows)),
          skipping: write
            .update(campaigns)
            .set({ rowMove: skip, rowMoveAt: at })
            .where(and(eq(campaigns.state, "cancelled"), hasRows)),
        };
      });
    },
  };
}

const one = { one: sql`1` };

function openRows(write: Builder, { campaigns, deliveries }: Tables, states: readonly DeliveryState[]) {
  return write
    .select(one)
    .from(deliveries)
    .where(and(eq(deliveries.campaignId, campaigns.id), inArray(deliveries.state, [...states])));
}

/** The rows that a change is about and that it has not moved yet. */
function meant(tables: Tables, of: RowMove): SQL | undefined {
  return and(eq(tables.deliveries.campaignId, of.campaignId), meantOfTheirs(tables, of));
}

/** The same, of rows that are found by their ids already. */
function stillMeant(tables: Tables, of: RowMove): SQL | undefined {
  return and(eq(notLeading(tables.deliveries.campaignId), of.campaignId), meantOfTheirs(tables, of));
}

function meantOfTheirs(tables: Tables, { move, at }: RowMove): SQL | undefined {
  if (move === skip) return inArray(tables.deliveries.state, [...open]);
  const [states = "", code = null] = move.slice(retry.length).split(" ");
  return retryMeant(tables, { states: states.split(",") as RetriedState[], code, at });
}

/** What a person wants tried again: mails that ended so, and of one cause where that is named. */
export type Retry = { states: readonly RetriedState[]; code: string | null; at: number };

/** A retry as it is noted on a campaign. */
export function retryMove({ states, code }: Pick<Retry, "states" | "code">): string {
  return `${retry}${states.join(",")}${code === null ? "" : ` ${code}`}`;
}

export function retryMeant({ deliveries }: Tables, { states, code, at }: Retry): SQL | undefined {
  const { firstTriedAt, reasonCode } = deliveries;
  return and(
    inArray(deliveries.state, [...states]),
    code === null ? undefined : eq(reasonCode, code as ReasonCode),
    // One that was tried again and failed again at once is not taken up a second time.
    or(isNull(firstTriedAt), lte(firstTriedAt, at)),
  );
}

/** What keeps a change noted: of a cancelled campaign also what is on its way, since it may be put off yet. */
function stillToCome(tables: Tables, move: RowMove): SQL | undefined {
  const { campaignId, state } = tables.deliveries;
  if (move.move !== skip) return meant(tables, move);
  return and(eq(campaignId, move.campaignId), inArray(state, [...open, "sending"]));
}

/** Some rows move, if the change is still noted, and the note goes once there are no others. */
function movingSome(write: Builder, tables: Tables, { countMax, ...of }: RowMove & Slice) {
  const { campaigns, deliveries } = tables;
  const isNoted = and(
    eq(campaigns.id, of.campaignId),
    eq(campaigns.rowMove, of.move),
    eq(campaigns.rowMoveAt, of.at),
  );
  const some = write
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(meant(tables, of), exists(write.select(one).from(campaigns).where(isNoted))))
    .limit(countMax);
  const left = write.select(one).from(deliveries).where(stillToCome(tables, of));
  return {
    moved: write
      .update(deliveries)
      .set(
        of.move === skip
          ? { state: "skipped", ...reasonColumns(reason("campaign_cancelled")) }
          : // A person's retry starts afresh: all attempts and the whole time to try.
            { state: "queued", ...reasonColumns(null), attempts: 0, firstTriedAt: null, dueAt: of.at },
      )
      // Asked of the row itself as well: a sender may have taken it since the query found it.
      .where(and(inArray(deliveries.id, some), stillMeant(tables, of)))
      .returning({ id: deliveries.id, leadId: deliveries.leadId }),
    takenIn: of.move === skip ? [] : [following(takeIn, ({ moved }: Moved) => takenInBy(of, moved))],
    done: write
      .update(campaigns)
      .set({ rowMove: null, rowMoveAt: null })
      .where(and(isNoted, notExists(left)))
      .returning({ id: campaigns.id }),
  };
}

type Moved = { moved: readonly { id: string; leadId: string }[] };

function takenInBy({ campaignId, at }: RowMove, moved: Moved["moved"]) {
  return {
    ...{ campaignId, at },
    mailIds: JSON.stringify(moved.map(({ id }) => id)),
    // By these they are found; the others say that it is their latest mail.
    leadIds: JSON.stringify(moved.map(({ leadId }) => leadId)),
  };
}

const value = sql.placeholder;

/** Leads whose sequence ended as their mail did not arrive go on with it once that mail is tried again. */
function takeIn(builder: Builder, tables: Tables) {
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
