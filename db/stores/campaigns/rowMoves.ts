import { and, eq, exists, inArray, isNotNull, isNull, not, notExists, type SQL, sql } from "drizzle-orm";
import { reason } from "../../../contract/reasons.ts";
import type { DeliveryState } from "../../../contract/schemas/campaign.ts";
import { type Builder, bound, type Database, following } from "../../database.ts";
import { notLeading } from "../../notLeading.ts";
import type { Tables } from "../../tables.ts";
import { unlessUnchanged } from "../../unlessUnchanged.ts";
import { type CampaignRow, isAccepted } from "./campaigns.ts";
import { reasonColumns } from "./deliveryReason.ts";
import { awaitsMails, type HandOver, handingSome, handOverIn } from "./handingOver.ts";
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
import { countingInterrupted } from "./settledDays.ts";

/** A change that is noted on a campaign: its rows move in slices until the note is gone. */
export type RowMove = { campaignId: string; move: string; at: number };

type Slice = { countMax: number; now: number };

const skip = "skip";
const retry = "retry ";

/** What a cancelled campaign has: whoever sends skips what is left of it. */
export function cancelledAt(at: number) {
  return {
    state: "cancelled" as const,
    pausedBy: null,
    pausedReason: null,
    finishedAt: at,
    rowMove: skip,
    rowMoveAt: at,
  };
}

/**
 * What becomes of a campaign's deliveries together. The commit that cancels it, has it tried again or gives what is left of it
 * to another part notes that on it (`plans/planSteering.ts`, `plans/planMoving.ts`). Later commits move the rows, a slice at a time, so that everybody else has their turn, and the
 * last one takes the note away. Whoever finds a note, after a kill too, goes on with it.
 */
export function createRowMoveStore(database: Database) {
  return { ...ending(database), ...goingOn(database), ...recovering(database) };
}

function ending(database: Database) {
  const { tables } = database;
  return {
    /** Null while anything of it is open, whatever its counts say, or when it does not run. */
    async finish(of: { id: string; at: number }): Promise<CampaignRow | null> {
      const isRunning = eq(tables.campaigns.state, "running");
      const { finished } = await database.atomically((write) => ({
        finished: finishing(write, tables, { ...of, from: isRunning }),
      }));
      return finished.find(isAccepted) ?? null;
    },
  };
}

/** Unless anything of it is open, noted, or to come from another part. */
export function finishing(
  write: Builder,
  tables: Tables,
  { id, at, from }: { id: string; at: number; from: SQL | undefined },
) {
  const { campaigns } = tables;
  return write
    .update(campaigns)
    .set({ state: "finished", pausedBy: null, pausedReason: null, finishedAt: at })
    .where(
      and(
        eq(campaigns.id, id),
        from,
        isNull(campaigns.rowMove),
        not(awaitsMails(tables, id)),
        notExists(openRows(write, tables, [...openStates, "sending"])),
      ),
    )
    .returning();
}

function goingOn(database: Database) {
  const { tables } = database;

  async function handOver(of: RowMove & Slice & { hand: HandOver }): Promise<boolean> {
    const some = await unlessUnchanged((unchanged) =>
      database.atomically(
        (write) => handingSome(write, tables, of),
        ({ moved, left, grown }) => {
          if (moved.length > 0 && left.length + grown.length < 2) throw unchanged;
        },
      ),
    );
    return some === null || some.done.length > 0 || some.moved.length === 0;
  }

  return {
    /** Moves some more rows; true when there are none left, or when the change is no longer noted. */
    async goOn(move: RowMove, slice: Slice): Promise<boolean> {
      const hand = handOverIn(move.move);
      if (hand !== null) return handOver({ ...move, ...slice, hand });
      const { moved, done } = await database.atomically((write) =>
        movingSome(write, tables, { ...move, countMax: slice.countMax }),
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
        const hasRows = exists(openRows(write, tables, openStates));
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
            // What goes over to another part is still to come, but not from here.
            .where(and(eq(campaigns.state, "finished"), isNull(campaigns.rowMove), hasRows)),
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
  if (move === skip) return inArray(tables.deliveries.state, [...openStates]);
  return retryMeant(tables, { ...retryIn(move.slice(retry.length)), at });
}

/** A retry as it is noted on a campaign. */
export function retryMove(asked: Retry): string {
  return `${retry}${retryText(asked)}`;
}

/** What keeps a change noted: of a cancelled campaign also what is on its way, since it may be put off yet. */
function stillToCome(tables: Tables, move: RowMove): SQL | undefined {
  const { campaignId, state } = tables.deliveries;
  if (move.move !== skip) return meant(tables, move);
  return and(eq(campaignId, move.campaignId), inArray(state, [...openStates, "sending"]));
}

/** Some rows move, if the change is still noted, and the note goes once there are no others. */
function movingSome(write: Builder, tables: Tables, { countMax, ...of }: RowMove & Pick<Slice, "countMax">) {
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
          : { ...afresh(tables), dueAt: of.at },
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
