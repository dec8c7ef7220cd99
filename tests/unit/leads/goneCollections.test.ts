import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { Refusal } from "../../../contract/errors.ts";
import type { Question } from "../../../contract/segments/question.ts";
import type { Database } from "../../../db/database.ts";
import type { PlanRow } from "../../../db/stores/campaigns/plans/planRows.ts";
import { createImportStore, type ImportRow } from "../../../db/stores/imports/imports.ts";
import { createCollectionStore } from "../../../db/stores/leads/collections.ts";
import type { JobUnderWay } from "../../../server/jobs/handler.ts";
import { createKeptTo } from "../../../server/leads/boundedLeads.ts";
import { noAudience } from "../../support/campaigns/sequenceWorld.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { counted, filled, idsOf } from "../../support/leads/filledBook.ts";
import { type LeadBook, leadBook, leadNamed, scopeNamed } from "../../support/leads/leadBook.ts";

const ada = scopeNamed("ada");
const bob = scopeNamed("bob");

const file: ImportRow = {
  id: "file",
  workspaceId: ada.workspaceId,
  name: "leads.csv",
  state: "read",
  createdAt: 1,
  idPrefix: "",
  startedAt: null,
  undoUntil: null,
  collectionId: null,
  madeCollection: false,
  fault: null,
  rowCount: 1,
  staged: 0,
  written: 0,
  added: 0,
  updated: 0,
  skipped: 0,
  optedOut: 0,
  rejected: 0,
  rejectedOptouts: 0,
  reading: null,
  choice: null,
  rejects: null,
};

/** A book of the same leads, before whose first commit, or a later one, something else is done. */
function interrupted(
  database: Database,
  meanwhile: () => Promise<unknown>,
  { before = 1 }: { before?: number } = {},
): LeadBook {
  let commits = 0;
  const atomically: Database["atomically"] = async (...commit) => {
    commits += 1;
    if (commits === before) await meanwhile();
    return database.atomically(...commit);
  };
  return leadBook({ ...database, atomically });
}

const asksIn = (...collections: string[]): Question => ({
  match: "all",
  of: [
    { about: "optedOut", op: "no" },
    { match: "any", of: [{ about: "collections", op: "in", collections }] },
  ],
});

async function planned(
  { atomically, tables }: Database,
  { named, left, id, state }: Pick<PlanRow, "id" | "state"> & { named: string[]; left: string[] },
): Promise<void> {
  const audience = { ...noAudience, collections: named, not: { ...noAudience.not, collections: left } };
  await atomically((write) => ({
    plan: write.insert(tables.campaignPlans).values({
      id,
      workspaceId: ada.workspaceId,
      name: "News",
      kind: "once",
      state,
      content: null,
      audience,
      version: 7,
      createdBy: ada.userId,
      createdAt: 1,
      updatedAt: 1,
    }),
  }));
}

async function audiences({ read, tables: { campaignPlans } }: Database) {
  const { id, version, audience } = campaignPlans;
  const rows = await read.select({ id, version, audience }).from(campaignPlans).orderBy(id);
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    named: row.audience?.collections,
    left: row.audience?.not.collections,
  }));
}

eachDatabase("merging a collection", (open) => {
  const database = emptyBeforeEach(open);

  test("moves its leads, each once, also one whose deletion is undone afterwards, and deletes it", async () => {
    const book = leadBook(database());
    await filled(book);
    const dee = await book.leads.add(ada, leadNamed("Dee", { collection: ["autumn"] }));
    const { deletionId } = await book.leads.act(ada, { action: "delete", which: { ids: [dee._id] } });
    const [autumn, spring] = await book.collections.list(ada);
    const key = { ...ada, id: autumn?._id ?? "" };
    expect(await book.collections.merge(key, spring?._id ?? "")).toMatchObject({ name: "spring", count: 3 });
    expect(await counted(book)).toEqual({ spring: 3 });
    await book.leads.undo(ada, { deletionId: deletionId ?? "" });
    expect(await counted(book)).toEqual({ spring: 4 });
  });

  test("into one that is deleted meanwhile leaves everybody where they were", async () => {
    const book = leadBook(database());
    await filled(book);
    const [autumn, spring] = idsOf(await book.collections.list(ada));
    const slow = interrupted(database(), () => book.collections.remove({ ...ada, id: spring ?? "" }));
    await expect(slow.collections.merge({ ...ada, id: autumn ?? "" }, spring ?? "")).rejects.toThrow(Refusal);
    expect(await counted(book)).toEqual({ autumn: 2 });
  });

  test("into one that is empty too, and merged into it at once, leaves one of them", async () => {
    const book = leadBook(database());
    const [one, other] = idsOf([
      await book.collections.add({ ...ada, name: "one" }),
      await book.collections.add({ ...ada, name: "other" }),
    ]);
    const merges = [
      [one, other],
      [other, one],
    ].map(([id = "", into = ""]) => book.collections.merge({ ...ada, id }, into));
    const outcomes = await Promise.allSettled(merges);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await book.collections.list(ada)).toHaveLength(1);
  });

  test("takes along whoever joins it meanwhile", async () => {
    const book = leadBook(database());
    await filled(book);
    const [autumn, spring] = idsOf(await book.collections.list(ada));
    const slow = interrupted(database(), () =>
      book.leads.add(ada, leadNamed("Dee", { collection: ["autumn"] })),
    );
    expect(await slow.collections.merge({ ...ada, id: autumn ?? "" }, spring ?? "")).toMatchObject({
      count: 4,
    });
    expect(await counted(book)).toEqual({ spring: 4 });
  });

  test("that somebody else has merged meanwhile is merged", async () => {
    const book = leadBook(database());
    await filled(book);
    const [autumn, spring] = idsOf(await book.collections.list(ada));
    const merge = (by: LeadBook) => by.collections.merge({ ...ada, id: autumn ?? "" }, spring ?? "");
    const slow = interrupted(database(), () => merge(book));
    expect(await merge(slow)).toMatchObject({ name: "spring", count: 3 });
  });

  test("into itself, a stranger's or none changes nothing", async () => {
    const book = leadBook(database());
    await filled(book);
    const [autumn] = await book.collections.list(ada);
    const [bobs] = await book.collections.list(bob);
    const key = { ...ada, id: autumn?._id ?? "" };
    for (const into of [key.id, bobs?._id ?? "", "gone"])
      await expect(book.collections.merge(key, into)).rejects.toThrow(Refusal);
    expect(await counted(book)).toEqual({ autumn: 2, spring: 2 });
  });
});

eachDatabase("merging a collection that is named elsewhere", (open) => {
  const database = emptyBeforeEach(open);

  test("lets segments and campaigns that named it name the other, once, also those that are brought back", async () => {
    const book = leadBook(database());
    await filled(book);
    const [autumn = "", spring = ""] = idsOf(await book.collections.list(ada));
    const [gone, both, other] = [
      await book.segments.add(ada, { name: "gone", question: asksIn(autumn) }),
      await book.segments.add(ada, { name: "both", question: asksIn(autumn, spring) }),
      await book.segments.add(ada, { name: "other", question: asksIn(spring) }),
    ];
    await planned(database(), { named: [autumn], left: [], id: "draft", state: "draft" });
    await planned(database(), { named: [spring], left: [autumn, spring], id: "over", state: "started" });
    await book.segments.remove({ ...ada, id: gone._id });
    await book.collections.merge({ ...ada, id: autumn }, spring);
    const now = { question: asksIn(spring), broken: null };
    expect(await book.segments.restore({ ...ada, id: gone._id })).toMatchObject(now);
    expect(await book.segments.list(ada)).toMatchObject([now, now, other]);
    expect(await book.segments.one({ ...ada, id: both._id })).toMatchObject(now);
    expect(await audiences(database())).toEqual([
      { id: "draft", version: 8, named: [spring], left: [] },
      { id: "over", version: 8, named: [spring], left: [spring] },
    ]);
  });

  test("keeps what somebody makes meanwhile of a segment that names it, which names the other then", async () => {
    const book = leadBook(database());
    await filled(book);
    const [autumn = "", spring = ""] = idsOf(await book.collections.list(ada));
    const { _id: id } = await book.segments.add(ada, { name: "of autumn", question: asksIn(autumn) });
    // The leads are moved by one commit, and the collection removed by the next.
    const slow = interrupted(
      database(),
      () => book.segments.change({ ...ada, id }, { name: "fall", question: asksIn(autumn, spring) }),
      { before: 2 },
    );
    await slow.collections.merge({ ...ada, id: autumn }, spring);
    expect(await book.segments.list(ada)).toMatchObject([{ name: "fall", question: asksIn(spring) }]);
    expect(await counted(book)).toEqual({ spring: 3 });
  });
});

eachDatabase("a collection that is imported into", (open) => {
  const database = emptyBeforeEach(open);

  test("is not deleted: what the import still brings would be in none", async () => {
    const book = leadBook(database());
    await filled(book);
    const [autumn] = idsOf(await book.collections.list(ada));
    const imports = createImportStore(database());
    await imports.add({ ...file, collectionId: autumn ?? "", state: "running" });
    const remove = () => book.collections.remove({ ...ada, id: autumn ?? "" });
    await expect(remove()).rejects.toMatchObject({ reason: { code: "collection_imported_into" } });
    expect(await counted(book)).toEqual({ autumn: 2, spring: 2 });
    await imports.change(file, { from: ["running"], set: { state: "done" } });
    await remove();
    expect(await counted(book)).toEqual({ spring: 2 });
    await expect(remove()).rejects.toMatchObject({ code: "not_found" });
  });

  test("is not merged while an import writes into it, also one that begins meanwhile, and loses nobody", async () => {
    const book = leadBook(database());
    await filled(book);
    const [autumn, spring] = idsOf(await book.collections.list(ada));
    const imports = createImportStore(database());
    const into = (id: string, state: ImportRow["state"]) =>
      imports.change(file, { from: ["read", "running", "undoing"], set: { collectionId: id, state } });
    const merge = (by: LeadBook) => by.collections.merge({ ...ada, id: autumn ?? "" }, spring ?? "");
    const refusal = { code: "conflict", reason: { code: "collection_imported_into" } };
    await imports.add(file);
    const slow = interrupted(database(), () => into(autumn ?? "", "running"));
    await expect(merge(slow)).rejects.toMatchObject(refusal);
    await book.leads.add(ada, leadNamed("Dee", { collection: ["autumn"] }));
    for (const state of ["running", "undoing"] as const) {
      await into(autumn ?? "", state);
      await expect(merge(book)).rejects.toMatchObject(refusal);
    }
    await into(spring ?? "", "running");
    expect(await merge(book)).toMatchObject({ name: "spring", count: 4 });
  });
});

eachDatabase("deleting a collection", (open) => {
  const database = emptyBeforeEach(open);
  const members = async (id: string) => {
    const { read, tables } = database();
    const rows = await read
      .select()
      .from(tables.memberships)
      .where(eq(tables.memberships.workspaceId, ada.workspaceId));
    return rows.filter(({ collectionId }) => collectionId === id).length;
  };
  const forgetting = async (of = ada) => {
    const { read, tables } = database();
    const rows = await read.select().from(tables.jobs).where(eq(tables.jobs.workspaceId, of.workspaceId));
    return rows.map(({ kind, payload }) => ({ kind, payload: JSON.parse(payload) }));
  };

  test("leaves who was in it to a job, since a large one would keep everybody waiting, and nobody sees them", async () => {
    const book = leadBook(database());
    await filled(book);
    const [autumn = "", spring = ""] = idsOf(await book.collections.list(ada));
    await book.collections.remove({ ...ada, id: autumn });
    expect(await counted(book)).toEqual({ spring: 2 });
    expect(await book.all(ada.workspaceId)).toMatchObject([
      { firstName: "Ann", collection: ["spring"] },
      { firstName: "Ben", collection: ["spring"] },
      { firstName: "Cid", collection: [] },
    ]);
    expect(await members(autumn)).toBe(2);
    expect(await forgetting()).toEqual([{ kind: "forgetMemberships", payload: { collectionId: autumn } }]);
    await book.collections.forgetting.run(jobUnderWay(autumn));
    expect([await members(autumn), await members(spring)]).toEqual([0, 2]);
  });

  test("leaves a key that was kept to it nobody", async () => {
    const book = leadBook(database());
    const { Ben } = await filled(book);
    const ids = idsOf(await book.collections.list(ada));
    const [autumn = "", spring = ""] = ids;
    await book.collections.remove({ ...ada, id: autumn });
    const keptTo = createKeptTo({ database: database() });
    const kept = await keptTo({ ...ada, only: { keyId: "key", collections: ids, accounts: null } });
    expect(kept).toEqual({ ids: [spring], names: new Set(["spring"]) });
    expect(Ben?.collection).toEqual(["autumn", "spring"]);
  });

  test("forgets so many at a time as are asked for, and nobody of one that is there", async () => {
    const book = leadBook(database());
    await filled(book);
    const [autumn = "", spring = ""] = idsOf(await book.collections.list(ada));
    await book.collections.remove({ ...ada, id: autumn });
    const store = createCollectionStore(database());
    const forget = (id: string) => store.forgetSome({ ...ada, id, countMax: 1 });
    expect([await forget(autumn), await members(autumn)]).toEqual([1, 1]);
    expect([await forget(autumn), await forget(autumn)]).toEqual([1, 0]);
    expect([await forget(spring), await members(spring)]).toEqual([0, 2]);
    expect(await counted(book)).toEqual({ spring: 2 });
  });

  test("that is refused leaves no job behind", async () => {
    const book = leadBook(database());
    await filled(book);
    await expect(
      book.collections.remove({ ...bob, id: idsOf(await book.collections.list(ada))[0] ?? "" }),
    ).rejects.toThrow(Refusal);
    expect(await forgetting(bob)).toEqual([]);
    expect(await counted(book)).toEqual({ autumn: 2, spring: 2 });
  });
});

function jobUnderWay(collectionId: string): JobUnderWay {
  const { signal } = new AbortController();
  return {
    id: "job",
    workspaceId: ada.workspaceId,
    payload: { collectionId },
    attempt: 1,
    lease: 1,
    createdAt: 1,
    signal,
  };
}
