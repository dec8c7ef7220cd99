import { postgresMemberTriggers } from "../counting/postgresTriggers.ts";
import { sqliteMemberTriggers } from "../counting/sqliteTriggers.ts";
import type { StepCode } from "../step.ts";

/** Counts the leads of each collection once; from then on the database does so by itself. */
export const code: StepCode = function* ({ dialect }) {
  yield {
    sql: `UPDATE "collections" SET "leadCount" =
      (SELECT count(*) FROM "memberships" WHERE "memberships"."collectionId" = "collections"."id")`,
  };
  for (const sql of dialect === "sqlite" ? sqliteMemberTriggers : postgresMemberTriggers) yield { sql };
};
