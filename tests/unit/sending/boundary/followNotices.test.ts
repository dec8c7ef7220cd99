import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Notices } from "../../../../db/database.ts";
import { openDatabase } from "../../../../db/sqlite/open.ts";
import { createSingleMailStore } from "../../../../db/stores/sending/singleMails.ts";
import { followNotices } from "../../../../server/sending/boundary/followNotices.ts";
import { keptLog } from "../../../support/server/keptLog.ts";
import { until } from "../../../support/until.ts";

test("while the database does not answer, the log does not tell of single mails that failed where there was none", async () => {
  const folder = mkdtempSync(join(tmpdir(), "amplify-linked-"));
  const database = openDatabase({ folder });
  await database.close();
  const { log, entries } = keptLog();
  let missed = () => {};
  const notices: Notices = {
    send() {},
    close: async () => {},
    listen(on) {
      missed = on.missed;
      return () => {};
    },
  };
  const unused = {} as never;
  const dispatcher = { lookSoon() {} } as never;
  const singles = createSingleMailStore(database);
  const stop = followNotices({ notices, dispatcher, port: unused, singles, log });
  missed();
  await until(() => entries.length > 0);
  stop();
  rmSync(folder, { recursive: true });
  expect(entries).toMatchObject([{ level: "error", message: "Single mails could not be looked for" }]);
});
