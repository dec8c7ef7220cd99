import type { Client } from "pg";
import { postgresLimits } from "../../contract/limits/database.ts";
import { connectAlone } from "./connection.ts";

/**
 * The right to send for a database: a lock that the server takes back when the connection that holds it ends, however
 * the process behind it dies. It is looked at all the time, since a connection may be gone without a word.
 */
export function createSenderLock(url: string) {
  let client: Client | null = null;
  let isHeld = false;
  let isReleased = false;
  let asking: Promise<boolean> | null = null;
  let beating: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  function drop(): Promise<void> {
    clearTimeout(beating);
    const [lost, wasHeld] = [client, isHeld];
    client = null;
    isHeld = false;
    lost?.removeListener("end", drop);
    if (wasHeld) for (const listener of listeners) listener();
    // It is gone already, or about to be; nobody relies on it any more.
    return lost?.end().catch(() => {}) ?? Promise.resolve();
  }

  /** The next look is due only after this one was answered; one that is not answered in time is the end. */
  function beat(held: Client): void {
    beating = setTimeout(
      () => void held.query("SELECT 1").then(() => beat(held), drop),
      postgresLimits.senderBeatMs,
    );
    beating.unref();
  }

  async function ask(): Promise<boolean> {
    if (isHeld) return true;
    if (isReleased) return false;
    try {
      // While another process holds the lock, the connection stays for the next time.
      client ??= await connect(url, drop);
      const { rows } = await client.query<{ taken: boolean }>(
        "SELECT pg_try_advisory_lock(hashtext('amplify sender'), hashtext(current_schema())) AS taken",
      );
      if (rows[0]?.taken !== true) return false;
    } catch (error) {
      void drop();
      throw error;
    }
    isHeld = true;
    beat(client);
    return true;
  }

  return {
    /** Whoever takes it is told when it is lost without having been given back. */
    async take(onLost?: () => void): Promise<boolean> {
      asking ??= ask().finally(() => {
        asking = null;
      });
      const isTaken = await asking;
      if (isTaken && onLost) listeners.add(onLost);
      return isTaken;
    },

    async release(): Promise<void> {
      isReleased = true;
      listeners.clear();
      // Whoever asked is told.
      await asking?.catch(() => {});
      // Only when the server has ended it may somebody else have the lock.
      await drop();
    },
  };
}

/** The server, too, notices soon when this machine is gone: until then nobody else could send. */
const keepalive = `SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 2;
  SET tcp_user_timeout = ${postgresLimits.senderGoneMs}`;

async function connect(url: string, onEnd: () => void): Promise<Client> {
  const client = await connectAlone(url, { query_timeout: postgresLimits.senderAnswerMs });
  client.once("end", onEnd);
  await client.query(keepalive);
  return client;
}
