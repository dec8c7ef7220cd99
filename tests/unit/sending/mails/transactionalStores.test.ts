import { expect, test } from "bun:test";
import { reason } from "../../../../contract/reasons.ts";
import type { Database } from "../../../../db/database.ts";
import { createCampaignStore } from "../../../../db/stores/campaigns/campaigns.ts";
import { createLedger } from "../../../../db/stores/campaigns/ledger.ts";
import { createCallStore, type NewCall } from "../../../../db/stores/campaigns/transactional/calls.ts";
import { createKindSuppressionStore } from "../../../../db/stores/campaigns/transactional/kindSuppressions.ts";
import { createMailLogStore } from "../../../../db/stores/campaigns/transactional/mailLog.ts";
import { createSweepStore } from "../../../../db/stores/campaigns/transactional/sweeping.ts";
import { eachDatabase, emptyBeforeEach } from "../../../support/db/databases.ts";
import { campaignRow } from "../../../support/smtp/sendingRows.ts";

const workspaceId = "ada";
const credentialId = "account";
const expiresAt = 1_000;

/** A call with as many mails, `call1-0@in.test` …, that waits to be sent. */
function newCall(id: string, count: number, changes: Partial<NewCall["part"]> = {}): NewCall {
  const of = { campaignId: id, workspaceId };
  const mails = Array.from({ length: count }, (_, index) => `${id}-${index}`);
  return {
    part: {
      ...campaignRow({ id, planId: id, mailKind: "receipt", requestKey: id, total: count }),
      ...changes,
    },
    html: "<p>{{a}}</p>",
    call: { ...of, tags: [], createdAt: 1, expiresAt },
    mails: mails.map((mail) => ({
      id: mail,
      ...of,
      kind: "receipt",
      email: `${mail}@in.test`,
      emailHash: mail,
      name: "",
      sealedValues: "sealed",
      isQueued: true,
      createdAt: 1,
    })),
    deliveries: mails.map((mail) => ({
      id: mail,
      ...of,
      leadId: mail,
      email: `${mail}@in.test`,
      state: "queued" as const,
      attempts: 0,
      dueAt: 1,
    })),
    attachments: [{ ...of, position: 0, name: "a.txt", type: "text/plain", content: "YQ==" }],
    links: [],
  };
}

const storesOf = (database: Database) => ({
  calls: createCallStore(database),
  log: createMailLogStore(database),
  sweep: createSweepStore(database),
  ledger: createLedger(database),
  campaigns: createCampaignStore(database),
  suppressions: createKindSuppressionStore(database),
});
type Stores = ReturnType<typeof storesOf>;
const stateOf = async ({ log }: Stores, id: string) => {
  const row = await log.one({ workspaceId, id });
  return row && [row.delivery.state, row.delivery.reasonCode, row.part.state];
};
const claim = ({ ledger }: Stores, campaignId: string) =>
  ledger.settleAndClaim([], { campaignId, credentialId, workspaceId, countMax: 9, now: 5, bucketAt: 0 });
const settle = ({ ledger }: Stores, ids: readonly string[], state: "failed" | "sent") =>
  ledger.settleAndClaim(
    ids.map((id) => ({ id, leadId: id, state, reason: reason("refused"), sentAt: 6 })),
    null,
  );
const finish = ({ campaigns }: Stores, id: string) =>
  campaigns.changeState({ id, from: ["running"], to: "finished", finishedAt: 7 });

eachDatabase("transactional mails", (open) => {
  const database = emptyBeforeEach(open);
  const stores = () => storesOf(database());

  test("are accepted whole and once under one key, of which the first stays", async () => {
    const all = stores();
    expect(await all.calls.accept(newCall("call1", 2))).toBe(true);
    expect(await all.calls.accept({ ...newCall("call2", 3, { requestKey: "call1" }) })).toBe(false);
    const answer = await all.calls.answerOf({ workspaceId, campaignId: "call1" });
    expect(answer.map(({ email, cause }) => [email, cause])).toEqual([
      ["call1-0@in.test", null],
      ["call1-1@in.test", null],
    ]);
    expect(await all.calls.answerOf({ workspaceId, campaignId: "call2" })).toEqual([]);
    expect(await all.calls.contentOf({ workspaceId: "eve", campaignId: "call1" })).toBeNull();
  });

  test("are looked at right before they go: of another account none, and a suppression by kind or of every kind is seen", async () => {
    const all = stores();
    await all.calls.accept(newCall("call1", 3));
    await claim(all, "call1");
    const row = { workspaceId, sealedEmail: "", cause: "asked" as const, createdAt: 1 };
    await all.suppressions.add({ ...row, id: "1", kind: "receipt", emailHash: "call1-0" });
    await all.suppressions.add({ ...row, id: "2", kind: "*", emailHash: "call1-1" });
    await all.suppressions.add({ ...row, id: "3", kind: "news", emailHash: "call1-2" });
    const ids = ["call1-0", "call1-1", "call1-2"];
    const found = await all.ledger.lookAtMails({ credentialId, ids });
    expect(found.map(({ id, isSuppressed, mail }) => [id, isSuppressed, mail?.suppressedKind])).toEqual([
      ["call1-0", true, "receipt"],
      ["call1-1", true, "*"],
      ["call1-2", false, null],
    ]);
    expect(await all.ledger.lookAtMails({ credentialId: "another", ids })).toEqual([]);
    expect(await all.ledger.lookAt({ credentialId, ids })).toHaveLength(3);
  });
});

eachDatabase("transactional mails by time", (open) => {
  const database = emptyBeforeEach(open);
  const stores = () => storesOf(database());

  test("that have not gone in their time fail, in a call that is paused too, and what is on its way does not", async () => {
    const all = stores();
    await all.calls.accept(newCall("runs", 2));
    await all.calls.accept(newCall("waits", 1, { state: "paused", pausedBy: "account" }));
    await all.sweep.expire(expiresAt - 1);
    expect(await stateOf(all, "waits-0")).toEqual(["queued", null, "paused"]);
    await all.ledger.settleAndClaim([], {
      campaignId: "runs",
      credentialId,
      workspaceId,
      countMax: 1,
      now: 5,
      bucketAt: 0,
    });
    await all.sweep.expire(expiresAt);
    expect(await stateOf(all, "waits-0")).toEqual(["failed", "too_late", "finished"]);
    const states = [await stateOf(all, "runs-0"), await stateOf(all, "runs-1")].map((state) => state?.[0]);
    expect(states.sort()).toEqual(["failed", "sending"]);
  });

  test("are tried again once they failed, while what they say is kept; it is thrown away at once where all arrived", async () => {
    const all = stores();
    for (const id of ["all", "some"]) {
      await all.calls.accept(newCall(id, 2));
      await claim(all, id);
    }
    await settle(all, ["all-0", "all-1", "some-0"], "sent");
    await settle(all, ["some-1"], "failed");
    for (const id of ["all", "some"]) await finish(all, id);
    expect(await all.sweep.empty({ now: 8, retryBefore: 0, countMax: 10 })).toBe(1);
    expect(await all.calls.contentOf({ workspaceId, campaignId: "all" })).toBeNull();
    expect((await all.log.one({ workspaceId, id: "all-0" }))?.mail.sealedValues).toBeNull();
    expect((await all.calls.contentOf({ workspaceId, campaignId: "some" }))?.attachments).toHaveLength(1);
    const again = { workspaceId, campaignId: "some", now: 9, expiresAt: 5_000 };
    expect(await all.log.retry({ ...again, id: "some-0" })).toBe(false);
    expect(await stateOf(all, "some-0")).toEqual(["sent", "refused", "finished"]);
    expect(await all.log.retry({ ...again, workspaceId: "eve", id: "some-1" })).toBe(false);
    expect(await all.log.retry({ ...again, id: "some-1" })).toBe(true);
    expect(await stateOf(all, "some-1")).toEqual(["queued", null, "running"]);
    expect(await all.sweep.empty({ now: 8, retryBefore: 100, countMax: 10 })).toBe(0);
    await claim(all, "some");
    await settle(all, ["some-1"], "failed");
    await finish(all, "some");
    expect(await all.sweep.empty({ now: 10, retryBefore: 8, countMax: 10 })).toBe(1);
    expect(await all.log.retry({ ...again, id: "some-1" })).toBe(false);
    expect(await all.sweep.forget({ before: 2, countMax: 10 })).toBe(2);
    expect(await stateOf(all, "some-1")).toBeNull();
    expect(await all.campaigns.byId("some")).toBeNull();
  });
});
