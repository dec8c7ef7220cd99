import { expect, test } from "bun:test";
import fc from "fast-check";
import { type LeadSortKey, leadSortKeys } from "../../../contract/schemas/leadMatching.ts";
import type { CursorQuery } from "../../../server/leads/leads.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { type LeadBook, leadBook, leadNamed, scopeNamed } from "../../support/leads/leadBook.ts";

const ada = scopeNamed("ada");
const bob = scopeNamed("bob");
const firstNames = ["ann", "Ben", "Çid", "x'; --"];

eachDatabase("leads by cursor", (open) => {
  const database = emptyBeforeEach(open);

  test("are the sorted list in every order, of all and of a collection, found or not", async () => {
    const book = leadBook(database());
    await add(book, { from: 0, count: 23 });
    for (const sort of leadSortKeys)
      for (const order of ["asc", "desc"] as const)
        for (const more of [
          {},
          { collection: "even" },
          { search: "ann" },
          { filter: "neverSent" as const },
        ]) {
          const query = { sort, order, ...more };
          const whole = await book.leads.page(ada, { ...query, pageSize: 500 });
          expect(whole.items.length).toBeGreaterThan(5);
          expect(await walked(book, { ...query, limit: 5 })).toEqual(whole.items.map(({ email }) => email));
        }
  });

  test("that stay are met exactly once, whatever comes and goes between two calls", async () => {
    const arbitrary = fc.record({
      sort: fc.constantFrom<LeadSortKey>(...leadSortKeys),
      order: fc.constantFrom("asc" as const, "desc" as const),
      collection: fc.constantFrom(undefined, "even"),
      limit: fc.integer({ min: 1, max: 4 }),
      gone: fc.array(fc.nat(19), { maxLength: 12 }),
    });
    let world = 0;
    const property = fc.asyncProperty(arbitrary, async ({ gone, ...query }) => {
      world += 1;
      const scope = scopeNamed(`ada${world}`);
      const book = leadBook(database());
      await add(book, { from: 0, count: 20, scope });
      const before = await book.leads.page(scope, { ...query, pageSize: 500 });
      const removed = new Set<string>();
      let turn = 0;
      const met = await walked(book, query, {
        scope,
        async between() {
          const lead = before.items[gone[turn] ?? -1];
          turn += 1;
          // A list that grows ahead of whoever reads it would have no end.
          if (turn <= 20) await add(book, { from: 100 + turn, count: 1, scope });
          if (lead === undefined || removed.has(lead.email)) return;
          await book.leads.remove({ ...scope, id: lead._id });
          removed.add(lead.email);
        },
      });
      expect(new Set(met).size).toBe(met.length);
      const stayed = before.items.map(({ email }) => email).filter((email) => !removed.has(email));
      const old = new Set(stayed);
      expect(met.filter((email) => old.has(email))).toEqual(stayed);
    });
    await fc.assert(property, { numRuns: 25 });
  });
});

eachDatabase("a cursor of leads", (open) => {
  const database = emptyBeforeEach(open);

  test("is refused in another order, filter or workspace, of an older version, and made up", async () => {
    const book = leadBook(database());
    await add(book, { from: 0, count: 5 });
    const { next } = await book.leads.next(ada, { sort: "emailCount", limit: 2 });
    const cursor = next ?? "";
    const parts = JSON.parse(Buffer.from(cursor, "base64url").toString());
    const made = (change: (parts: unknown[]) => unknown) =>
      Buffer.from(JSON.stringify(change(parts))).toString("base64url");
    const refusedFor = async (scope: typeof ada, query: CursorQuery) => {
      const asked = book.leads.next(scope, { sort: "emailCount", cursor, ...query });
      await expect(asked).rejects.toThrow("This cursor is of another list");
    };
    await refusedFor(ada, { sort: "email" });
    await refusedFor(ada, { order: "desc" });
    await refusedFor(ada, { collection: "even" });
    await refusedFor(bob, {});
    for (const wrong of [
      "",
      "x",
      "bnVsbA",
      made((all) => [0, ...all.slice(1)]),
      made((all) => all.slice(0, -1)),
      made((all) => [...all.slice(0, 2), "seven", all[3]]),
      made((all) => [...all.slice(0, 2), 1e300, all[3]]),
      made((all) => [...all.slice(0, 3), "\u0000"]),
      made((all) => [...all.slice(0, 3), "\ud800"]),
      made((all) => [...all.slice(0, 2), { $ne: 1 }, all[3]]),
    ])
      await refusedFor(ada, { cursor: wrong });
    expect((await book.leads.next(ada, { sort: "emailCount", cursor })).items).toHaveLength(3);
  });
});

type Added = { from: number; count: number; scope?: typeof ada };

/** Leads whose names tie and mix cases and scripts. */
async function add(book: LeadBook, { from, count, scope = ada }: Added): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) =>
    leadNamed(`Lead${from + index}`, {
      firstName: firstNames[(from + index) % firstNames.length] ?? "",
      lastName: ["Xu", "yeo"][(from + index) % 2] ?? "",
      optout: index % 3 === 0,
      collection: (from + index) % 2 === 0 ? ["even"] : [],
    }),
  );
  await book.imports.import(scope, rows);
}

type Walk = { scope?: typeof ada; between?: () => Promise<void> };

async function walked(
  book: LeadBook,
  query: CursorQuery,
  { scope = ada, between }: Walk = {},
): Promise<string[]> {
  const emails: string[] = [];
  let cursor: string | undefined;
  do {
    const { items, next } = await book.leads.next(scope, { ...query, cursor });
    emails.push(...items.map(({ email }) => email));
    cursor = next ?? undefined;
    await between?.();
  } while (cursor !== undefined && emails.length < 200);
  return emails;
}
