import { expect, test } from "bun:test";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import { dayMs, minuteMs } from "../../../contract/limits/units.ts";
import { createAccountDayStore } from "../../../db/stores/accounts/accountDays.ts";
import { createCredentialStore, type NewCredential } from "../../../db/stores/accounts/credentials.ts";
import { createUsageStore } from "../../../db/stores/campaigns/usage.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { campaignRow } from "../../support/smtp/sendingRows.ts";

const row = (id: string, change: Partial<NewCredential> = {}): NewCredential => ({
  id,
  workspaceId: "u1",
  provider: "google",
  appEmail: "ada@gmail.example",
  alias: "Ada <ada@gmail.example>",
  type: "gscope",
  secret: "sealed",
  googleSubject: "g1",
  gapMs: 0,
  paused: false,
  createdAt: 1,
  ...change,
});

eachDatabase("sending accounts", (open) => {
  const database = emptyBeforeEach(open);

  test("one address may be connected by Google and by an app password, each once", async () => {
    const store = createCredentialStore(database());
    await store.add(row("a"), 9);
    await store.add(row("b", { type: "manual", googleSubject: null }), 9);
    await expect(store.add(row("c"), 9)).rejects.toMatchObject({ code: "conflict" });
    expect((await store.ownedBy("u1")).map(({ id }) => id)).toEqual(["a", "b"]);
  });

  test("what was read is compared as it is written, so that nothing comes between", async () => {
    const store = createCredentialStore(database());
    await store.add(row("a"), 9);
    const key = { workspaceId: "u1", id: "a" } as const;
    const known = { displayName: null, perDay: null };
    expect(await store.change({ ...key, known }, { displayName: "Ada Lee" })).toMatchObject({ perDay: null });
    expect(await store.change({ ...key, known }, { displayName: "Ada Roe" })).toBeNull();
    expect(await store.change({ ...key, known: { perDay: null } }, { perDay: 5 })).toMatchObject({
      perDay: 5,
    });
    expect(await store.one(key)).toMatchObject({ displayName: "Ada Lee", perDay: 5 });
  });

  test("a Google account is connected while anybody's sending account stands for it", async () => {
    const store = createCredentialStore(database());
    await store.add(row("a"), 9);
    await store.add(row("b", { workspaceId: "u2" }), 9);
    await store.remove({ workspaceId: "u1", id: "a" });
    expect(await store.isConnected("g1")).toBe(true);
    await store.remove({ workspaceId: "u2", id: "b" });
    expect(await store.isConnected("g1")).toBe(false);
  });

  test("what a mailbox sent through accounts that are gone counts for the one that it is connected by", async () => {
    const store = createCredentialStore(database());
    const { campaigns } = database().tables;
    const usage = createUsageStore(database());
    const days = createAccountDayStore(database());
    const sent = async (credentialId: string, workspaceId: WorkspaceId) => {
      const campaign = campaignRow({
        id: `by ${credentialId}`,
        requestKey: credentialId,
        workspaceId,
        credentialId,
        provider: "google",
        fromEmail: "ada@gmail.example",
        state: "finished",
      });
      await database().atomically((write) => ({
        added: write.insert(campaigns).values(campaign),
      }));
      await days.count({ credentialId, workspaceId, kind: "accepted", n: 3, at: dayMs });
      await usage.record({ credentialId, workspaceId, bucketAt: minuteMs, count: 2 });
      await usage.record({
        credentialId,
        workspaceId,
        bucketAt: workspaceId.length * minuteMs * 10,
        count: 1,
      });
    };
    const remains = row("d", { workspaceId: "u22" });
    for (const each of [row("a"), row("b", { type: "manual" }), remains]) await store.add(each, 9);
    for (const each of ["a", "b"]) await sent(each, "u1");
    await sent("d", "u22");
    for (const id of ["a", "b"]) await store.remove({ workspaceId: "u1", id });
    await store.add(row("c"), 9);
    expect(await usage.bucketsSince({ credentialId: "c", since: 0 })).toEqual([
      { bucketAt: minuteMs, count: 4 },
      { bucketAt: 20 * minuteMs, count: 2 },
    ]);
    expect(await usage.countsSince(["a", "b", "d"], 0)).toEqual(new Map([["d", 3]]));
    expect(await days.daysSince({ credentialId: "c", workspaceId: "u1" }, 0)).toEqual([
      { day: dayMs, accepted: 6, refused: 0, uncertain: 0, bounced: 0, complained: 0 },
    ]);
  });
});
