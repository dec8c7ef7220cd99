import { expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { leadLimits } from "../../../contract/limits/leads.ts";
import { type LeadSortKey, leadSortKeys } from "../../../contract/schemas/leadMatching.ts";
import type { PageQuery } from "../../../server/leads/leads.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { type LeadBook, leadBook, leadNamed, scopeNamed } from "../../support/leads/leadBook.ts";
import { sentDelivery } from "../../support/smtp/deliveries.ts";

const ada = scopeNamed("ada");
const bob = scopeNamed("bob");

eachDatabase("the whole list", (open) => {
  const database = emptyBeforeEach(open);

  test("has every lead once, oldest first, however many batches it takes", async () => {
    const { imports, all } = leadBook(database());
    const count = 2 * leadLimits.streamBatch + 3;
    await imports.import(bob, [leadNamed("Stranger", { collection: ["spring"] })]);
    await imports.import(
      ada,
      Array.from({ length: count }, (_, index) => leadNamed(`Lead${index}`, { collection: ["spring"] })),
    );
    const leads = await all(ada.workspaceId);
    expect(new Set(leads.map(({ email }) => email)).size).toBe(count);
    expect(leads.every(({ collection }) => collection.join() === "spring")).toBe(true);
    const ids = leads.map(({ _id }) => _id);
    expect(ids).toEqual(ids.toSorted());
  });

  test("is empty for somebody who has no leads", async () => {
    expect(await leadBook(database()).all(ada.workspaceId)).toEqual([]);
  });
});

eachDatabase("a page of leads", (open) => {
  const database = emptyBeforeEach(open);

  test("for every order, the pages one after the other are the sorted list", async () => {
    const { leads } = await filled(leadBook(database()));
    const everyWay = leadSortKeys.flatMap((sort) => [
      { sort, order: "asc" as const, count: 23 },
      { sort, order: "desc" as const, count: 23 },
      { sort, order: "asc" as const, collection: "even", count: 12 },
      { sort, order: "desc" as const, collection: "even", count: 12 },
    ]);
    for (const { count, ...query } of everyWay) {
      const { sort, order } = query;
      const pages = await emailsByPage(leads, query);
      const whole = await leads.page(ada, { ...query, pageSize: 500 });
      expect(pages).toEqual(whole.items.map(({ email }) => email));
      expect(new Set(pages).size).toBe(count);
      expect(whole.total).toBe(count);
      const keys = whole.items.map((lead) => sortKey(lead, sort));
      const sorted = keys.toSorted((left, right) => (left < right ? -1 : left > right ? 1 : 0));
      expect(keys).toEqual(order === "asc" ? sorted : sorted.reverse());
    }
  });

  test("beyond the end is empty and still says how many there are", async () => {
    const { leads } = await filled(leadBook(database()));
    expect(await leads.page(ada, { page: 99 })).toEqual({ items: [], total: 23, page: 99, pageSize: 50 });
  });

  test("has the leads of one collection, of all, or of none where it does not exist", async () => {
    const { leads } = await filled(leadBook(database()));
    const total = async (collection: string) => (await leads.page(ada, { collection })).total;
    expect(await total("even")).toBe(12);
    expect(await total(" EVEN ")).toBe(12);
    expect(await total("all")).toBe(23);
    expect(await total("bobs")).toBe(0);
    expect(await total("gone")).toBe(0);
  });

  test("has those that hold each word of a search in a name, the e-mail or the phone", async () => {
    const { leads } = leadBook(database());
    await leads.add(ada, leadNamed("Zoë", { lastName: "O'Neil", email: "zoe_o@a.test", phone: "+43 1 55" }));
    await leads.add(ada, leadNamed("Ann", { lastName: "100%", email: "ann@b.test" }));
    await leads.add(bob, leadNamed("Zoë", { email: "bob@b.test" }));
    const found = async (search: string) =>
      (await leads.page(ada, { search })).items.map(({ firstName }) => firstName);
    expect(await found("ZOË")).toEqual(["Zoë"]);
    expect(await found("neil zo")).toEqual(["Zoë"]);
    expect(await found("zoe ann")).toEqual([]);
    expect(await found("43 1")).toEqual(["Zoë"]);
    expect(await found("100%")).toEqual(["Ann"]);
    expect(await found("%")).toEqual(["Ann"]);
    expect(await found("_")).toEqual(["Zoë"]);
    expect(await found("\\")).toEqual([]);
    expect(await found(" \u0000 ")).toEqual([]);
    expect(await found("'; drop table leads; --")).toEqual([]);
  });
});

/** As if the lead with this name had followed a link of a mail. */
async function clickAs(
  core: LeadBook["core"],
  lead: { workspaceId: string; firstName: string },
): Promise<void> {
  const { workspaceId } = lead;
  const { id } = await sentDelivery(core, { workspaceId, email: "gone@example.com" });
  const { leads, deliveries } = core.database.tables;
  const isClicker = and(eq(leads.workspaceId, workspaceId), eq(leads.firstName, lead.firstName));
  const [clicker] = await core.database.read.select({ id: leads.id }).from(leads).where(isClicker);
  await core.database.atomically((write) => ({
    removed: write
      .delete(leads)
      .where(and(eq(leads.workspaceId, workspaceId), eq(leads.email, "gone@example.com"))),
    changed: write
      .update(deliveries)
      .set({ leadId: clicker?.id ?? "", clickedAt: 1 })
      .where(eq(deliveries.id, id)),
  }));
}

eachDatabase("a filter", (open) => {
  const database = emptyBeforeEach(open);

  test("has those who opted out, who unsubscribed, who were never sent to, who opened or who clicked", async () => {
    const book = leadBook(database());
    const { leads, core, unsubscribe } = book;
    await leads.add(ada, leadNamed("Plain", { collection: ["spring"] }));
    await leads.add(ada, leadNamed("Owner", { optout: true, collection: ["spring"] }));
    await unsubscribe(ada.workspaceId, "left@example.com");
    await leads.add(ada, leadNamed("Left"));
    await leads.add(bob, leadNamed("Stranger", { optout: true }));
    await clickAs(core, { workspaceId: ada.workspaceId, firstName: "Plain" });
    await clickAs(core, { workspaceId: bob.workspaceId, firstName: "Stranger" });
    const table = core.database.tables.leads;
    await core.database.atomically((write) => ({
      changed: write
        .update(table)
        .set({ emailCount: 2, openedCount: 1 })
        .where(and(eq(table.workspaceId, ada.workspaceId), eq(table.firstName, "Plain"))),
    }));
    const found = async (query: PageQuery) => {
      const { items, total } = await leads.page(ada, { sort: "firstName", ...query });
      expect(total).toBe(items.length);
      return items.map(({ firstName }) => firstName).join();
    };
    expect(await found({ filter: "optedOut" })).toBe("Left,Owner");
    expect(await found({ filter: "suppressed" })).toBe("Left");
    expect(await found({ filter: "neverSent" })).toBe("Left,Owner");
    expect(await found({ filter: "opened" })).toBe("Plain");
    expect(await found({ filter: "clicked" })).toBe("Plain");
    expect(await found({ filter: "clicked", search: "own" })).toBe("");
    expect(await found({ filter: "optedOut", collection: "spring" })).toBe("Owner");
    expect(await found({ filter: "optedOut", search: "lef" })).toBe("Left");
  });

  test("finds as many as there are, few or many, and counts all of them on every page", async () => {
    const { leads, imports } = leadBook(database());
    const count = leadLimits.sortedMax + 20;
    const rows = Array.from({ length: count }, (_, index) => leadNamed(`Lead${index}`));
    await imports.import(ada, rows);
    const last = await leads.page(ada, { filter: "neverSent", page: Math.ceil(count / 50) });
    expect(last).toMatchObject({ total: count });
    expect(last.items.length).toBe(count % 50);
    expect((await leads.page(ada, { search: "lead20" })).total).toBe(31);
  });
});

/** Twenty-three leads with names, counters and cases that tie and mix. */
async function filled(book: LeadBook): Promise<LeadBook> {
  const rows = Array.from({ length: 23 }, (_, index) =>
    leadNamed(`Lead${index}`, {
      firstName: ["ann", "Ben", "Cid"][index % 3] ?? "",
      lastName: ["Xu", "yeo"][index % 2] ?? "",
      collection: index % 2 === 0 ? ["even"] : [],
    }),
  );
  await book.imports.import(ada, rows);
  await book.imports.import(bob, [leadNamed("Stranger", { collection: ["bobs"] })]);
  const { leads } = book.core.database.tables;
  await book.core.database.atomically((write) => ({ changed: write.update(leads).set({ emailCount: 7 }) }));
  return book;
}

async function emailsByPage(leads: LeadBook["leads"], query: PageQuery): Promise<string[]> {
  const emails: string[] = [];
  for (let page = 1; page <= 5; page += 1) {
    const answer = await leads.page(ada, { ...query, page, pageSize: 5 });
    expect(answer).toMatchObject({ page, pageSize: 5 });
    emails.push(...answer.items.map(({ email }) => email));
  }
  return emails;
}

function sortKey(lead: Awaited<ReturnType<LeadBook["all"]>>[number], sort: LeadSortKey): string | number {
  const value = lead[sort];
  if (typeof value === "boolean") return Number(value);
  return typeof value === "string" ? value.toLowerCase() : value;
}
