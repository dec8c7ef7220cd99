import { Database as Client } from "bun:sqlite";
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, eq, inArray } from "drizzle-orm";
import { migrations } from "../../../db/migrations/sqlite.ts";
import { migrate } from "../../../db/sqlite/migrate.ts";
import type { NewJob } from "../../../db/stores/jobs/enqueueing.ts";
import { createCollectionStore } from "../../../db/stores/leads/collections.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";

eachDatabase("how many leads a collection has", (open) => {
  const database = emptyBeforeEach(open);

  test("follows its memberships, those of several collections in one statement too", async () => {
    const { atomically, tables } = database();
    const { memberships } = tables;
    const isAdas = eq(memberships.workspaceId, "ada");
    const store = createCollectionStore(database());
    const counts = async () => (await store.ownedBy("ada")).map(({ name, count }) => [name, count]);
    for (const id of ["a", "b"])
      await store.add({ id, workspaceId: "ada", name: id, createdAt: 1 }, () => {});
    const pairs = (collectionId: string, leadIds: string[]) =>
      leadIds.map((leadId) => ({ workspaceId: "ada", collectionId, leadId }));
    const both = [...pairs("a", ["1", "2", "3"]), ...pairs("b", ["1"])];
    await atomically((write) => ({ added: write.insert(memberships).values(both) }));
    expect(await counts()).toEqual([
      ["a", 3],
      ["b", 1],
    ]);
    const again = [...pairs("b", ["1", "2"]), ...pairs("gone", ["1"])];
    await atomically((write) => ({ added: write.insert(memberships).values(again).onConflictDoNothing() }));
    expect(await counts()).toEqual([
      ["a", 3],
      ["b", 2],
    ]);
    await atomically((write) => ({
      removed: write.delete(memberships).where(and(isAdas, inArray(memberships.leadId, ["1", "3"]))),
    }));
    expect(await counts()).toEqual([
      ["a", 1],
      ["b", 1],
    ]);
    const failing = atomically(
      (write) => ({
        removed: write.delete(memberships).where(and(isAdas, eq(memberships.collectionId, "a"))),
      }),
      () => {
        throw new Error("the disk is full");
      },
    );
    await expect(failing).rejects.toThrow("the disk is full");
    expect(await store.one({ workspaceId: "ada", id: "a" })).toEqual({ id: "a", name: "a", count: 1 });
    const job: NewJob = {
      id: "rest of a",
      workspaceId: "ada",
      kind: "forgetMemberships",
      key: null,
      payload: {},
      dueAt: 1,
      createdAt: 1,
    };
    await store.remove({ workspaceId: "ada", id: "a" }, job);
    expect(await counts()).toEqual([["b", 1]]);
  });
});

test("a collection from before it kept its count gets that of its leads", () => {
  const folder = mkdtempSync(join(tmpdir(), "amplify-collections-"));
  const client = new Client(join(folder, "amplify.db"));
  const before = migrations.findIndex(({ tag }) => tag.endsWith("collection_counts"));
  migrate(client, { folder, steps: migrations.slice(0, before) });
  client.exec("INSERT INTO collections VALUES ('a', 'ada', 'a', 1), ('b', 'ada', 'b', 1)");
  client.exec("INSERT INTO memberships VALUES ('a', '1'), ('a', '2')");
  migrate(client, { folder });
  expect(client.query("SELECT id, leadCount FROM collections ORDER BY id").all()).toEqual([
    { id: "a", leadCount: 2 },
    { id: "b", leadCount: 0 },
  ]);
  client.close();
  rmSync(folder, { recursive: true });
});
