import { sharedLimits } from "../../contract/limits/database.ts";
import type { Counted, Shared } from "../database.ts";

/** Runs one statement by itself, outside of any transaction; a connection parses it once by its name. */
type RunAlone = <Row extends object>(statement: {
  name: string;
  text: string;
  values: readonly unknown[];
}) => Promise<{ rows: Row[] }>;

/**
 * Counts and lines in tables. Each change is one statement on one row, which PostgreSQL runs for one process after the
 * other, so two servers together let no more through than one. It needs no transaction, and none of the wide locks of
 * `atomically`: what is counted belongs to no other row.
 */
export function createShared(run: RunAlone): Shared {
  /** How often each limit was asked here since what is over was last thrown away. */
  const asked = new Map<string, number>();

  /** Old windows go, and the oldest where a hostile number of keys comes. */
  async function sweep({ name, rate, keysMax }: Counted): Promise<void> {
    const times = (asked.get(name) ?? 0) + 1;
    asked.set(name, times % sharedLimits.sweepEvery);
    if (times < sharedLimits.sweepEvery) return;
    await run({ name: "rate_windows_sweep", text: sweepText, values: [name, rate.windowMs, keysMax] });
  }

  const count: Shared["count"] = async (counted) => {
    const { name, key, rate } = counted;
    await sweep(counted);
    const { rows } = await run<{ count: number; waitMs: number }>({
      name: "rate_windows_hit",
      text: hitText,
      values: [name, key, rate.windowMs, rate.count],
    });
    const [window] = rows;
    if (window === undefined) throw new Error("a window that was counted has no row");
    const resetMs = Math.max(1, window.waitMs);
    const isOver = window.count > rate.count;
    return { waitMs: isOver ? resetMs : null, left: Math.max(0, rate.count - window.count), resetMs };
  };
  return {
    count,
    hit: async (counted) => (await count(counted)).waitMs,

    async undo({ name, key, rate }) {
      const values = [name, key, rate.windowMs, rate.count];
      await run({ name: "rate_windows_undo", text: undoText, values });
    },

    async forget({ name, key }) {
      await run({ name: "rate_windows_forget", text: forgetText, values: [name, key] });
    },

    async stand({ key, ticket, waitingMax, leaseMs }) {
      const { rows } = await run<{ tickets: { id: string }[] }>({
        name: "turns_stand",
        text: standText,
        values: [key, ticket, waitingMax, leaseMs],
      });
      const place = rows[0]?.tickets.findIndex(({ id }) => id === ticket) ?? -1;
      return place < 0 ? null : place;
    },

    async leave({ key, ticket }) {
      const sweep = { name: "turns_sweep", text: emptyText, values: [key, ticket] };
      const { rows } = await run<{ key: string }>(sweep);
      if (rows.some((line) => line.key === key)) return;
      // Others stand there, who may leave at this moment, too: whoever is last throws the line away.
      await run({ name: "turns_leave", text: leaveText, values: [key, ticket] });
      await run(sweep);
    },

    async takesWrites() {
      const { rows } = await run<{ is: boolean }>({ name: "takes_writes", text: writesText, values: [] });
      return rows[0]?.is ?? true;
    },
  };
}

const writesText = `SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off' AS "is"`;

/** When the statement came in, which is the same in all of it. */
const now = "(extract(epoch FROM statement_timestamp()) * 1000)::bigint";

/**
 * A window that is over, or that comes from the future because the clock was set back, begins anew. One that waited for
 * its row may be a little older than who came before it.
 */
const isOver = `(${now} - one."startedAt" NOT BETWEEN ${-sharedLimits.behindMs} AND $3::bigint - 1)`;

/** What is refused counts as one more than is allowed, however often it is asked again. */
const hitText = `INSERT INTO "rateWindows" AS one (name, key, "startedAt", count) VALUES ($1, $2, ${now}, 1)
  ON CONFLICT (name, key) DO UPDATE SET
    count = CASE WHEN ${isOver} THEN 1 ELSE least(one.count, $4::bigint) + 1 END,
    "startedAt" = CASE WHEN ${isOver} THEN ${now} ELSE one."startedAt" END
  RETURNING count, least(one."startedAt" + $3::bigint - ${now}, $3::bigint) AS "waitMs"`;

const undoText = `UPDATE "rateWindows" AS one SET count = greatest(least(count, $4::bigint) - 1, 0)
  WHERE name = $1 AND key = $2 AND NOT ${isOver}`;

const forgetText = `DELETE FROM "rateWindows" WHERE name = $1 AND key = $2`;

/** What another process just counts in is left to it: two that threw away the same would wait for each other. */
const sweepText = `DELETE FROM "rateWindows" WHERE name = $1 AND key IN (
  SELECT key FROM "rateWindows" WHERE name = $1 AND ("startedAt" <= ${now} - $2::bigint OR "startedAt" <=
    (SELECT "startedAt" FROM "rateWindows" WHERE name = $1 ORDER BY "startedAt" DESC OFFSET $3::bigint LIMIT 1))
  FOR UPDATE SKIP LOCKED)`;

/** Whoever has not said in time that they are there has left. */
const standText = `INSERT INTO turns AS line (key, tickets)
  VALUES ($1, jsonb_build_array(jsonb_build_object('id', $2::text, 'until', ${now} + $4::bigint)))
  ON CONFLICT (key) DO UPDATE SET tickets = (
    SELECT coalesce(jsonb_agg(CASE WHEN one ->> 'id' = $2 THEN excluded.tickets -> 0 ELSE one END ORDER BY place), '[]')
      || CASE WHEN coalesce(bool_or(one ->> 'id' = $2), false) OR count(*) > $3::bigint
           THEN '[]'::jsonb ELSE excluded.tickets END
    FROM jsonb_array_elements(line.tickets) WITH ORDINALITY AS there (one, place)
    WHERE one ->> 'id' = $2 OR (one ->> 'until')::bigint > ${now})
  RETURNING tickets`;

const leaveText = `UPDATE turns SET tickets = (
    SELECT coalesce(jsonb_agg(one ORDER BY place), '[]')
    FROM jsonb_array_elements(tickets) WITH ORDINALITY AS there (one, place) WHERE one ->> 'id' <> $2)
  WHERE key = $1`;

/** Lines in which nobody stands but for whoever leaves, those of processes that are gone too. */
const emptyText = `DELETE FROM turns WHERE key IN (
  SELECT key FROM turns WHERE NOT EXISTS
    (SELECT 1 FROM jsonb_array_elements(tickets) AS one
      WHERE (one ->> 'until')::bigint > ${now} AND (key <> $1 OR one ->> 'id' <> $2))
  FOR UPDATE SKIP LOCKED) RETURNING key`;
