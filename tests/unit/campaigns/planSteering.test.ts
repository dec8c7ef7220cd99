import { expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { reason } from "../../../contract/reasons.ts";
import { createAutomaticPauseStore } from "../../../db/stores/campaigns/plans/automaticPauses.ts";
import { createOverInPauseStore } from "../../../db/stores/campaigns/plans/overInPause.ts";
import { createPlanSteeringStore } from "../../../db/stores/campaigns/plans/planSteering.ts";
import { createUncertainMailStore } from "../../../db/stores/campaigns/plans/uncertainMails.ts";
import { createVariantTestStore } from "../../../db/stores/campaigns/sequences/variantTests.ts";
import { activity, given, ids, key, looked, type Part } from "../../support/campaigns/steered.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";

eachDatabase("what a person does to a whole campaign", (open) => {
  const database = emptyBeforeEach(open);
  const store = () => createPlanSteeringStore(database());

  test("pauses what runs and what its account holds up, and lets all go on but what waits for the better variant", async () => {
    await given(database(), {
      runs: { state: "running" },
      held: { state: "paused", pausedBy: "account" },
      rest: { state: "paused", pausedBy: "test" },
      ended: { state: "finished" },
      lost: { state: "paused", pausedBy: "account", credentialId: "gone" },
    });
    const done = await store().pause({ key, activity: activity(reason("did_resume")), mayBeBetween: false });
    expect(ids(done)).toEqual(["held", "lost", "runs"]);
    expect(await looked(database())).toMatchObject({
      plan: { pausedBy: "person" },
      parts: { runs: "paused person", held: "paused person", rest: "paused test", ended: "finished null" },
    });
    expect(
      ids(await store().resume({ key, activity: activity(reason("did_resume")), mayBeBetween: false })),
    ).toEqual(["held", "runs"]);
    expect(await looked(database())).toMatchObject({
      plan: { pausedBy: null, pausedReason: null },
      parts: { runs: "running null", rest: "paused test", lost: "paused person" },
    });
  });

  test("changes nothing and tells nothing where there is nothing to change, or in another workspace", async () => {
    await given(database(), { ended: { state: "finished" } });
    const before = await looked(database());
    const of = { activity: activity(reason("did_resume")), mayBeBetween: true };
    expect(await store().pause({ ...of, key, mayBeBetween: false })).toBeNull();
    const foreign = { workspaceId: "eve", id: "plan" };
    expect(await store().pause({ ...of, key: foreign })).toBeNull();
    expect(await store().resume({ ...of, key: foreign })).toBeNull();
    expect(await store().cancel({ ...of, key: foreign, at: 9 })).toBeNull();
    expect(await looked(database())).toEqual(before);
    // Between two mails of a sequence no part runs, and it can be paused all the same.
    expect(await store().pause({ ...of, key })).toEqual([]);
    expect((await looked(database())).plan?.pausedBy).toBe("person");
  });

  test("ends its parts, the whole and its leads in one commit, and not a second time", async () => {
    await given(database(), { runs: { state: "running" }, ended: { state: "finished" } });
    const of = { key, at: 7_000 };
    const cancelled = await store().cancel({ ...of, activity: activity(reason("did_cancel", { left: 1 })) });
    expect(ids(cancelled)).toEqual(["runs"]);
    expect(cancelled?.[0]).toMatchObject({ rowMove: "skip", rowMoveAt: 7_000 });
    expect(await looked(database())).toMatchObject({
      plan: { state: "cancelled", endedAt: 7_000 },
      lead: { endedAt: 7_000, endedCode: "campaign_cancelled", dueAt: null },
      parts: { runs: "cancelled null", ended: "finished null" },
    });
    expect(await store().cancel({ ...of, activity: activity(reason("did_cancel", { left: 1 })) })).toBeNull();
    expect((await looked(database())).activities).toEqual(["did_cancel"]);
  });
});

eachDatabase("the rest of a test whose better variant is chosen", (open) => {
  const database = emptyBeforeEach(open);

  test("waits with the whole where that was paused by then", async () => {
    await given(database(), { rest: { state: "paused", pausedBy: "test" } });
    const { plan } = await looked(database());
    if (plan === undefined) throw new Error("there is no campaign");
    const steering = createPlanSteeringStore(database());
    const paused = reason("did_pause", { why: { code: "paused_by_person", params: {} } });
    await steering.pause({ key, activity: activity(paused), mayBeBetween: true });
    const won = { variantId: "b", subject: "B", html: "<p>B</p>", fields: null, version: 1 };
    await createVariantTestStore(database()).choose({
      plan,
      content: plan.content,
      ids: ["rest"],
      won,
      links: [],
      activity: activity(paused),
    });
    expect(await looked(database())).toMatchObject({
      plan: { pausedBy: "person" },
      parts: { rest: "paused person" },
    });
    await steering.resume({ key, activity: activity(reason("did_resume")), mayBeBetween: false });
    expect((await looked(database())).parts).toEqual({ rest: "running null" });
  });
});

eachDatabase("what a person knows of uncertain mails", (open) => {
  const database = emptyBeforeEach(open);
  const decide = (decision: "sent" | "failed" | "again", deliveryIds: string[] | null = null, of = key) =>
    createUncertainMailStore(database()).decide({ key: of, decision, deliveryIds, at: 5_000 });
  const parts = {
    one: { state: "finished", mails: ["uncertain", "sent", "uncertain"] },
    two: { state: "running", mails: ["uncertain", "failed"] },
  } satisfies Record<string, Part>;

  test("counts for those that are named, once, and for nobody of another workspace", async () => {
    await given(database(), parts);
    expect(await decide("failed", null, { workspaceId: "eve", id: "plan" })).toMatchObject({ decided: [] });
    expect(await decide("failed", ["one-0", "one-1"])).toMatchObject({ decided: ["one-0"] });
    expect(await decide("failed", ["one-0"])).toMatchObject({ decided: [], parts: [] });
    expect((await looked(database())).mails).toEqual({
      "one-0": "failed",
      "one-1": "sent",
      "one-2": "uncertain",
      "two-0": "uncertain",
      "two-1": "failed",
    });
  });

  test("counts those that arrived for their leads as well, at the moment at which they were tried", async () => {
    await given(database(), parts);
    const done = await decide("sent");
    expect([done?.parts.map(({ id }) => id).sort(), done?.decided.length]).toEqual([["one", "two"], 3]);
    const { read, tables } = database();
    const { deliveries, uncountedMails } = tables;
    const [mail] = await read
      .select()
      .from(deliveries)
      .where(and(eq(deliveries.id, "two-0"), eq(deliveries.workspaceId, "ada")));
    expect(mail).toMatchObject({ state: "sent", sentAt: 1_000, reasonCode: null });
    const waiting = await read.select().from(uncountedMails).where(eq(uncountedMails.workspaceId, "ada"));
    expect(waiting.map(({ deliveryId }) => deliveryId).sort()).toEqual(["one-0", "one-2", "two-0"]);
  });

  test("lets those go again that are to, with their part that had come to its end", async () => {
    await given(database(), parts);
    expect(await decide("again", ["one-2"])).toMatchObject({ decided: ["one-2"] });
    const after = await looked(database());
    expect(after.mails).toMatchObject({ "one-0": "uncertain", "one-2": "queued", "two-0": "uncertain" });
    expect(after.parts).toEqual({ one: "running null", two: "running null" });
  });

  test("lets them wait with the rest where the whole is paused", async () => {
    const by = { pausedBy: "person" as const, pausedReason: reason("paused_by_person") };
    await given(database(), { one: parts.one, two: { ...parts.two, state: "paused", ...by } }, by);
    expect(await decide("again", ["one-2"])).toMatchObject({ decided: ["one-2"] });
    expect((await looked(database())).parts).toEqual({ one: "paused person", two: "paused person" });
  });
});

eachDatabase("a campaign that is cancelled", (open) => {
  const database = emptyBeforeEach(open);
  const cancel = () =>
    createPlanSteeringStore(database()).cancel({
      key,
      at: 4_000,
      activity: activity(reason("did_cancel", { left: 1 })),
    });
  const again = {
    retry: () =>
      createPlanSteeringStore(database()).retry({ key, states: ["uncertain"], code: null, at: 5_000 }),
    decide: () =>
      createUncertainMailStore(database()).decide({ key, decision: "again", deliveryIds: null, at: 5_000 }),
  };
  const parts: Record<string, Part> = {
    over: { state: "finished", mails: ["uncertain"] },
    open: { state: "running", mails: ["queued"] },
  };

  test.each(["retry", "decide"] as const)("sends nothing of what is over again: %s", async (how) => {
    await given(database(), parts);
    await cancel();
    const before = await looked(database());
    expect(await again[how]()).toBeNull();
    expect(await looked(database())).toEqual(before);
  });

  test.each(["retry", "decide"] as const)(
    "sends nothing again either where that is asked for at the same moment: %s",
    async (how) => {
      await given(database(), parts);
      // Whichever comes first, no part is left that goes on.
      await Promise.all([again[how](), cancel()]);
      const { plan, parts: left } = await looked(database());
      expect(plan?.state).toBe("cancelled");
      expect(left.open).toBe("cancelled null");
      expect(["finished null", "cancelled null"]).toContain(left.over as string);
    },
  );
});

eachDatabase("what is paused while its last mails are under way", (open) => {
  const database = emptyBeforeEach(open);
  const store = () => createOverInPauseStore(database());
  const by = { pausedBy: "person" as const, pausedReason: reason("paused_by_person") };
  const held = { state: "paused" as const, ...by };
  const over = async () => (await store().overInPause()).map(({ id }) => id).sort();

  async function end(): Promise<void> {
    for (const part of await store().overInPause()) await store().finishPaused({ ...part, at: 8_000 });
  }

  test("comes to its end part by part, and the whole with the last of them", async () => {
    const mails = { one: "sent", two: "sending" } as const;
    const parts = { one: { ...held, mails: [mails.one] }, two: { ...held, mails: [mails.two] } };
    await given(database(), parts, { kind: "once", ...by });
    await end();
    expect(await looked(database())).toMatchObject({
      plan: { pausedBy: "person" },
      parts: { one: "finished null", two: "paused person" },
    });
    const { deliveries } = database().tables;
    await database().atomically((write) => ({
      settled: write.update(deliveries).set({ state: "failed" }).where(eq(deliveries.id, "two-0")),
    }));
    await end();
    expect(await looked(database())).toMatchObject({
      plan: { pausedBy: null, pausedReason: null },
      parts: { two: "finished null" },
    });
  });

  test("stays as it is where a mail waits, the better variant is awaited, or a sequence has mails to come", async () => {
    await given(
      database(),
      {
        waits: { ...held, mails: ["sent", "queued"] },
        later: { ...held, mails: ["deferred"] },
        rest: { state: "paused", pausedBy: "test", mails: ["sent"] },
      },
      { kind: "once", ...by },
    );
    expect(await over()).toEqual([]);
    expect(
      await store().finishPaused({ id: "waits", planId: "plan", workspaceId: "ada", at: 8_000 }),
    ).toBeNull();
    expect((await looked(database())).plan?.pausedBy).toBe("person");
  });

  test("of a sequence waits for its next mail as it was paused", async () => {
    await given(database(), { one: { ...held, mails: ["sent"] } }, by);
    expect(await over()).toEqual([]);
  });

  test("is not paused for its failures once it has come to its end", async () => {
    const pause = (id: string) =>
      createAutomaticPauseStore(database()).pauseWhole({
        key: { ...key, id },
        why: reason("many_failures", { failed: 9, of: 60 }),
        activity: activity(reason("did_pause", { why: { code: "many_failures", params: {} } })),
      });
    await given(database(), { one: { state: "finished", mails: ["failed"] } }, { kind: "once" });
    expect(await pause("plan")).toBeNull();
    expect(await looked(database())).toMatchObject({ plan: { pausedBy: null }, activities: [] });
  });
});
