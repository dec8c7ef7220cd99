import { expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { reason } from "../../../contract/reasons.ts";
import type { Database } from "../../../db/database.ts";
import { createLedger } from "../../../db/stores/campaigns/ledger.ts";
import type { Heir } from "../../../db/stores/campaigns/plans/heirs.ts";
import { createPlanSteeringStore } from "../../../db/stores/campaigns/plans/planSteering.ts";
import { createUncertainMailStore } from "../../../db/stores/campaigns/plans/uncertainMails.ts";
import { createRowMoveStore } from "../../../db/stores/campaigns/rowMoves.ts";
import { activity, given, ids, key, looked } from "../../support/campaigns/steered.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { campaignRow } from "../../support/smtp/sendingRows.ts";

const sender = {
  credentialId: "b",
  provider: "smtp" as const,
  fromAlias: "B",
  fromEmail: "b@ada.test",
  senderName: "B",
  senderAddress: "b@ada.test",
};
type Asked = Partial<Parameters<ReturnType<typeof createPlanSteeringStore>["move"]>[0]>;
const moveIn =
  (database: () => Database) =>
  (of: Asked = {}) =>
    createPlanSteeringStore(database()).move({
      key,
      from: "a",
      sender,
      content: null,
      mayBeBetween: false,
      at: 6_000,
      version: 0,
      kept: [],
      ended: [],
      heirs: [],
      ...of,
      activity: activity(reason("did_move", { from: "a", to: "b", mails: 1 })),
    });
const heirOf = (of: string): Heir => ({
  of,
  links: [],
  row: {
    ...campaignRow({ id: `${of}-heir`, requestKey: `${of}-heir`, planId: "plan" }),
    ...sender,
    state: "running",
    total: 0,
    accepted: 0,
    stepId: "sent",
  },
});

eachDatabase("what is left of one account", (open) => {
  const database = emptyBeforeEach(open);
  const move = moveIn(database);

  test("goes on through another with its leads, and what waits for the better variant goes on waiting", async () => {
    await given(database(), {
      mine: { state: "paused", pausedBy: "account", mails: ["queued"] },
      rest: { state: "paused", pausedBy: "test" },
      other: { state: "paused", pausedBy: "person", credentialId: "c" },
    });
    const moved = await move({ kept: ["mine", "rest"] });
    expect(typeof moved === "string" ? moved : ids(moved.parts)).toEqual(["mine", "rest"]);
    const after = await looked(database());
    expect(after.accounts).toEqual({ mine: "b", rest: "b", other: "c" });
    expect(after.parts).toMatchObject({ mine: "running null", rest: "paused test", other: "paused person" });
    expect(after.lead?.credentialId).toBe("b");
  });

  test("stays where it is while a mail of it is on its way", async () => {
    await given(database(), { mine: { state: "paused", pausedBy: "person", mails: ["sending", "queued"] } });
    const before = await looked(database());
    expect(await move({ kept: ["mine"] })).toBe("under way");
    expect(await looked(database())).toEqual(before);
  });

  test("is not moved as it was read where it is another by now, nor while mails of it are being moved", async () => {
    await given(database(), {
      mine: { state: "paused", pausedBy: "person", mails: ["sent", "queued"] },
      late: { state: "paused", pausedBy: "person", mails: ["queued"] },
    });
    const before = await looked(database());
    const heirs = [heirOf("mine")];
    expect(await move({ heirs })).toBe("stale");
    expect(await move({ kept: ["mine", "late"] })).toBe("stale");
    expect(await move({ ended: ["late"], heirs })).toBe("stale");
    expect(await move({ version: 9, kept: ["late"], heirs })).toBe("stale");
    expect(await looked(database())).toEqual(before);
    expect(typeof (await move({ kept: ["late"], heirs }))).toBe("object");
    await createPlanSteeringStore(database()).pause({
      key,
      mayBeBetween: false,
      activity: activity(reason("did_resume")),
    });
    expect(await move({ from: null, kept: ["late", "mine-heir"] })).toBe("moving");
  });
});

eachDatabase("what is given to another account", (open) => {
  const database = emptyBeforeEach(open);
  const move = moveIn(database);

  test("leaves what has gone where it went from, and goes over to a part of the other by and by", async () => {
    await given(database(), {
      mine: { state: "paused", pausedBy: "person", mails: ["sent", "queued", "failed", "deferred"] },
      over: { state: "paused", pausedBy: "person", mails: ["sent"] },
    });
    const { atomically, tables } = database();
    await atomically((write) => ({
      sums: write
        .update(tables.campaigns)
        .set({ total: 4, accepted: 4 })
        .where(and(eq(tables.campaigns.id, "mine"), eq(tables.campaigns.workspaceId, "ada"))),
    }));
    const moved = await move({ ended: ["over"], heirs: [heirOf("mine")] });
    if (typeof moved === "string") throw new Error(moved);
    expect([ids(moved.parts), ids(moved.given), ids(moved.heirs)]).toEqual([
      ["mine", "mine-heir", "over"],
      ["mine"],
      ["mine-heir"],
    ]);
    const rows = createRowMoveStore(database());
    // Mails are still to come to it, and it is not over before.
    expect(await rows.finish({ id: "mine-heir", at: 7_000 })).toBeNull();
    expect(await move()).toBe("moving");
    expect(await rows.noted()).toEqual([{ campaignId: "mine", move: "to mine-heir", at: 0 }]);
    await rows.recover({ at: 7_000, isAlone: true });
    for (const note of await rows.noted()) while (!(await rows.goOn(note, { countMax: 1, now: 8_000 })));
    const after = await looked(database());
    expect(after.accounts).toEqual({ mine: "a", over: "a", "mine-heir": "b" });
    expect(after.parts).toEqual({
      mine: "finished null",
      over: "finished null",
      "mine-heir": "running null",
    });
    const ledger = createLedger(database());
    expect(await ledger.countsOf("mine")).toMatchObject({ sent: 1, failed: 1, queued: 0, deferred: 0 });
    expect(await ledger.countsOf("mine-heir")).toMatchObject({ sent: 0, queued: 1, deferred: 1 });
    expect(after.sums).toMatchObject({ mine: [2, 2], "mine-heir": [2, 2] });
    expect(await rows.noted()).toEqual([]);
  });

  test("is skipped with the whole where that is cancelled before all of it has gone over", async () => {
    await given(database(), { mine: { state: "paused", pausedBy: "person", mails: ["sent", "queued"] } });
    await move({ heirs: [heirOf("mine")] });
    const rows = createRowMoveStore(database());
    const [note] = await rows.noted();
    const cancelled = await createPlanSteeringStore(database()).cancel({
      key,
      at: 7_000,
      activity: activity(reason("did_cancel", { left: 1 })),
    });
    expect(ids(cancelled)).toEqual(["mine", "mine-heir"]);
    // Whoever was at it finds that it is not asked any more.
    if (note) expect(await rows.goOn(note, { countMax: 5, now: 8_000 })).toBe(true);
    for (const one of await rows.noted()) await rows.goOn(one, { countMax: 5, now: 8_000 });
    expect((await looked(database())).mails).toEqual({ "mine-0": "sent", "mine-1": "skipped" });
    expect(await rows.noted()).toEqual([]);
  });
});

eachDatabase("what is tried again after it was given to another account", (open) => {
  const database = emptyBeforeEach(open);

  test("is tried again from the account that the campaign has by now, and what arrived stays", async () => {
    await given(database(), { mine: { state: "finished", mails: ["sent", "failed", "uncertain"] } });
    const asked = { key, states: ["failed" as const], code: null };
    const store = createPlanSteeringStore(database());
    expect(await store.endedWith({ ...asked, ids: ["mine"] })).toEqual(["mine"]);
    const begun = await store.retry({ ...asked, at: 7_000, heirs: [heirOf("mine")] });
    expect([begun?.retried, ids(begun?.parts ?? null)]).toEqual([1, ["mine", "mine-heir"]]);
    const rows = createRowMoveStore(database());
    for (const note of await rows.noted()) await rows.goOn(note, { countMax: 5, now: 8_000 });
    const ledger = createLedger(database());
    expect(await ledger.countsOf("mine")).toMatchObject({ sent: 1, failed: 0, uncertain: 1 });
    expect(await ledger.countsOf("mine-heir")).toMatchObject({ queued: 1 });
    expect((await looked(database())).parts).toEqual({ mine: "finished null", "mine-heir": "running null" });
    // And those in doubt, of which a person says so, to a part of their own.
    const decided = await createUncertainMailStore(database()).decide({
      key,
      decision: "again" as const,
      deliveryIds: null,
      at: 9_000,
      heirs: [{ ...heirOf("mine"), row: { ...heirOf("mine").row, id: "other", requestKey: "other" } }],
    });
    expect(ids(decided?.given ?? null)).toEqual(["mine"]);
    for (const note of await rows.noted()) await rows.goOn(note, { countMax: 5, now: 9_000 });
    expect(await ledger.countsOf("other")).toMatchObject({ queued: 1 });
    expect(await ledger.countsOf("mine")).toMatchObject({ sent: 1, uncertain: 0, queued: 0 });
  });

  test("is not where the whole was paused since it was looked at, and would go all the same", async () => {
    const mails = ["failed" as const, "uncertain" as const];
    await given(database(), { mine: { state: "finished", mails } }, { pausedBy: "person" });
    const heirs = [heirOf("mine")];
    const retried = await createPlanSteeringStore(database()).retry({
      key,
      states: ["failed"],
      code: null,
      at: 7_000,
      heirs,
    });
    const decided = await createUncertainMailStore(database()).decide({
      key,
      decision: "again",
      deliveryIds: null,
      at: 7_000,
      heirs,
    });
    expect([retried, decided]).toEqual([null, null]);
    expect((await looked(database())).parts).toEqual({ mine: "finished null" });
  });
});
