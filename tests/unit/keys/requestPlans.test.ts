import { expect, test } from "bun:test";
import { createRequestStore } from "../../../db/stores/keys/requests.ts";
import { sqlitePlans } from "../../support/db/sqlitePlans.ts";
import { rareKeyAsked } from "../../support/keys/rareKey.ts";

test("the log of one key is read by its index, in either order and behind a place, and nothing is sorted", async () => {
  const plans = await sqlitePlans(async (database) => {
    const store = createRequestStore(database);
    for (const asked of rareKeyAsked) await store.page(asked);
  });
  expect(plans).not.toHaveLength(0);
  for (const plan of plans)
    expect(plan).toEqual([
      expect.stringMatching(/^SEARCH apiRequests USING INDEX api_requests_key \(workspaceId=\? AND keyId=\?/),
    ]);
});
