import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { leadLimits } from "../../contract/limits/leads.ts";
import type { Database } from "../../db/database.ts";
import { openDatabase } from "../../db/sqlite/open.ts";
import { eachDatabase, emptyBeforeEach } from "../support/db/databases.ts";
import { failNth, PlannedFault } from "../support/db/failNth.ts";
import { type LeadBook, leadBook, leadNamed, scopeNamed } from "../support/leads/leadBook.ts";

const ada = scopeNamed("ada");

/** Runs the work with its first transaction failing, then its second, and so on until it gets through. */
async function failEach(
  database: Database,
  { work, afterFault }: { work: (book: LeadBook) => Promise<unknown>; afterFault: () => Promise<void> },
) {
  for (let nth = 1; ; nth += 1) {
    const faulty = failNth(database, nth);
    const outcome = work(leadBook(faulty.database, { plans: "on" }));
    await outcome.catch((error) => expect(error).toBeInstanceOf(PlannedFault));
    if (!faulty.happened()) return nth;
    await afterFault();
  }
}

async function stateOf({ all, collections, isSuppressed }: LeadBook) {
  return {
    leads: await all(ada.workspaceId),
    collections: await collections.list(ada),
    suppressed: await isSuppressed(ada.workspaceId, "eve@example.com"),
  };
}

eachDatabase("leads", (open) => {
  const database = emptyBeforeEach(open);

  test("a change of one lead that fails leaves everything as it was", async () => {
    const book = leadBook(database());
    const eve = await book.leads.add(ada, leadNamed("Eve", { collection: ["old"] }));
    const key = { ...ada, id: eve._id };
    const collectionId = (await book.collections.list(ada))[0]?._id ?? "";
    const before = await stateOf(book);
    const unchanged = async () => expect(await stateOf(book)).toEqual(before);
    const works: ((faulty: LeadBook) => Promise<unknown>)[] = [
      ({ leads }) => leads.add(ada, leadNamed("Fay", { collection: ["new"], optout: true })),
      ({ leads }) => leads.change(key, leadNamed("Eve", { collection: ["other"], optout: true })),
      ({ collections }) => collections.rename({ ...ada, id: collectionId }, "renamed"),
      ({ collections }) => collections.remove({ ...ada, id: collectionId }),
      ({ leads }) => leads.remove(key),
    ];
    for (const work of works) {
      const faulty = failNth(database(), 1);
      await expect(work(leadBook(faulty.database))).rejects.toBeInstanceOf(PlannedFault);
      await unchanged();
    }
    for (const work of works)
      expect(await failEach(database(), { work, afterFault: async () => {} })).toBe(2);
  });

  test("an import within a plan that fails leaves nothing of itself", async () => {
    const book = leadBook(database(), { plans: "on" });
    await book.leads.add(ada, leadNamed("Eve", { collection: ["old"] }));
    const before = await stateOf(book);
    const rows = Array.from({ length: 40 }, (_, index) => leadNamed(`Lead${index}`, { collection: ["new"] }));
    rows.push(leadNamed("Eve", { firstName: "Other", optout: true, collection: ["new"] }));
    await failEach(database(), {
      work: ({ imports }) => imports.import(ada, rows),
      afterFault: async () => expect(await stateOf(book)).toEqual(before),
    });
    expect(await book.all(ada.workspaceId)).toHaveLength(41);
  });

  test("a large import that fails has whole batches, and run again it is complete", async () => {
    const enterprise = { ...ada, status: "AMEX" as const };
    const count = 2 * leadLimits.importBatch + 10;
    const rows = Array.from({ length: count }, (_, index) =>
      leadNamed(`Lead${index}`, { collection: ["new"] }),
    );
    const book = leadBook(database());
    let kept = 0;
    const runs = await failEach(database(), {
      work: ({ imports }) => imports.import(enterprise, rows),
      afterFault: async () => {
        const leads = await book.all(ada.workspaceId);
        expect(leads.length % leadLimits.importBatch).toBe(0);
        expect(leads.every(({ collection }) => collection.join() === "new")).toBe(true);
        kept = Math.max(kept, leads.length);
      },
    });
    expect(runs).toBe(4);
    expect(kept).toBe(2 * leadLimits.importBatch);
    expect(await book.collections.list(ada)).toMatchObject([{ name: "new", count }]);
  });
});

test("a full disk refuses an import, keeps what was there and takes more once there is room", async () => {
  const folder = mkdtempSync(join(tmpdir(), "amplify-fault-"));
  let database = openDatabase({ folder, pagesMax: 420 });
  const book = leadBook(database);
  await book.leads.add(ada, leadNamed("Eve"));
  const rows = Array.from({ length: 3_000 }, (_, index) => leadNamed(`Lead${index}`));
  await expect(book.imports.import(ada, rows)).rejects.toMatchObject({ code: "storage_full" });
  expect(await book.all(ada.workspaceId)).toMatchObject([{ email: "eve@example.com" }]);
  await book.leads.add(ada, leadNamed("Fay"));
  await database.close();
  database = openDatabase({ folder });
  expect(await leadBook(database).imports.import(ada, rows)).toMatchObject({ added: 3_000 });
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});
