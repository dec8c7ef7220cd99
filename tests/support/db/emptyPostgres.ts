import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import type { Connection } from "../../../db/postgres/connection.ts";
import { onServer, testedPostgres } from "../postgres/testDatabases.ts";

/**
 * A PostgreSQL without a single table, for what is about one step: a database of its own on the server where this run of tests has
 * one, and PGlite, which takes four times the processor time, where a file is run by itself. Nobody drops it: it goes with
 * the server.
 */
export async function emptyPostgres(): Promise<Connection> {
  if (testedPostgres === undefined) return PGlite.create();
  const name = `empty_${crypto.randomUUID().replaceAll("-", "")}`;
  await onServer(testedPostgres, `CREATE DATABASE ${name}`);
  const client = new pg.Client({ connectionString: `${testedPostgres}/${name}` });
  await client.connect();
  return client;
}
