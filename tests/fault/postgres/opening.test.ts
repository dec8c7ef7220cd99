import { expect, test } from "bun:test";
import { migrations } from "../../../db/migrations/postgres.ts";
import { checkServer } from "../../../db/postgres/checkServer.ts";
import { connectAlone } from "../../../db/postgres/connection.ts";
import { inspectPostgres } from "../../../db/postgres/inspectPostgres.ts";
import { migrate } from "../../../db/postgres/migrate.ts";
import { remarkInWords } from "../../../server/core/faultInWords.ts";
import { onPostgres, type RealPostgres } from "../../support/postgres/onPostgres.ts";
import { openPooler } from "../../support/postgres/pooler.ts";
import { onServer } from "../../support/postgres/testDatabases.ts";

const hashingFor = () => (address: string) => address;
const faultOf = (opening: Promise<unknown>): Promise<string> =>
  opening.then(
    () => "",
    (error: Error) => error.message,
  );

onPostgres("opening a PostgreSQL database", (postgres) => {
  const made = (words: string) => madeOn(postgres, words);

  test("by many processes at once takes each step once", async () => {
    const url = await made("");
    await Promise.all(Array.from({ length: 4 }, () => postgres.open(url)));
    const taken = await postgres.ask<{ tag: string }>(url, "SELECT tag FROM migrations ORDER BY tag");
    expect(taken.map(({ tag }) => tag)).toEqual(migrations.map(({ tag }) => tag));
  });

  test("in which a step fails leaves it as it was", async () => {
    const url = await made("");
    const connection = await connectAlone(url);
    const broken = { tag: "9999_broken", sql: "CREATE TABLE half (id text); SELECT 1/0" };
    const steps = [...migrations, broken];
    expect(await faultOf(migrate(connection, { steps, hashingFor }))).toContain("division by zero");
    await connection.end();
    expect(await postgres.ask(url, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
    await postgres.open(url);
  });

  test("of a newer version, of other steps or of another program is refused, and changes nothing", async () => {
    const newer = await postgres.copy();
    await postgres.ask(newer, "INSERT INTO migrations VALUES ('9999_later', 1, 'hash', 'Amplify 9.9.9')");
    expect(await faultOf(postgres.open(newer))).toContain("was written by a newer Amplify, Amplify 9.9.9");

    const other = await postgres.copy();
    await postgres.ask(other, "UPDATE migrations SET hash = 'other' WHERE tag = '0000_first'");
    expect(await faultOf(postgres.open(other))).toContain("whose step 0000_first is not this version's");

    const foreign = await made("");
    await postgres.ask(foreign, "CREATE TABLE orders (id int)");
    expect(await faultOf(postgres.open(foreign))).toContain("the table orders");
    expect(
      await postgres.ask(foreign, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"),
    ).toEqual([{ tablename: "orders" }]);
  });

  test("of an older version that knows another key stays as it was", async () => {
    const url = await postgres.copy();
    await postgres.ask(url, `INSERT INTO meta (key, value) VALUES ('keyId', '"mine"')`);
    const later = { tag: "9999_later", sql: "CREATE TABLE later (id text)" };
    const connection = await connectAlone(url);
    const otherKey = (keyId: string | null) => {
      throw new Error(`${keyId} is another key`);
    };
    const steps = [...migrations, later];
    expect(await faultOf(migrate(connection, { steps, hashingFor: otherKey }))).toBe("mine is another key");
    await connection.end();
    expect(await postgres.ask(url, "SELECT tag FROM migrations WHERE tag = '9999_later'")).toEqual([]);
  });

  test("with what an extension has put there goes as without it, and nothing of that is called wrong", async () => {
    const url = await made("");
    await postgres.ask(url, "CREATE EXTENSION pg_stat_statements");
    await postgres.open(url);
    const { fault, differences } = await inspectPostgres(url);
    expect({ fault, ...differences }).toMatchObject({ fault: null, wrong: [], added: [] });
  });
});

onPostgres("opening what is no database for this", (postgres) => {
  const made = (words: string) => madeOn(postgres, words);

  test("that is too old, sorts otherwise or is in another encoding is refused with what to do", async () => {
    const old = { number: 140_011, version: "14.11", encoding: "UTF8", collation: "C", provider: "c" };
    const server = { query: async () => ({ rows: [old] as never[] }) };
    expect(await faultOf(checkServer(server, "postgres://host/amplify"))).toBe(
      "The database at host/amplify is of PostgreSQL 14.11, and Amplify needs 15 or newer",
    );
    const latin = await made("ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'");
    expect(await faultOf(postgres.open(latin))).toContain("is in LATIN1, and Amplify needs UTF8");
    const english = await made("LOCALE_PROVIDER icu ICU_LOCALE 'en'");
    expect(await faultOf(postgres.open(english))).toContain("CREATE DATABASE amplify TEMPLATE template0");
  });

  test("where nobody listens, or with a name that is not there, says so without the password", async () => {
    const nowhere = await faultOf(postgres.open("postgres://ada:secret@127.0.0.1:1/amplify"));
    expect(nowhere).toContain("PostgreSQL at 127.0.0.1:1/amplify cannot be reached");
    expect(nowhere).not.toContain("secret");
    expect(await faultOf(postgres.open(`${postgres.server()}/nothing_here`))).toContain(
      "has no such database",
    );
  });

  test("that takes no writes, has no connection left or cannot encrypt says what to do, to doctor too", async () => {
    const url = await postgres.copy();
    const role = `nobody_${url.slice(postgres.server().length + 1)}`;
    const crowded = new URL(url);
    [crowded.username, crowded.password] = [role, "few"];
    await postgres.ask(url, `CREATE ROLE ${role} LOGIN PASSWORD 'few' CONNECTION LIMIT 0`);
    const words: Record<string, string> = {
      [`${url}?options=-c%20default_transaction_read_only%3Don`]: "takes no writes: it is a standby",
      [crowded.href]: "has no connection left: too many connections",
      [`${url}?sslmode=verify-full`]: "Look at sslmode and sslrootcert",
      [`${url}?sslmode=require`]: "Look at sslmode and sslrootcert",
      [`${url}?sslrootcert=/nowhere.pem`]: "Look at sslmode and sslrootcert",
    };
    const { warned, hear } = warnings();
    try {
      for (const [asked, said] of Object.entries(words)) {
        expect(await faultOf(postgres.open(asked))).toContain(said);
        const { fault } = await inspectPostgres(asked);
        expect(fault === null ? "" : remarkInWords(fault)).toContain(said);
      }
      expect(warned).toEqual([]);
    } finally {
      process.off("warning", hear);
      await postgres.ask(url, `DROP ROLE ${role}`);
    }
  });

  test("that belongs to somebody else says whom to give it to, to doctor too, and can then be opened", async () => {
    const url = await made("");
    const name = url.slice(postgres.server().length + 1);
    const role = `Guest "${name}"`;
    const guest = new URL(url);
    [guest.username, guest.password] = [encodeURIComponent(role), "few"];
    const quoted = `"${role.replaceAll('"', '""')}"`;
    await postgres.ask(url, `CREATE ROLE ${quoted} LOGIN PASSWORD 'few' CONNECTION LIMIT 5`);
    try {
      const give = `ALTER DATABASE ${name} OWNER TO ${quoted}`;
      const said = `permission denied for schema public. It has to own the database and what is in it: ${give}`;
      expect(await faultOf(postgres.open(guest.href))).toContain(said);
      const look = () => inspectPostgres(guest.href);
      const { fault } = await look();
      expect(fault === null ? "" : remarkInWords(fault)).toContain(said);
      await postgres.ask(url, give);
      await (await postgres.open(guest.href)).close();
      expect((await look()).shared).toMatchObject({ connectionsMax: 5 });
    } finally {
      await postgres.ask(url, `DROP OWNED BY ${quoted}`);
      await postgres.ask(url, `ALTER DATABASE ${name} OWNER TO CURRENT_USER; DROP ROLE ${quoted}`);
    }
  });
});

onPostgres("opening a database through a pooler", (postgres) => {
  test("in transaction mode is refused, which would lose the sender's lock", async () => {
    const pooler = await openPooler(await postgres.copy());
    try {
      expect(await faultOf(postgres.open(pooler.url))).toContain("transaction mode");
    } finally {
      await pooler.close();
    }
  });
});

/** What the driver says of its next version would stand in the log, in lines that are none of it. */
function warnings() {
  const warned: string[] = [];
  const hear = ({ message }: Error) => warned.push(message);
  process.on("warning", hear);
  return { warned, hear };
}

/** An empty database, made as the words after its name say. */
async function madeOn(postgres: RealPostgres, words: string): Promise<string> {
  const url = await postgres.copy();
  const name = url.slice(postgres.server().length + 1);
  await onServer(postgres.server(), `DROP DATABASE ${name}`);
  await onServer(postgres.server(), `CREATE DATABASE ${name} TEMPLATE template0 ${words}`);
  return url;
}
