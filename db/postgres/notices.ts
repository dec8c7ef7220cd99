import type { Client } from "pg";
import { noticeLimits } from "../../contract/limits/database.ts";
import type { Notices } from "../database.ts";
import { connectAlone } from "./connection.ts";

type Listener = Parameters<Notices["listen"]>[0];

/**
 * Short words between the processes of one database, over a connection of their own: a transaction that notifies takes a
 * lock on the whole server when it commits. Those of a moment leave together, each once. Whatever is said while the
 * connection is away is lost, and whoever listens is told so when it is back.
 */
export function createNotices(url: string): Notices {
  const listeners = new Set<Listener>();
  const waiting = new Set<string>();
  let flushing: ReturnType<typeof setTimeout> | null = null;
  let isClosed = false;
  const line = keepLine(url, {
    heard(payload) {
      for (const notice of JSON.parse(payload) as string[]) for (const { heard } of listeners) heard(notice);
    },
    opened() {
      for (const { missed } of listeners) missed();
    },
  });

  async function flush(): Promise<void> {
    flushing = null;
    await line.open();
    const notices = [...waiting];
    waiting.clear();
    for (const payload of payloadsOf(notices)) await line.say(payload);
  }

  return {
    send(notice) {
      if (isClosed) return;
      waiting.add(notice);
      flushing ??= setTimeout(() => void flush(), noticeLimits.gatherMs);
    },

    listen(listener) {
      listeners.add(listener);
      void line.open();
      return () => listeners.delete(listener);
    },

    async close() {
      isClosed = true;
      if (flushing !== null) {
        clearTimeout(flushing);
        await flush();
      }
      await line.close();
    },
  };
}

type Hearing = { heard(payload: string): void; opened(): void };

/** A connection that is opened anew whenever it was lost, from the first time on that somebody wanted it. */
function keepLine(url: string, { heard, opened }: Hearing) {
  let client: Client | null = null;
  let channel = "";
  let again: ReturnType<typeof setTimeout> | undefined;
  let opening: Promise<void> | null = null;
  let isClosed = false;
  let asked: Promise<unknown> = Promise.resolve();

  /** One question after the other: the driver takes no second one while it waits for the answer to the first. */
  function inTurn(one: Client, sql: string, values: unknown[] = []): Promise<unknown> {
    const answer = asked.then(() => one.query(sql, values));
    // Whoever asked hears of a failure; the next one has its turn.
    asked = answer.catch(() => {});
    return answer;
  }

  function lost(one: Client): void {
    if (client !== one) return;
    client = null;
    // It is gone already, or about to be.
    one.end().catch(() => {});
    later();
  }

  function later(): void {
    clearTimeout(again);
    if (isClosed) return;
    again = setTimeout(() => void open(), noticeLimits.againMs);
    again.unref();
  }

  /** Never rejects: whoever could not connect tries again later. */
  function open(): Promise<void> {
    if (client !== null || isClosed) return Promise.resolve();
    opening ??= connect()
      .catch(later)
      .finally(() => {
        opening = null;
      });
    return opening;
  }

  async function connect(): Promise<void> {
    const fresh = await connectAlone(url, { query_timeout: noticeLimits.answerMs });
    fresh.once("end", () => lost(fresh));
    fresh.on("notification", ({ payload = "[]" }) => heard(payload));
    const { rows } = await fresh.query<{ name: string }>("SELECT 'amplify_' || current_schema() AS name");
    channel = rows[0]?.name ?? "";
    await fresh.query(`LISTEN ${fresh.escapeIdentifier(channel)}`);
    client = fresh;
    beat(fresh);
    opened();
  }

  /** A connection may be gone without a word. */
  function beat(one: Client): void {
    const look = () =>
      inTurn(one, "SELECT 1").then(
        () => client === one && beat(one),
        () => lost(one),
      );
    setTimeout(look, noticeLimits.beatMs).unref();
  }

  return {
    open,

    async say(payload: string): Promise<void> {
      const one = client;
      if (one === null) return;
      const said = inTurn(one, "SELECT pg_notify($1, $2)", [channel, payload]);
      // Nobody waits for it: the tables say the same, only later.
      await said.catch(() => lost(one));
    },

    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(again);
      await opening;
      const last = client;
      client = null;
      // It is of no more use either way.
      await last?.end().catch(() => {});
    },
  };
}

/** PostgreSQL takes payloads of less than 8,000 bytes. */
function payloadsOf(notices: readonly string[]): string[] {
  const payloads: string[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const notice of notices) {
    const size = Buffer.byteLength(JSON.stringify(notice)) + 1;
    if (bytes + size > noticeLimits.payloadBytes) {
      payloads.push([]);
      bytes = 0;
    }
    payloads.at(-1)?.push(notice);
    bytes += size;
  }
  return payloads.map((some) => JSON.stringify(some));
}
