import { Database as Client } from "bun:sqlite";
import { migrations as postgresSteps } from "../../../db/migrations/postgres.ts";
import { migrations as sqliteSteps } from "../../../db/migrations/sqlite.ts";
import type { Step } from "../../../db/migrations/step.ts";
import { applyStep } from "../../../db/sqlite/applyStep.ts";

const hashingFor = () => (address: string) => address;

type Lead = { id: string; firstName?: string; lastName?: string; searchText: string };

/** An SQLite database as it was before a step that writes what leads are found by. */
export function beforeSearchTextStep(tag: string) {
  const client = new Client(":memory:");
  const at = sqliteSteps.findIndex((step) => step.tag === tag);
  for (const step of sqliteSteps.slice(0, at)) applyStep(client, step, hashingFor);
  const add = client.prepare(
    `INSERT INTO "leads" ("id", "workspaceId", "firstName", "lastName", "email", "phone", "searchText", "emailHash", "optout", "emailCount", "openedCount", "createdAt", "updatedAt")
     VALUES (?1, 'w', ?2, ?3, ?1, '', ?4, ?1, 0, 0, 0, 1, 1)`,
  );
  return {
    client,
    add: ({ id, firstName = "", lastName = "", searchText }: Lead) =>
      void add.run(id, firstName, lastName, searchText),
    /** Takes it; answers the texts of all leads in the order of their ids, and the ids of those that were written. */
    take() {
      client.exec(`CREATE TEMP TABLE "written" ("id" text)`);
      client.exec(
        `CREATE TEMP TRIGGER "noted" AFTER UPDATE ON "leads" BEGIN INSERT INTO "written" VALUES (new."id"); END`,
      );
      applyStep(client, stepNamed(sqliteSteps, tag), hashingFor);
      const columnOf = (sql: string) => client.query(sql).values().flat();
      return {
        texts: columnOf(`SELECT "searchText" FROM "leads" ORDER BY "id"`),
        written: columnOf(`SELECT "id" FROM "written" ORDER BY "id"`),
      };
    },
  };
}

/** All that the step asks of PostgreSQL. */
export function askedOfPostgres(tag: string): unknown[] {
  const { sql, code } = stepNamed(postgresSteps, tag);
  const statements = sql.replace(/^--.*$/gm, "").trim();
  return [...(statements === "" ? [] : [statements]), ...(code?.({ dialect: "postgres", hashingFor }) ?? [])];
}

function stepNamed(steps: readonly Step[], tag: string): Step {
  const step = steps.find((one) => one.tag === tag);
  if (step === undefined) throw new Error(`${tag} is there`);
  return step;
}
