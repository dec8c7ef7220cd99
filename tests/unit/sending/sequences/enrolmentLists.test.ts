import { expect, test } from "bun:test";
import type { WorkspaceId } from "../../../../contract/identity/scope.ts";
import {
  createEnrolmentListStore,
  type EnrolmentQuery,
} from "../../../../db/stores/campaigns/sequences/enrolmentLists.ts";
import { planId, sequenceWorld, stepOf, workspaceId } from "../../../support/campaigns/sequenceWorld.ts";
import { eachDatabase, emptyBeforeEach } from "../../../support/db/databases.ts";
import { sqlitePlans } from "../../../support/db/sqlitePlans.ts";

const asked: EnrolmentQuery = {
  id: planId,
  workspaceId: workspaceId as WorkspaceId,
  step: null,
  ended: null,
  search: null,
  afterId: null,
  order: "asc",
  countMax: 3,
};
const searching = (...words: string[]) => ({
  workspaceId: workspaceId as WorkspaceId,
  words: words.map((word) => [word]),
  collectionId: null,
  filter: null,
  asked: null,
});

eachDatabase("lists of a sequence's leads", (open) => {
  const database = emptyBeforeEach(open);

  /** Ten leads, of whom some have ended; every page looks through three at most where no index knows them. */
  async function standing() {
    const world = await sequenceWorld(database(), { steps: [stepOf("one")] });
    const ids = await world.addLeads(10, "lead");
    await world.join(...ids);
    await world.work();
    return { ids, store: createEnrolmentListStore(database(), 3) };
  }

  type Store = Awaited<ReturnType<typeof standing>>["store"];
  async function pages(store: Store, query: EnrolmentQuery): Promise<string[][]> {
    const found: string[][] = [];
    for (let afterId: string | null = null; ; ) {
      const { rows, next } = await store.pageOf({ ...query, afterId });
      found.push(rows.map(({ leadId }) => leadId));
      if (next === null) return found;
      afterId = next;
    }
  }

  test("a search that no index knows looks through some at a time, and goes on until everybody was looked at", async () => {
    const { ids, store } = await standing();
    const short = { ...asked, search: searching("08") };
    expect(await pages(store, short)).toEqual([[], [], [ids[8] ?? ""], []]);
    const back = await pages(store, { ...short, order: "desc" });
    expect(back).toEqual([[ids[8] ?? ""], [], [], []]);
  });

  test("who is at a step and goes on is looked through some at a time, too", async () => {
    const { ids, store } = await standing();
    const found = await pages(store, { ...asked, step: 0, ended: false });
    expect(found.flat()).toEqual(ids);
    expect(await pages(store, { ...asked, step: 0, ended: true })).toEqual([[], [], [], []]);
    expect(await pages(store, { ...asked, step: 1, ended: false })).toEqual([[]]);
  });

  test("without a search every page is full, and the last says that it is", async () => {
    const { ids, store } = await standing();
    expect(await pages(store, { ...asked, ended: false })).toEqual([
      ids.slice(0, 3),
      ids.slice(3, 6),
      ids.slice(6, 9),
      ids.slice(9),
    ]);
  });

  test("a search finds by each of its words, and nobody of another workspace", async () => {
    const { ids, store } = await standing();
    const query = { ...asked, search: searching("lead", "000004"), countMax: 50 };
    expect((await pages(store, query)).flat()).toEqual([ids[4] ?? ""]);
    const strange = { ...query, workspaceId: "eve" as WorkspaceId };
    expect((await pages(store, strange)).flat()).toEqual([]);
  });
});

test("on SQLite each view of a sequence's leads is read by an index in its order: nothing is sorted or walked whole", async () => {
  const views: [Partial<EnrolmentQuery>, string][] = [
    [{}, "sqlite_autoindex_enrolments_1 (planId=?"],
    [{ ended: true }, "enrolments_ended (planId=?"],
    [{ ended: false }, "enrolments_going (planId=?"],
    [{ step: 2 }, "enrolments_at_step (planId=? AND step=?"],
    [{ step: 2, ended: false }, "enrolments_at_step (planId=? AND step=?"],
    [{ search: searching("ab") }, "sqlite_autoindex_enrolments_1 (planId=?"],
    [{ search: searching("ab"), ended: true }, "enrolments_ended (planId=?"],
  ];
  for (const [view, index] of views)
    for (const order of ["asc", "desc"] as const)
      for (const afterId of [null, "lead5"]) {
        const plans = await sqlitePlans((database) =>
          createEnrolmentListStore(database).pageOf({ ...asked, ...view, order, afterId }),
        );
        expect(plans.length).toBeGreaterThan(0);
        for (const plan of plans) {
          expect(plan[0]).toStartWith(`SEARCH enrolments USING`);
          expect(plan[0]).toContain(index);
          expect(plan.filter((line) => /^SCAN|TEMP B-TREE/.test(line))).toEqual([]);
        }
      }
});
