import { createHash } from "node:crypto";
import pg from "pg";
import type { Database } from "../../../db/database.ts";
import { openPostgres } from "../../../db/postgres/open.ts";

/** By these a run of tests is told of a PostgreSQL server, and to have the servers that it starts work on it. */
export const postgresVariables = { server: "TESTED_POSTGRES", isServed: "TESTED_ON_POSTGRES" } as const;

/** The server that this run of tests may use, without a database's name. */
export const testedPostgres: string | undefined = process.env[postgresVariables.server];

/** Whether what this run starts keeps its data there. */
export const isServedByPostgres: boolean = process.env[postgresVariables.isServed] !== undefined;

const template = "amplify_template";

export const openTested = (url: string): Promise<Database> =>
  openPostgres({ url, hashingFor: () => (address) => `hash of ${address}` });

/** Makes the database that all others are copies of, once a run: taking every step takes a second. */
export async function makeTemplate(server: string): Promise<void> {
  await onServer(server, `CREATE DATABASE ${template}`);
  const database = await openTested(`${server}/${template}`);
  await database.close();
}

/** A database of its own with every step taken, and its address; what has the name already stays. */
export async function copyOfTemplate(
  server: string,
  name: string,
  tablespace = "pg_default",
): Promise<string> {
  const copy = `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy TABLESPACE ${tablespace}`;
  await onServer(server, copy).catch((error) => {
    if (error.code !== "42P04") throw error;
  });
  return `${server}/${name}`;
}

export async function dropDatabase(server: string, name: string): Promise<void> {
  await onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

/** What a server on a data folder is given so that its data is in PostgreSQL; nothing where this run is about SQLite. */
export async function postgresEnvironment(dataFolder: string): Promise<Record<string, string>> {
  if (!isServedByPostgres || testedPostgres === undefined) return {};
  return {
    DATABASE_URL: await copyOfTemplate(testedPostgres, nameFor(dataFolder)),
    AMPLIFY_KEY: "5a".repeat(32),
  };
}

export async function forgetDatabaseOf(dataFolder: string): Promise<void> {
  if (isServedByPostgres && testedPostgres !== undefined)
    await dropDatabase(testedPostgres, nameFor(dataFolder));
}

/** The database that stands for the one in a data folder, so that who starts there again finds it again. */
function nameFor(dataFolder: string): string {
  return `at_${createHash("sha256").update(dataFolder).digest("hex").slice(0, 16)}`;
}

/** One statement, by a connection of its own. */
export async function onServer(server: string, sql: string, database = "postgres"): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: `${server}/${database}` });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
