import { expect, test } from "bun:test";
import { createWholeProgress } from "../../../server/campaigns/plans/composedProgress.ts";
import type { Clock } from "../../../server/core/clock.ts";
import type { UnnumberedMessage } from "../../../server/realtime/hub.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { campaignRow, credentialRow, planRow } from "../../support/smtp/sendingRows.ts";

const told = {
  message: "",
  data: { target: "email", subject: "Good to have you", campaignId: "part", failedEmails: [] },
} as unknown as UnnumberedMessage;

eachDatabase("what a whole campaign tells of itself", (open) => {
  const database = emptyBeforeEach(open);

  test("carries the name that its list has, and none where nobody gave one", async () => {
    const { atomically, tables } = database();
    const names = { named: "Welcome, in three letters", unnamed: "" };
    await atomically((write) => ({
      account: write.insert(tables.credentials).values(credentialRow({ id: "a", appEmail: "a@ada.test" })),
      plans: Object.entries(names).map(([id, name]) =>
        write.insert(tables.campaignPlans).values(planRow(id, { kind: "sequence", name })),
      ),
      parts: Object.keys(names).map((planId) =>
        write
          .insert(tables.campaigns)
          .values(campaignRow({ id: `${planId}-1`, requestKey: planId, planId, credentialId: "a" })),
      ),
    }));
    const asked = { waitingsOf: async (campaigns: readonly unknown[]) => campaigns.map(() => null) };
    const whole = createWholeProgress({ database: database(), clock: { now: () => 0 } as Clock }, asked);
    const dataOf = async (id: string) => (await whole({ workspaceId: "ada", id }, told))?.data;
    expect(await dataOf("named")).toMatchObject({ name: names.named, campaignId: "named" });
    expect(await dataOf("unnamed")).not.toHaveProperty("name");
  });
});
