import { expect, test } from "bun:test";
import { createLedger } from "../../../../db/stores/campaigns/ledger.ts";
import { sqlitePlans } from "../../../support/db/sqlitePlans.ts";

test("looking at the mails that go next finds them by their ids, and reads no other that is on its way", async () => {
  const plans = await sqlitePlans(async (database) => {
    const ledger = createLedger(database);
    const next = { credentialId: "account", ids: ["mail"] };
    await ledger.lookAt(next);
    await ledger.lookAtMails(next);
  });
  expect(plans).toHaveLength(2);
  for (const plan of plans)
    expect(plan[0]).toMatch(/^SEARCH deliveries USING INDEX sqlite_autoindex_deliveries_1 \(id=\?\)/);
});
