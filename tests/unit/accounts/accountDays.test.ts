import { expect, test } from "bun:test";
import { budgetLimits } from "../../../contract/limits/sending.ts";
import { dayMs } from "../../../contract/limits/units.ts";
import { reason } from "../../../contract/reasons.ts";
import type { Database } from "../../../db/database.ts";
import { createAccountDayStore, dayKinds } from "../../../db/stores/accounts/accountDays.ts";
import { createLedger } from "../../../db/stores/campaigns/ledger.ts";
import type { Settlement } from "../../../db/stores/campaigns/ledgerSettling.ts";
import { createUsageStore } from "../../../db/stores/campaigns/usage.ts";
import { createAccountLeaseStore } from "../../../db/stores/sending/accountLeases.ts";
import { settleLate } from "../../../db/stores/sending/lateOutcomes.ts";
import { createAccountHealthService } from "../../../server/accounts/accountHealth.ts";
import type { Core } from "../../../server/core/core.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { campaignRow } from "../../support/smtp/sendingRows.ts";

const monday = 20_000 * dayMs;
const late = monday + dayMs - 1;
const tuesday = monday + dayMs;
const claim = { workspaceId: "ada", credentialId: "account", bucketAt: 0, countMax: 100 };

eachDatabase("what came of an account's mails", (open) => {
  const database = emptyBeforeEach(open);

  test("is counted by the day on which it came, once however often it is told", async () => {
    const ids = await claimed(database(), ["a", "b", "c", "d", "e", "f", "g", "h"]);
    const settled: Settlement[] = [
      { ...ids("a"), state: "sent", reason: reason("accepted"), sentAt: late },
      { ...ids("b"), state: "sent", reason: reason("graph_accepted"), sentAt: tuesday },
      { ...ids("c"), state: "failed", reason: reason("refused", {}, "550 5.1.1"), at: tuesday },
      { ...ids("d"), state: "uncertain", reason: reason("sandbox_hung_up"), at: tuesday + 5 },
      // None of these says anything of the account.
      { ...ids("e"), state: "failed", reason: reason("mail_invalid", { detail: "" }), at: tuesday },
      { ...ids("f"), state: "failed", reason: reason("too_late") },
      { ...ids("g"), state: "skipped", reason: reason("opted_out") },
      { ...ids("h"), state: "queued" },
    ];
    await createLedger(database()).settleAndClaim(settled, null);
    const known = [
      { day: monday, accepted: 1, refused: 0, uncertain: 0, bounced: 0, complained: 0 },
      { day: tuesday, accepted: 1, refused: 1, uncertain: 1, bounced: 0, complained: 0 },
    ];
    expect(await days(database())).toEqual(known);
    await createLedger(database()).settleAndClaim(settled, null);
    expect(await days(database())).toEqual(known);
    expect(await days(database(), { since: tuesday + 7 })).toEqual(known.slice(1));
    expect(await days(database(), { workspaceId: "bob" })).toEqual([]);
  });

  test("is uncertain from the commit in which somebody else takes the account, and known when an answer comes late", async () => {
    const ids = await claimed(database(), ["a", "b", "c"]);
    const other = { credentialId: "account", workspaceId: "ada", holder: "other", leaseMs: 1, isAlone: true };
    expect(await createAccountLeaseStore(database()).take(other)).not.toBeNull();
    const [interrupted, ...more] = await days(database(), { since: 0 });
    expect(more).toEqual([]);
    expect(interrupted).toMatchObject({ accepted: 0, uncertain: 3 });
    const at = (interrupted?.day ?? 0) + 7;
    expect((at - 7) % dayMs).toBe(0);
    const sent: Settlement = { ...ids("b"), state: "sent", reason: reason("accepted"), sentAt: at };
    for (const known of [1, 0]) expect(await settleLate(database(), [sent])).toBe(known);
    expect(await days(database(), { since: 0 })).toMatchObject([{ accepted: 1, uncertain: 2 }]);
  });

  test("is counted for a report that comes later too, and forgotten after its time", async () => {
    const store = createAccountDayStore(database());
    const of = { credentialId: "account", workspaceId: "ada" };
    for (const kind of dayKinds) await store.count({ ...of, kind, at: late, n: 2 });
    await store.count({ ...of, kind: "bounced", at: monday, n: -1 });
    await store.count({ ...of, kind: "complained", at: monday, n: -9 });
    await store.count({ ...of, kind: "bounced", at: tuesday, n: -1 });
    expect(await days(database())).toEqual([
      { day: monday, accepted: 2, refused: 2, uncertain: 2, bounced: 1, complained: 0 },
      { day: tuesday, accepted: 0, refused: 0, uncertain: 0, bounced: 0, complained: 0 },
    ]);
    await store.forgetBefore(tuesday);
    expect(await days(database())).toMatchObject([{ day: tuesday }]);
  });

  test("is forgotten by the sweep of a server that runs on, with the minutes that no budget looks at any more", async () => {
    const usage = createUsageStore(database());
    const booked = { credentialId: "account", workspaceId: "ada", count: 1 };
    const { bucketMs, windowMs } = budgetLimits;
    for (const ago of [4 * windowMs, 3 * windowMs, windowMs - bucketMs, 0])
      await usage.record({ ...booked, bucketAt: tuesday - ago });
    const core = { database: database(), clock: { now: () => tuesday } } as unknown as Core;
    await createAccountHealthService(core).forgetOld();
    const left = await usage.bucketsSince({ credentialId: "account", since: 0 });
    expect(left.map(({ bucketAt }) => tuesday - bucketAt)).toEqual([windowMs - bucketMs, 0]);
  });
});

/** A campaign of these mails, all of them under way. */
async function claimed(database: Database, names: readonly string[]) {
  const { tables } = database;
  await database.atomically((write) => ({
    campaign: write.insert(tables.campaigns).values(campaignRow()),
    deliveries: write.insert(tables.deliveries).values(
      names.map((id) => ({
        id,
        campaignId: "campaign",
        workspaceId: "ada",
        leadId: `l-${id}`,
        email: `${id}@in.test`,
        state: "queued" as const,
        attempts: 0,
        dueAt: 1,
      })),
    ),
  }));
  const rows = await createLedger(database).settleAndClaim([], { ...claim, campaignId: "campaign", now: 10 });
  expect(rows).toHaveLength(names.length);
  return (id: string) => ({ id, leadId: `l-${id}` });
}

function days(database: Database, { workspaceId = "ada", since = monday } = {}) {
  const account = { workspaceId, credentialId: "account" };
  return createAccountDayStore(database).daysSince(account, since);
}
