import { afterAll, afterEach, beforeAll, describe } from "bun:test";
import type { Database } from "../../../db/database.ts";
import { findPostgres } from "./findPostgres.ts";
import { startPostgres, type TestPostgres } from "./startPostgres.ts";
import {
  copyOfTemplate,
  dropDatabase,
  makeTemplate,
  onServer,
  openTested,
  testedPostgres,
} from "./testDatabases.ts";

export type RealPostgres = {
  /** The address of the server, without a database's name. */
  server(): string;
  /** The address of a database of its own, with every step taken, which goes after the test. */
  copy(tablespace?: string): Promise<string>;
  /** Opens such an address as the product does; closed after the test. */
  open(url: string): Promise<Database>;
  /** Runs SQL on such an address. */
  ask<Row>(url: string, sql: string): Promise<Row[]>;
};

/** Tests of what only a real PostgreSQL does: the one of this run of tests, else one started for this file. */
export function onPostgres(name: string, define: (postgres: RealPostgres) => void): void {
  const isThere = testedPostgres !== undefined || findPostgres() !== null;
  describe.skipIf(!isThere)(name, () => {
    let own: TestPostgres | null = null;
    let opened: Database[] = [];
    let copies: string[] = [];
    const server = () => testedPostgres ?? own?.url ?? "";
    beforeAll(async () => {
      if (testedPostgres !== undefined) return;
      own = await startPostgres();
      await makeTemplate(server());
    }, 60_000);
    afterEach(async () => {
      await Promise.all(opened.map((database) => database.close()));
      for (const copy of copies) await dropDatabase(server(), copy);
      [opened, copies] = [[], []];
    });
    define({
      server,
      async copy(tablespace) {
        const copy = `copy_${crypto.randomUUID().replaceAll("-", "")}`;
        copies.push(copy);
        return copyOfTemplate(server(), copy, tablespace);
      },
      async open(url) {
        const database = await openTested(url);
        opened.push(database);
        return database;
      },
      ask: async <Row>(url: string, sql: string) =>
        (await onServer(server(), sql, url.slice(server().length + 1))) as Row[],
    });
    // Behind what the tests themselves do at their end, which may need the server.
    afterAll(async () => {
      await own?.stop();
    });
  });
}
