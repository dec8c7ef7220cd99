import { Database as Client } from "bun:sqlite";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Which of these texts somebody would read in the database file of a data folder whose server has stopped. Null where its data
 * is in PostgreSQL.
 */
export function readableIn(folder: string, texts: readonly string[]): string[] | null {
  const file = join(folder, "amplify.db");
  if (!existsSync(file)) return null;
  const client = new Client(file);
  client.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  client.close();
  const bytes = readFileSync(file);
  return texts.filter((text) => bytes.includes(text));
}
