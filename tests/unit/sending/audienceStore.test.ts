import { expect, test } from "bun:test";
import type { Database } from "../../../db/database.ts";
import { createAudienceStore } from "../../../db/stores/campaigns/audience.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { leadRow } from "../../support/smtp/sendingRows.ts";

async function writeLeads(
  { tables, atomically }: Database,
  { workspaceId, names }: { workspaceId: string; names: readonly string[] },
): Promise<void> {
  await atomically((write) => ({
    leads: write.insert(tables.leads).values(
      names.map((name) =>
        leadRow(`${workspaceId}-${name}`, `${name}@in.test`, {
          workspaceId,
          firstName: name,
          searchText: name,
          emailHash: name,
        }),
      ),
    ),
    collections: write.insert(tables.collections).values([
      { id: `${workspaceId}-all`, workspaceId, name: "friends", createdAt: 1 },
      { id: `${workspaceId}-others`, workspaceId, name: "others", createdAt: 1 },
    ]),
    others: write
      .insert(tables.memberships)
      .values({ workspaceId, collectionId: `${workspaceId}-others`, leadId: `${workspaceId}-b` }),
    members: write.insert(tables.memberships).values(
      names
        .filter((name) => name !== "b")
        .map((name) => ({
          workspaceId,
          collectionId: `${workspaceId}-all`,
          leadId: `${workspaceId}-${name}`,
        })),
    ),
  }));
}

eachDatabase("an audience", (open) => {
  const database = emptyBeforeEach(open);
  const addLeads = (workspaceId: string, names: readonly string[]) =>
    writeLeads(database(), { workspaceId, names });

  test("comes a batch at a time, in one order, of one owner alone", async () => {
    await addLeads("ada", ["a", "b", "c", "d"]);
    await addLeads("eve", ["a", "z"]);
    const store = createAudienceStore(database());
    const collectionId = await store.collectionId({ workspaceId: "ada", name: "friends" });
    expect(collectionId).toBe("ada-all");
    const read = async (collection: string | null) => {
      const ids: string[][] = [];
      for (let afterId = ""; ; ) {
        const query = { workspaceId: "ada", collectionId: collection, afterId, countMax: 2 };
        const batch = await store.batchAfter(query);
        if (batch.length === 0) return ids;
        ids.push(batch.map(({ id }) => id));
        afterId = batch.at(-1)?.id ?? "";
      }
    };
    expect(await read(null)).toEqual([
      ["ada-a", "ada-b"],
      ["ada-c", "ada-d"],
    ]);
    expect(await read(collectionId)).toEqual([["ada-a", "ada-c"], ["ada-d"]]);
    expect(await store.collectionId({ workspaceId: "ada", name: "others" })).toBe("ada-others");
    expect(await read("ada-others")).toEqual([["ada-b"]]);
    expect(await store.collectionId({ workspaceId: "ada", name: "nobody" })).toBeNull();
  });

  test("can be picked by ids, by addresses and by rank, never from another owner's leads", async () => {
    await addLeads("ada", ["a", "b"]);
    await addLeads("eve", ["z"]);
    const store = createAudienceStore(database());
    const ids = (leads: { id: string }[]) => leads.map(({ id }) => id).sort();
    expect(ids(await store.byIds("ada", ["ada-a", "eve-z"]))).toEqual(["ada-a"]);
    expect(ids(await store.byEmails("ada", ["b@in.test", "z@in.test"]))).toEqual(["ada-b"]);
    expect(await store.oneLead({ workspaceId: "ada", id: "eve-z" })).toBeNull();
    expect(await store.idAtRank({ workspaceId: "ada", rank: 2 })).toBe("ada-b");
    expect(await store.idAtRank({ workspaceId: "ada", rank: 3 })).toBeNull();
  });
});
