import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import pg from "pg";
import type { Database } from "../../../db/database.ts";
import { createStoredFileStore } from "../../../db/stores/imports/storedFiles.ts";
import { callerNamed } from "../../support/leads/leadBook.ts";
import { findPostgres } from "../../support/postgres/findPostgres.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres/startPostgres.ts";
import { copyOfTemplate, makeTemplate, openTested } from "../../support/postgres/testDatabases.ts";

/** One that has little room for what transactions read, so that little work fills it. */
const settings = ["max_connections=20", "max_pred_locks_per_transaction=10"];
const files = 500;
const { workspaceId } = callerNamed("ada").scope;

describe.skipIf(findPostgres() === null)("a server on whose other database a transaction stays open", () => {
  let server: TestPostgres | null = null;
  let database: Database;
  beforeAll(async () => {
    server = await startPostgres({ settings });
    await makeTemplate(server?.url ?? "");
    database = await openTested(await copyOfTemplate(server?.url ?? "", "own"));
  }, 60_000);
  afterAll(async () => {
    await database.close();
    await server?.stop();
  });

  test("takes what is written all the while, though it can no longer tell who read what", async () => {
    const elsewhere = new pg.Client({ connectionString: `${server?.url}/postgres` });
    await elsewhere.connect();
    await elsewhere.query("BEGIN ISOLATION LEVEL SERIALIZABLE");
    await elsewhere.query("SELECT count(*) FROM pg_class");
    const store = createStoredFileStore(database);
    let reserved = 0;
    for (let nth = 0; nth < files; nth += 1) {
      const key = { workspaceId, id: `file${nth}` };
      await store.reserve({ ...key, bytes: 5, now: nth, arrivingSince: 0 }, () => {
        reserved += 1;
      });
      await store.release(key);
    }
    expect(reserved).toBe(files);
    await elsewhere.end();
  }, 60_000);
});
