import type { Database as Client } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { differencesText } from "../../../contract/texts/en/terminal/installation/database.ts";
import { inspectDatabase } from "../../../db/backup/inspectDatabase.ts";
import { migrations } from "../../../db/migrations/sqlite.ts";
import type { Step } from "../../../db/migrations/step.ts";
import { migrate } from "../../../db/sqlite/migrate.ts";
import { connect } from "../../../db/sqlite/open.ts";

let folder = "";
let client: Client;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "amplify-upgrades-"));
  client = connect(folder) as Client;
});
afterEach(() => {
  client.close();
  rmSync(folder, { recursive: true, force: true });
});

const lists: Step = {
  tag: "0000_lists",
  sql: "CREATE TABLE lists (id TEXT PRIMARY KEY, name TEXT NOT NULL)",
};
const notes: Step = {
  tag: "0001_notes",
  sql: "ALTER TABLE lists ADD COLUMN note TEXT;--> statement-breakpoint\nCREATE INDEX lists_note ON lists (note)",
};
const count: Step = {
  tag: "0002_count",
  sql: "SELECT 1",
  codeHash: "as it was",
  *code() {
    yield { sql: "UPDATE lists SET note = 'counted'" };
  },
};

/** Brings the database to these steps, as a program that knows no others. */
const take = (steps: readonly Step[], program?: string) =>
  migrate(client, { folder, steps, ...(program === undefined ? {} : { program }) });

const schema = () => client.query("SELECT type, name, sql FROM sqlite_master ORDER BY name").values();
const taken = () => client.query("SELECT * FROM migrations ORDER BY tag").values();

/** As versions left it that kept no hashes. */
function forgetHashes(): void {
  client.exec("ALTER TABLE migrations DROP COLUMN hash; ALTER TABLE migrations DROP COLUMN program");
}

/** Expects these steps to be refused, in these words and with nothing changed. */
function refused(steps: readonly Step[], ...words: string[]): void {
  const before = [schema(), taken(), readdirSync(folder)];
  let said = "";
  try {
    take(steps);
  } catch (error) {
    said = error instanceof Error ? error.message : String(error);
  }
  for (const word of [...words, "Nothing was changed."]) expect(said).toContain(word);
  expect([schema(), taken(), readdirSync(folder)]).toEqual(before);
}

describe("a database whose steps are not this version's", () => {
  test("is refused when its first step was rewritten since", () => {
    take([lists], "0.1.0 (abc)");
    const rewritten = { ...lists, sql: "CREATE TABLE lists (id TEXT PRIMARY KEY, title TEXT NOT NULL)" };
    refused([rewritten], "0.1.0 (abc)", "whose step 0000_lists is not this version's: run the build");
    refused([rewritten, notes], "0000_lists");
  });

  test("is refused when the code of a step was rewritten since", () => {
    take([lists, notes, count]);
    refused([lists, notes, { ...count, codeHash: "as it is" }], "0002_count");
  });

  test("opens where only blanks and ends of lines differ, as after a checkout elsewhere", () => {
    take([lists, notes]);
    const before = [schema(), taken()];
    take([lists, { ...notes, sql: `${notes.sql.replaceAll("\n", "\r\n")}\r\n` }]);
    expect([schema(), taken()]).toEqual(before);
  });

  test("is refused when it is newer, with the version to run where that is known", () => {
    take([lists, notes], "0.9.0 (def)");
    refused([lists], "was written by a newer Amplify, 0.9.0 (def): run that version");
    client.exec("UPDATE migrations SET program = NULL");
    refused([lists], "was written by a newer Amplify (it knows 0001_notes): run that version");
  });
});

describe("a database from before hashes were kept", () => {
  test("is taken over when it is made as its steps make it, and brought to date", () => {
    take([lists]);
    forgetHashes();
    client.exec("INSERT INTO lists VALUES ('a', 'Spring')");
    take([lists, notes, count]);
    expect(client.query("SELECT * FROM lists").values()).toEqual([["a", "Spring", "counted"]]);
    const hashes = client.query<{ hash: string }, []>("SELECT hash FROM migrations").all();
    expect(hashes.map(({ hash }) => hash.length)).toEqual([64, 64, 64]);
    refused([{ ...lists, sql: `${lists.sql} STRICT` }, notes, count], "0000_lists");
  });

  test("is taken over with the tables and indexes that another program added", () => {
    take([lists]);
    client.exec("CREATE TABLE _copied (seq INTEGER); CREATE INDEX by_name ON lists (name)");
    forgetHashes();
    take([lists, notes]);
    expect(taken().length).toBe(2);
  });

  test.each([
    ["ALTER TABLE lists DROP COLUMN name", "the column lists.name is missing"],
    ["DROP TABLE lists", "the table lists is missing, and 2 more"],
    ["ALTER TABLE lists ADD COLUMN owner TEXT", "the column lists.owner is one too many"],
    ["CREATE UNIQUE INDEX by_name ON lists (name)", "the index by_name is one too many"],
    ["CREATE TRIGGER nosy AFTER INSERT ON lists BEGIN SELECT 1; END", "the trigger nosy is one too many"],
    [
      "DROP TABLE lists; CREATE TABLE lists (id TEXT PRIMARY KEY, name BLOB)",
      "the column lists.name is not as it should be",
    ],
  ])("is refused after %s", (change, words) => {
    take([lists]);
    forgetHashes();
    client.exec(change);
    refused([lists, notes], words, "before its tables were settled");
  });
});

test("another program's database is refused, and gets no table of ours", () => {
  client.exec("CREATE TABLE theirs (a TEXT)");
  expect(() => take([lists])).toThrow("the table theirs");
  expect(schema()).toEqual([["table", "theirs", "CREATE TABLE theirs (a TEXT)"]]);
});

describe("looked at, a database", () => {
  const look = () => inspectDatabase(join(folder, "amplify.db"));

  test("is sound as its steps made it", () => {
    migrate(client, { folder });
    expect(look()).toMatchObject({ fault: null, refusal: null, missingCount: 0 });
    expect(look().differences).toEqual({ wrong: [], added: [] });
  });

  test("has what is missing, changed or added told by its name", () => {
    migrate(client, { folder });
    client.exec("DROP INDEX leads_owner_email; ALTER TABLE templates ADD COLUMN extra TEXT");
    client.exec("CREATE TABLE _copied (seq INTEGER); DROP TABLE clicks");
    const { differences } = look();
    const wrong = differences.wrong.map((one) => differencesText([one]));
    expect(wrong).toContain("the index leads_owner_email is missing");
    expect(wrong).toContain("the table clicks is missing");
    expect(wrong).toContain("the column templates.extra is one too many");
    expect(differencesText(differences.added)).toBe("the table _copied");
  });

  test("says how many steps a start would take, and is judged by those that it has taken", () => {
    migrate(client, { folder, steps: migrations.slice(0, 2) });
    expect(look()).toMatchObject({
      refusal: null,
      missingCount: migrations.length - 2,
      differences: { wrong: [], added: [] },
    });
  });
});
