import { expect, test } from "bun:test";
import { designLimits } from "../../../contract/limits/design.ts";
import { createImageStore, type ImageRow, type ImageUse } from "../../../db/stores/templates/images.ts";
import { createImageService } from "../../../server/templates/images.ts";
import { createSavedRowService } from "../../../server/templates/savedRows.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { leadBook, scopeNamed } from "../../support/leads/leadBook.ts";
import { tinyPng } from "../../support/templates/tinyPng.ts";

const { images: bounds, savedRows, undoMs } = designLimits;
const row = { id: "r", cells: [1], columns: [{ id: "c", values: {}, contents: [] }], values: {} };
const ada = scopeNamed("ada");
const bob = scopeNamed("bob");
const png = { name: "a.png", bytes: tinyPng };

let ids = 0;
function imageRow(fields: Partial<ImageRow> = {}): ImageRow {
  ids += 1;
  const id = `id-${String(ids).padStart(6, "0")}`;
  return {
    id,
    workspaceId: "ada",
    fileName: `${id}.png`,
    name: "a.png",
    alt: "",
    type: "image/png",
    bytes: 1,
    width: 1,
    height: 1,
    createdAt: 1,
    content: "",
    deletedAt: null,
    ...fields,
  };
}

eachDatabase("pictures", (open) => {
  const database = emptyBeforeEach(open);
  const any = () => {};

  test("are listed newest first, by owner, and read by their address alone", async () => {
    const store = createImageStore(database());
    const [first, second] = [imageRow(), imageRow({ content: "QQ==" })];
    for (const each of [first, second, imageRow({ workspaceId: "bob" })]) await store.add(each, any);
    const listed = await store.newestFirst({ workspaceId: "ada", countMax: 9 });
    expect(listed.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(listed[0]).not.toHaveProperty("content");
    expect(await store.newestFirst({ workspaceId: "ada", countMax: 1 })).toHaveLength(1);
    expect(await store.byFileName(second.fileName)).toEqual({ type: "image/png", content: "QQ==" });
    expect(await store.byFileName("nothing.png")).toBeNull();
  });

  test("tell what their owner has with the new one, and what is refused then leaves nothing", async () => {
    const store = createImageStore(database());
    await store.add(imageRow({ bytes: 5 }), any);
    await store.add(imageRow({ workspaceId: "bob", bytes: 100 }), any);
    let seen: ImageUse | undefined;
    const adding = store.add(imageRow({ bytes: 7 }), (use) => {
      seen = use;
      throw new Error("full");
    });
    await expect(adding).rejects.toThrow("full");
    expect(seen).toEqual({ count: 2, bytes: 12 });
    expect(await store.newestFirst({ workspaceId: "ada", countMax: 9 })).toHaveLength(1);
  });

  test("once deleted are nowhere, come back as they were within the time, and are then forgotten", async () => {
    const store = createImageStore(database());
    const { id, workspaceId, fileName } = imageRow();
    await store.add(imageRow({ id, fileName, alt: "A boat" }), any);
    expect(await store.remove({ id, workspaceId: "bob" }, 50)).toBe(false);
    expect(await store.remove({ id, workspaceId }, 50)).toBe(true);
    expect(await store.remove({ id, workspaceId }, 51)).toBe(false);
    expect(await store.describe({ id, workspaceId }, "Gone")).toBe(false);
    expect(await store.byFileName(fileName)).toBeNull();
    expect(await store.batch({ workspaceId, afterId: "", countMax: 9 })).toEqual([]);
    expect(await store.restore({ id, workspaceId: "bob", after: 0 }, any)).toBeNull();
    expect(await store.restore({ id, workspaceId, after: 50 }, any)).toBeNull();
    expect(await store.restore({ id, workspaceId, after: 49 }, any)).toMatchObject({ id, alt: "A boat" });
    expect(await store.restore({ id, workspaceId, after: 49 }, any)).toBeNull();
    await store.remove({ id, workspaceId }, 60);
    await store.forget({ until: 59 });
    await store.forget({ until: 60, workspaceId: "bob" });
    expect(await store.restore({ id, workspaceId, after: 0 }, any)).not.toBeNull();
    await store.remove({ id, workspaceId }, 60);
    await store.forget({ until: 60 });
    expect(await store.restore({ id, workspaceId, after: 0 }, any)).toBeNull();
  });

  test("keep the words for what they show", async () => {
    const service = createImageService(leadBook(database()).core);
    const { _id: id, alt } = await service.add(ada, png);
    expect(alt).toBe("");
    await service.describe({ ...ada, id }, "Our logo");
    expect(await service.list(ada)).toMatchObject([{ alt: "Our logo" }]);
    await expect(service.describe({ ...bob, id }, "Mine")).rejects.toThrow("no such picture");
  });
});

eachDatabase("the room for pictures", (open) => {
  const database = emptyBeforeEach(open);
  const any = () => {};

  test("is three hundred, also when many come at once; a deleted one makes room", async () => {
    const service = createImageService(leadBook(database()).core);
    const store = createImageStore(database());
    const room = 3;
    for (let n = 0; n < bounds.perUser - room; n += 1) await store.add(imageRow(), any);
    const tries = await Promise.allSettled(Array.from({ length: room + 4 }, () => service.add(ada, png)));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(room);
    const listed = await service.list(ada);
    expect(listed).toHaveLength(bounds.perUser);
    const [newest] = listed;
    const key = { ...ada, id: newest?._id ?? "" };
    await service.remove(key);
    await service.add(ada, png);
    await expect(service.restore(ada, key.id)).rejects.toThrow("At most 300 pictures fit");
    await service.add(bob, png);
  }, 30_000);

  test("is what the plan gives, and what was deleted a moment ago gives way first", async () => {
    const service = createImageService(leadBook(database(), { plans: "on" }).core);
    const store = createImageStore(database());
    const heavy = imageRow({ bytes: 100 * 1024 * 1024 });
    await store.add(heavy, any);
    expect(await service.room(ada)).toEqual({
      count: 1,
      countMax: 300,
      bytes: 104_857_600,
      bytesMax: 104_857_600,
    });
    await expect(service.add(ada, png)).rejects.toMatchObject({
      code: "plan_limit",
      message:
        "Your pictures may take 100 MB together on the Free plan, and with this one they would take more. Delete some that you no longer need first.",
    });
    await service.add(scopeNamed("ada", { status: "AMPR" }), png);
    await service.remove({ ...ada, id: heavy.id });
    expect(await service.room(ada)).toMatchObject({ count: 1, bytes: tinyPng.length });
    await service.add(ada, png);
    await expect(service.restore(ada, heavy.id)).rejects.toThrow("can no longer be undone");
  });

  test("is the largest plan's where an installation has no plans", async () => {
    const service = createImageService(leadBook(database()).core);
    await createImageStore(database()).add(imageRow({ bytes: 2_048 * 1024 * 1024 - 1 }), any);
    await expect(service.add(ada, png)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("may take 2,048 MB together, and"),
    });
  });
});

eachDatabase("saved rows", (open) => {
  const database = emptyBeforeEach(open);

  test("are a hundred at most, also when many come at once, and come back while there is room", async () => {
    const service = createSavedRowService(leadBook(database()).core);
    const add = (name: string) => service.add(ada, { name, row });
    for (let n = 0; n < savedRows.perUser - 2; n += 1) await add(`Row ${n}`);
    const tries = await Promise.allSettled(["a", "b", "c", "d"].map(add));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    const listed = await service.list(ada);
    expect(listed).toHaveLength(savedRows.perUser);
    const key = { ...ada, id: listed[0]?._id ?? "" };
    await service.remove(key);
    await add("In its place");
    await expect(service.restore(key)).rejects.toThrow("At most 100 rows can be kept");
    await service.add(bob, { name: "Another's", row });
  }, 30_000);

  test("are renamed, deleted and brought back by their owner alone, with all that is in them", async () => {
    const service = createSavedRowService(leadBook(database()).core);
    const odd = { ...row, values: { unknown: [null, { deep: "ü" }] } };
    const { _id: id } = await service.add(ada, { name: "Footer", row: odd });
    const [mine, theirs] = [
      { ...ada, id },
      { ...bob, id },
    ];
    await service.rename(mine, "Closing");
    await expect(service.rename(theirs, "x")).rejects.toThrow("There is no such row");
    await expect(service.remove(theirs)).rejects.toThrow("There is no such row");
    await expect(service.restore(theirs)).rejects.toThrow("can no longer be undone");
    await service.remove(mine);
    expect(await service.list(ada)).toEqual([]);
    await expect(service.rename(mine, "Gone")).rejects.toThrow("There is no such row");
    await service.restore(mine);
    expect(await service.list(ada)).toMatchObject([{ _id: id, name: "Closing", row: odd }]);
  });

  test("deleted too long ago are forgotten", async () => {
    const { core } = leadBook(database());
    let now = 1_000_000_000;
    const service = createSavedRowService({ ...core, clock: { ...core.clock, now: () => now } });
    const { _id: id } = await service.add(ada, { name: "Footer", row });
    await service.remove({ ...ada, id });
    now += undoMs - 1;
    await service.forgetOld();
    await service.restore({ ...ada, id });
    await service.remove({ ...ada, id });
    now += undoMs;
    await expect(service.restore({ ...ada, id })).rejects.toThrow("can no longer be undone");
    await service.forgetOld();
    const { savedRows: table } = database().tables;
    expect(await database().read.select().from(table)).toEqual([]);
  });
});
