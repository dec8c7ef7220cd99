import pg from "pg";
import { postgresLimits } from "../../contract/limits/database.ts";

/** What the steps and looks of this dialect need of a connection; PGlite has it too. */
export type Connection = {
  query<Row extends object>(sql: string, values?: unknown[]): Promise<{ rows: Row[] }>;
};

// Whole numbers of ours are below 2^53, and sums of them come as "numeric".
for (const type of [pg.types.builtins.INT8, pg.types.builtins.NUMERIC]) pg.types.setTypeParser(type, Number);

/**
 * A connection that stores what SQLite stores: PostgreSQL knows no text with a NUL in it, so that is stored, and looked
 * for, as the sign for a character that cannot be shown.
 */
class TextClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the driver has a dozen signatures, and the values are in one place.
  override query(query: any, values?: any, callback?: any): any {
    return super.query(query, Array.isArray(values) ? values.map(withoutNul) : values, callback);
  }
}

/** A value as such a connection sends it. */
export function withoutNul(value: unknown): unknown {
  return typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", "\ufffd") : value;
}

/** Every statement has an end: the server's, and ours for a server that does not answer any more. */
function configOf(url: string): pg.ClientConfig {
  return {
    connectionString: asTheDriverTakesIt(url),
    application_name: "amplify",
    connectionTimeoutMillis: postgresLimits.connectMs,
    query_timeout: postgresLimits.answerMs,
    keepAlive: true,
  };
}

/**
 * The driver takes these for verify-full and warns of its next version, in lines of its own among the log's: so they
 * are said to it as what they are. What asks for libpq's own meanings stands as it is.
 */
function asTheDriverTakesIt(url: string): string {
  if (/[?&]uselibpqcompat=true(&|$)/.test(url)) return url;
  return url.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, "$1verify-full");
}

/**
 * Set after connecting, since a pooler refuses them before. Without "jit": where there is much data the server takes many a
 * statement for a long one, and compiles it anew each time, for longer than it runs.
 */
const session = `SET jit = off; SET statement_timeout = ${postgresLimits.statementMs}; SET lock_timeout = ${postgresLimits.lockMs};
  SET idle_in_transaction_session_timeout = ${postgresLimits.idleInTransactionMs}`;

/** The connections of a process. */
export function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    ...configOf(url),
    Client: TextClient,
    max: postgresLimits.connectionsMax,
    // The statements of a transaction leave without waiting for each other's answers.
    pipeline: true,
    onConnect: async (client: pg.ClientBase) => {
      await client.query(session);
    },
  } as pg.PoolConfig);
  // An idle connection that is lost is replaced when it is wanted; without a listener it would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** A connection of its own, which whoever asked for it ends. */
export async function connectAlone(url: string, changes: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new TextClient({ ...configOf(url), ...changes });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query(session);
    return client;
  } catch (error) {
    // What kept it from connecting is told.
    await client.end().catch(() => {});
    throw error;
  }
}

/** A database's place in words, without whoever signs in there and their password. */
export function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname || "localhost"}${port === "" ? "" : `:${port}`}${pathname}`;
}
