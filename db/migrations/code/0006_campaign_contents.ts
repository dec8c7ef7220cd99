import type { StepCode } from "../step.ts";

/** What campaigns say moves to its own table; the next step drops the column it leaves. */
export const code: StepCode = function* () {
  yield {
    sql: `INSERT INTO "campaignContents" ("campaignId", "ownerId", "html") SELECT "id", "ownerId", "html" FROM "campaigns"`,
  };
};
