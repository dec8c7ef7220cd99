import { expect, test } from "bun:test";
import type { Database } from "../../../db/database.ts";
import { createCampaignCountStore } from "../../../db/stores/campaigns/campaignCounts.ts";
import { createPreferenceStore } from "../../../db/stores/identity/preferences.ts";
import { createClickStore } from "../../../db/stores/tracking/clicks.ts";
import { createLinkStore } from "../../../db/stores/tracking/links.ts";
import { storeLinks } from "../../support/campaigns/storeLinks.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { sentDelivery, storedDelivery } from "../../support/smtp/deliveries.ts";

let ids = 0;
const coreOver = (database: Database) => ({
  database,
  clock: { now: () => 1_000 },
  newId: () => `id-${String(++ids).padStart(6, "0")}`,
});
const burstMs = 500;

/** A sent mail with two counted links, and a way to follow them. */
async function mailWithLinks(database: Database, workspaceId = "u1") {
  const delivery = await sentDelivery(coreOver(database), { workspaceId, email: `lead${++ids}@in.test` });
  const of = { campaignId: delivery.campaignId, workspaceId };
  const linkIds = [`a-${delivery.id}`, `b-${delivery.id}`] as const;
  await storeLinks(database, [
    { ...of, id: linkIds[0], position: 0, url: "https://a.test/" },
    { ...of, id: linkIds[1], position: 1, url: "https://b.test/?e={{email}}" },
  ]);
  const store = createClickStore(database);
  const follow = (which: 0 | 1, now: number, isMachine = false) =>
    store.record({ deliveryId: delivery.id, linkId: linkIds[which], workspaceId, isMachine, now, burstMs });
  const seen = async () => {
    const counts = await createLinkStore(database).countsOf({ ...of, countMax: 10 });
    const row = await storedDelivery(database, delivery.id);
    return {
      counts: counts.map(({ people, clicks, machineClicks }) => [people, clicks, machineClicks]),
      clickedAt: row?.clickedAt,
      clicked: (await createCampaignCountStore(database).allCountsOf(delivery.campaignId)).reactions.clicked,
    };
  };
  return { delivery, linkIds, follow, seen, store };
}

eachDatabase("clicks", (open) => {
  const database = emptyBeforeEach(open);

  test("count each time, each person once, and tell when the first was", async () => {
    const mail = await mailWithLinks(database());
    expect(await mail.seen()).toEqual({
      counts: [
        [0, 0, 0],
        [0, 0, 0],
      ],
      clickedAt: null,
      clicked: 0,
    });
    for (const now of [10_000, 11_000, 12_000]) await mail.follow(0, now);
    await mail.follow(1, 20_000);
    expect(await mail.seen()).toEqual({
      counts: [
        [1, 3, 0],
        [1, 1, 0],
      ],
      clickedAt: 10_000,
      clicked: 1,
    });
    const followed = (workspaceId: string) =>
      mail.store.ofDeliveries({ workspaceId, deliveryIds: [mail.delivery.id], countMax: 10 });
    expect(await followed("u2")).toEqual([]);
    const listed = await followed("u1");
    expect(listed.map(({ url, firstAt, lastAt }) => ({ url, firstAt, lastAt }))).toEqual([
      { url: "https://a.test/", firstAt: 10_000, lastAt: 12_000 },
      { url: "https://b.test/?e={{email}}", firstAt: 20_000, lastAt: 20_000 },
    ]);
  });

  test("a hundred at once on one link are a hundred", async () => {
    const mail = await mailWithLinks(database());
    await Promise.all(Array.from({ length: 100 }, () => mail.follow(0, 10_000)));
    expect(await mail.seen()).toMatchObject({
      counts: [
        [1, 100, 0],
        [0, 0, 0],
      ],
      clicked: 1,
    });
  });
});

eachDatabase("clicks that look alike", (open) => {
  const database = emptyBeforeEach(open);

  test("by machines count apart and make nobody a reader", async () => {
    const mail = await mailWithLinks(database());
    await mail.follow(0, 10_000, true);
    expect(await mail.seen()).toMatchObject({
      counts: [
        [0, 0, 1],
        [0, 0, 0],
      ],
      clickedAt: null,
      clicked: 0,
    });
    await mail.follow(0, 90_000);
    expect(await mail.seen()).toMatchObject({
      counts: [
        [1, 1, 1],
        [0, 0, 0],
      ],
      clickedAt: 90_000,
    });
  });

  test("on several links in one moment were a machine's, the first one too", async () => {
    const mail = await mailWithLinks(database());
    await mail.follow(0, 10_000);
    expect(await mail.seen()).toMatchObject({ clickedAt: 10_000 });
    await mail.follow(1, 10_499);
    expect(await mail.seen()).toEqual({
      counts: [
        [0, 0, 1],
        [0, 0, 1],
      ],
      clickedAt: null,
      clicked: 0,
    });
    // A person's earlier click stays theirs when a machine comes by later.
    await mail.follow(0, 60_000);
    await mail.follow(0, 90_000);
    await mail.follow(1, 90_100);
    expect(await mail.seen()).toEqual({
      counts: [
        [1, 1, 2],
        [0, 0, 2],
      ],
      clickedAt: 60_000,
      clicked: 1,
    });
  });
});

eachDatabase("clicks in an export", (open) => {
  const database = emptyBeforeEach(open);

  test("are found for their owner only, in batches that neither skip nor repeat", async () => {
    const mails = [await mailWithLinks(database()), await mailWithLinks(database())];
    const foreign = await mailWithLinks(database(), "u2");
    for (const mail of [...mails, foreign]) {
      await mail.follow(0, 10_000);
      await mail.follow(1, 20_000);
    }
    const found: string[] = [];
    for (let after = { linkId: "", deliveryId: "" }; ; ) {
      const batch = await foreign.store.batchOf({ workspaceId: "u1", after, countMax: 3 });
      const last = batch.at(-1);
      if (last === undefined) break;
      found.push(...batch.map(({ linkId }) => linkId));
      after = last;
    }
    expect(found.sort()).toEqual(mails.flatMap(({ linkIds }) => [...linkIds]).sort());
  });
});

eachDatabase("a link", (open) => {
  const database = emptyBeforeEach(open);

  test("leads to its address also when lead, mail and campaign are gone", async () => {
    const { delivery, linkIds } = await mailWithLinks(database());
    const store = createLinkStore(database());
    const ask = () => store.targetOf({ linkId: linkIds[1], deliveryId: delivery.id });
    const link = { url: "https://b.test/?e={{email}}", campaignId: delivery.campaignId };
    expect(await ask()).toMatchObject({
      ...link,
      provider: "sandbox",
      delivery: { email: delivery.email },
      lead: { firstName: "Bob" },
    });
    const { leads, deliveries, campaigns } = database().tables;
    await database().atomically((write) => ({
      removedLeads: write.delete(leads),
      removedCampaigns: write.delete(campaigns),
    }));
    expect(await ask()).toMatchObject({ ...link, delivery: { email: delivery.email }, lead: null });
    await database().atomically((write) => ({ removed: write.delete(deliveries) }));
    expect(await ask()).toEqual({
      ...link,
      provider: null,
      track: null,
      delivery: null,
      lead: null,
      fields: null,
    });
    expect(await store.targetOf({ linkId: "unknown", deliveryId: delivery.id })).toBeNull();
  });
});

eachDatabase("what somebody wants counted", (open) => {
  const database = emptyBeforeEach(open);

  test("is nothing in particular until it is chosen, and can be chosen again", async () => {
    const store = createPreferenceStore(database());
    expect(await store.trackingOf("u1")).toBeNull();
    await store.setTracking("u1", { opens: true, clicks: false, track: "always" });
    await store.setTracking("u1", { opens: false, clicks: true, track: "granted" });
    expect(await store.trackingOf("u1")).toEqual({ opens: false, clicks: true, track: "granted" });
    expect(await store.trackingOf("u2")).toBeNull();
  });
});
