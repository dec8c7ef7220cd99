import { expect, test } from "bun:test";
import { type AnyColumn, asc, desc, eq, type SQL } from "drizzle-orm";
import { leadOrder } from "../../../db/stores/leads/leadOrder.ts";
import { seekPage } from "../../../db/stores/leads/seekPage.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { leadBook, leadNamed, scopeNamed } from "../../support/leads/leadBook.ts";

const ada = scopeNamed("ada");

eachDatabase("the way to a page far into a list", (open) => {
  const database = emptyBeforeEach(open);

  test("passes over the same rows in many strides as in one, whatever the order", async () => {
    const book = leadBook(database());
    const count = 40;
    await book.imports.import(
      ada,
      Array.from({ length: count }, (_, index) =>
        leadNamed(`Lead${index}`, { lastName: `Name${index % 3}`, optout: index % 2 === 0 }),
      ),
    );
    const { leads } = book.core.database.tables;
    const { read } = book.core.database;
    const where = eq(leads.workspaceId, ada.workspaceId);
    const orders: (AnyColumn | SQL)[][] = [
      [leads.id],
      [leads.email],
      [leads.optout, leads.id],
      [leads.emailCount, leads.id],
      [...leadOrder(database().tables, "lastName")],
    ];
    for (const columns of orders)
      for (const order of ["asc", "desc"] as const) {
        const direction = order === "asc" ? asc : desc;
        const emails = async (start: { where: SQL | undefined; offset: number } | null) => {
          const rows = read.select({ email: leads.email }).from(leads).where(start?.where);
          return (
            await rows
              .orderBy(...columns.map(direction))
              .limit(count)
              .offset(start?.offset ?? 0)
          ).map((row) => row.email);
        };
        const all = await emails({ where, offset: 0 });
        const start = await seekPage(read, { from: leads, where, columns, order, offset: 31, stride: 4 });
        expect(start?.offset).toBe(3);
        expect(await emails(start)).toEqual(all.slice(31));
        expect(
          await seekPage(read, { from: leads, where, columns, order, offset: 99, stride: 4 }),
        ).toBeNull();
      }
  });
});
