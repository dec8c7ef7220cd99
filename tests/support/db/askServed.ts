import { Database as Client } from "bun:sqlite";
import { join } from "node:path";
import { onServer, postgresEnvironment } from "../postgres/testDatabases.ts";

/**
 * Runs SQL, one statement, on the database of a server over this data folder, beside it: on the file, or on PostgreSQL
 * where this run of tests keeps data there. Names of columns stand in double quotes, which both understand.
 */
export async function askServed<Row>(dataFolder: string, sql: string): Promise<Row[]> {
  const { DATABASE_URL } = await postgresEnvironment(dataFolder);
  if (DATABASE_URL !== undefined) {
    const { origin, database } = partsOf(DATABASE_URL);
    return (await onServer(origin, sql, database)) as Row[];
  }
  const client = new Client(join(dataFolder, "amplify.db"));
  // A server may be writing.
  client.exec("PRAGMA busy_timeout = 5000");
  try {
    return client.query<Row, []>(sql).all();
  } finally {
    client.close();
  }
}

function partsOf(url: string): { origin: string; database: string } {
  const end = url.lastIndexOf("/");
  return { origin: url.slice(0, end), database: url.slice(end + 1) };
}
