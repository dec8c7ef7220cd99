import { InstallationFault } from "../../contract/installation/InstallationFault.ts";
import { type Remark, remark } from "../../contract/installation/remark.ts";
import { postgresLimits } from "../../contract/limits/database.ts";
import { type Connection, connectAlone, placeOf } from "./connection.ts";
import { codesOf, isAboutEncryption, isUnreachable, rootMessage } from "./faults.ts";

/**
 * Makes sure that this PostgreSQL keeps what SQLite keeps, and answers what it is.
 * @throws {InstallationFault} that says what stands in the way and what to do.
 */
export async function checkServer(connection: Connection, url: string): Promise<string> {
  const place = placeOf(url);
  const { rows } = await connection.query<Facts>(facts);
  const [found] = rows;
  if (found === undefined) throw new InstallationFault(remark("postgresSaysNothing", { place }));
  const fault = faultOf(found, place) ?? (await poolerFault(connection, url));
  if (fault !== null) throw new InstallationFault(fault);
  return found.version;
}

type Facts = { number: number; version: string; encoding: string; collation: string; provider: string };

const facts = `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version,
    pg_encoding_to_char(encoding) AS encoding, coalesce(datcollate, 'C') AS collation, datlocprovider::text AS provider
  FROM pg_database WHERE datname = current_database()`;

/** Sorted otherwise than by the letters' numbers, lists would go on in another place than they stopped. */
const create = "CREATE DATABASE amplify TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER libc LOCALE 'C'";

function faultOf({ number, version, encoding, collation, provider }: Facts, place: string): Remark | null {
  const { versionMin } = postgresLimits;
  if (number < versionMin)
    return remark("postgresTooOld", { place, version, wanted: Math.floor(versionMin / 10_000) });
  if (encoding !== "UTF8") return remark("postgresEncoding", { place, encoding, create });
  const isIcu = provider === "i";
  if (isIcu || !/^(C|POSIX|C\.UTF-?8)$/i.test(collation))
    return remark("postgresOrder", { place, collation: isIcu ? null : collation, create });
  return null;
}

/**
 * A pooler in transaction mode gives one connection of the server to several of ours in turn, so that two of ours are
 * seen on one of the server's, or one of ours on two.
 */
async function poolerFault(connection: Connection, url: string): Promise<Remark | null> {
  const pooled = remark("postgresPooled", { place: placeOf(url) });
  const other = await connectAlone(url);
  try {
    const first = await processOf(connection);
    // Held open, so that the pooler has to give the next statement another connection.
    await other.query("BEGIN");
    const second = await processOf(other);
    if (second === first) return pooled;
    const again = await processOf(connection);
    await other.query("COMMIT");
    return again === first ? null : pooled;
  } finally {
    // It was only looked at; a goodbye that is not answered changes nothing.
    await other.end().catch(() => {});
  }
}

async function processOf(connection: Connection): Promise<number | undefined> {
  return (await connection.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows[0]?.pid;
}

/** What a role needs that its database does not belong to; it stands in the URL, or is the driver's own guess. */
function notAllowed(url: string, said: string): Remark {
  const { username, pathname } = new URL(url);
  const role = decodeURIComponent(username) || "amplify";
  const database = decodeURIComponent(pathname.slice(1)) || role;
  const give = `ALTER DATABASE ${asWritten(database)} OWNER TO ${asWritten(role)}`;
  return remark("postgresNotAllowed", { place: placeOf(url), said, give });
}

/** A name as it stands in a statement: in quotes where it would be read as another one. */
function asWritten(name: string): string {
  return /^[a-z_][a-z\d_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** Whether an empty database takes tables of ours. @throws {InstallationFault} where it does not. */
export async function checkRights(connection: Connection, url: string): Promise<void> {
  const { rows } = await connection.query<{ may: boolean | null }>(
    "SELECT has_schema_privilege(current_schema(), 'CREATE') AS may",
  );
  if (rows[0]?.may === true) return;
  throw new InstallationFault(notAllowed(url, "permission denied for schema public"));
}

/** What to tell of a server that cannot be worked with at all; null where that is not what happened. */
export function connectFault(error: unknown, url: string): Remark | null {
  const place = placeOf(url);
  const codes = codesOf(error);
  const said = rootMessage(error);
  if (codes.some((code) => code.startsWith("28"))) return remark("postgresLetsNobodyIn", { place, said });
  if (codes.includes("3D000")) return remark("postgresNoDatabase", { place, create });
  if (codes.includes("08P01")) return remark("postgresPooled", { place });
  if (codes.includes("53300"))
    return remark("postgresCrowded", { place, said, wanted: postgresLimits.connectionsMax + 2 });
  if (codes.includes("42501")) return notAllowed(url, said);
  if (codes.includes("25006")) return remark("postgresReadOnly", { place });
  if (isAboutEncryption(error)) return remark("postgresNotEncrypted", { place, said });
  return isUnreachable(error) ? remark("postgresUnreachable", { place, said }) : null;
}
