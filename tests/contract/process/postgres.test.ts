import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "../../../contract/client.ts";
import { onPostgres } from "../../support/postgres/onPostgres.ts";
import { postgresVariables } from "../../support/postgres/testDatabases.ts";
import { type Chosen, runApart } from "../../support/runtime/runApart.ts";
import { createMachine, type Machine } from "../../support/server/runCli.ts";
import { startTestServer } from "../../support/server/testServer.ts";
import { until } from "../../support/until.ts";

/**
 * A choice of the tests that start a server, each with its data in PostgreSQL; `bun run test:postgres` runs all of them. They
 * all run in one process of tests, which loads what they need once.
 */
const groups: Record<string, Required<Chosen>> = {
  "every call of the contract": {
    files: ["tests/contract/http/scenarios.test.ts"],
    only: ["a valid call is answered as the contract says"],
  },
  "sockets, sends and twenty imports at once": {
    files: ["http/socket", "campaigns/sending", "leads/leads"].map(
      (name) => `tests/contract/${name}.test.ts`,
    ),
    only: [
      "a campaign's progress arrives to its end",
      "a mail that goes out",
      "twenty imports of fifty at once",
    ],
  },
  "a server that is stopped, and two of them at once": {
    files: ["tests/fault/processes.test.ts"],
    only: ["a server that is told to stop", "two servers over one database"],
  },
  "an import in its thread, with people who are in it twice": {
    files: ["tests/contract/leads/spellings.test.ts"],
    only: ["one campaign mails a mailbox once"],
  },
};

setDefaultTimeout(180_000);
let folder: string;
let machine: Machine;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "amplify-on-postgres-"));
  machine = createMachine();
});
afterAll(() => {
  machine.remove();
  rmSync(folder, { recursive: true, force: true });
});

onPostgres("on PostgreSQL", (postgres) => {
  test(Object.keys(groups).join("; "), () => {
    const files = Object.values(groups).flatMap((group) => group.files);
    const only = Object.values(groups).flatMap((group) => group.only);
    const variables = { [postgresVariables.server]: postgres.server(), [postgresVariables.isServed]: "1" };
    const { status, output, passedNames } = runApart({ files, names: only.join("|") }, variables);
    expect({ status, output: status === 0 ? "" : output }).toEqual({ status: 0, output: "" });
    for (const name of only) expect(passedNames.filter((passed) => passed.includes(name))).not.toEqual([]);
  }, 600_000);

  test("a server and the commands beside it work on the database that DATABASE_URL names", async () => {
    const env = {
      AMPLIFY_DATA: join(folder, "data"),
      DATABASE_URL: await postgres.copy(),
      AMPLIFY_KEY: "5a".repeat(32),
    };
    const command = (...args: string[]) => machine.run(args, { env });
    const withoutKey = await machine.run(["users", "list"], { env: { ...env, AMPLIFY_KEY: "" } });
    expect(withoutKey.stderr).toContain("DATABASE_URL needs AMPLIFY_KEY too");

    const server = await startTestServer({ ...env, AMPLIFY_PLANS: "off" });
    const ada = await server.signUp({ email: "ada@shop.test" });
    await importOne(server.url, ada.token);
    expect((await command("users", "grant", "ada@shop.test", "--role", "admin")).stdout).toContain("admin");
    const noWrites = `${env.DATABASE_URL}?options=-c%20default_transaction_read_only%3Don`;
    const refused = await machine.run(["users", "list"], { env: { ...env, DATABASE_URL: noWrites } });
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("takes no writes") });
    const looked = await command("doctor");
    expect(looked.stdout).toMatch(/ok +PostgreSQL 1[5-9]\.\d+.* answers/);
    expect(looked.stdout).toContain("Its tables are sound, and this version can work with them");
    expect(looked.stdout).toContain("AMPLIFY_KEY is the key that fits");
    expect(looked.stdout).toMatch(/ok +1 files of imports lie in it \(0\.0 MB\)/);
    expect(looked.stdout).toMatch(/ok +Servers hold \d+ of the \d+ connections/);
    expect(looked.code).toBe(0);
    const [{ id = "" } = {}] = await postgres.ask<{ id: string }>(
      env.DATABASE_URL,
      'DELETE FROM "filePieces" RETURNING "fileId" AS id',
    );
    const broken = await command("doctor");
    expect(broken.stdout).toMatch(new RegExp(`wrong +Pieces of the file ${id} of an import are missing`));
    expect(broken.code).toBe(1);

    expect((await command("backup", join(folder, "b.db"))).stderr).toContain("pg_dump");
    expect((await command("restore", join(folder, "b.db"))).stderr).toContain("pg_restore");
    expect((await command("restore")).stderr).toContain("A server works with this database");
    await server.close();
    const restored = await command("restore");
    expect(restored).toMatchObject({ code: 0 });
    expect(restored.stdout).toMatch(/sign in again.+unsubscribed.+transactional.+counted.+keys/s);
  });

  test("a server that is let have too few connections to begin says so, and what to raise", async () => {
    const url = new URL(await postgres.copy());
    const owner = url.username;
    const name = url.pathname.slice(1);
    const role = `few_${name}`;
    const ask = (sql: string) => postgres.ask(`${postgres.server()}/${name}`, sql);
    // Enough to look at the database, and none for the thread that sends.
    await ask(`CREATE ROLE ${role} LOGIN PASSWORD 'few' CONNECTION LIMIT 2`);
    await ask(`ALTER DATABASE ${name} OWNER TO ${role}; DROP SCHEMA public CASCADE`);
    await ask(`CREATE SCHEMA public AUTHORIZATION ${role}`);
    try {
      [url.username, url.password] = [role, "few"];
      const env = { AMPLIFY_DATA: join(folder, "few"), DATABASE_URL: url.href, AMPLIFY_KEY: "5a".repeat(32) };
      const { code, stderr } = await machine.run(["serve"], { env: { ...env, PORT: "0" } });
      expect(stderr).toContain(`has no connection left: too many connections for role "${role}"`);
      expect(stderr).toContain("raise max_connections");
      expect(code).toBe(1);
    } finally {
      await ask(`DROP SCHEMA public CASCADE; ALTER DATABASE ${name} OWNER TO "${owner}"; DROP ROLE ${role}`);
    }
  });
});

/** A file over HTTP, to its end; then its leads are there. */
async function importOne(base: string, token: string): Promise<void> {
  const client = createClient({ base, token });
  const body = new Blob(["First name,Last name,Email\nEve,Example,eve@in.test\nFay,Example,fay@in.test\n"]);
  const { _id: id, guess } = await client("POST /amplify/imports", { query: { name: "leads.csv" }, body });
  await client("POST /amplify/imports/{id}/start", {
    params: { id },
    body: { columns: guess, existing: "update" },
  });
  const look = () => client("GET /amplify/imports/{id}", { params: { id } });
  await until(async () => (await look()).state !== "running", 60_000);
  expect(await look()).toMatchObject({ state: "done", report: { added: 2 } });
  const found = await client("GET /amplify/leads", { query: { pageSize: 10 } });
  expect(found).toMatchObject({ total: 2 });
  const names = "items" in found ? found.items.map(({ firstName }) => firstName).toSorted() : [];
  expect(names).toEqual(["Eve", "Fay"]);
}
