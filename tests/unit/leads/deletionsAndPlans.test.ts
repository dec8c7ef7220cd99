import { expect, test } from "bun:test";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { leadBook, leadNamed, scopeNamed } from "../../support/leads/leadBook.ts";

const ada = scopeNamed("ada");
const everybody = { matching: {} };

eachDatabase("deleted leads", (open) => {
  const database = emptyBeforeEach(open);

  test("come back only as far as the plan has room for them", async () => {
    const book = leadBook(database(), { plans: "on" });
    await book.imports.import(ada, [leadNamed("Ann")]);
    const { deletionId } = await book.leads.act(ada, { action: "delete", which: everybody });
    await book.imports.import(
      ada,
      Array.from({ length: 50 }, (_, index) => leadNamed(`Lead${index}`)),
    );
    await expect(book.leads.undo(ada, { deletionId: deletionId ?? "" })).rejects.toThrow("holds 50 leads");
    expect((await book.leads.page(ada, { page: 1 })).total).toBe(50);
  });

  test("come back to a workspace that was left with more than its plan holds, up to what it had", async () => {
    const book = leadBook(database(), { plans: "on" });
    const many = Array.from({ length: 60 }, (_, index) => leadNamed(`Lead${index}`));
    await book.imports.import({ ...ada, status: "AMPR" }, many);
    const deleteAll = async (search: string) =>
      (await book.leads.act(ada, { action: "delete", which: { matching: { search } } })).deletionId ?? "";
    const slip = await deleteAll("Lead5");
    const second = await deleteAll("Lead");
    await book.imports.import(ada, [leadNamed("Ann")]);
    expect(await book.leads.undo(ada, { deletionId: slip })).toEqual({ restored: 11, replaced: 0 });
    const inSteps = { deletionId: second, countMax: 60 };
    expect(await book.leads.undo(ada, inSteps)).toEqual({ restored: 48, replaced: 0, more: true });
    await expect(book.leads.undo(ada, inSteps)).rejects.toThrow("holds 50 leads: no more fit");
    await deleteAll("Ann");
    expect(await book.leads.undo(ada, inSteps)).toEqual({ restored: 1, replaced: 0 });
    expect((await book.leads.page(ada, { page: 1 })).total).toBe(60);
  });

  test("do not come back beside those that were added in their place and deleted as well", async () => {
    const book = leadBook(database(), { plans: "on" });
    const deletions: string[] = [];
    for (const name of ["Ann", "Ben"]) {
      const many = Array.from({ length: 50 }, (_, index) => leadNamed(`${name}${index}`));
      await book.imports.import(ada, many);
      deletions.push((await book.leads.act(ada, { action: "delete", which: everybody })).deletionId ?? "");
    }
    const [first = "", last = ""] = deletions;
    expect(await book.leads.undo(ada, { deletionId: first })).toEqual({ restored: 50, replaced: 0 });
    await expect(book.leads.undo(ada, { deletionId: last })).rejects.toThrow("holds 50 leads: no more fit");
    expect((await book.leads.page(ada, { page: 1 })).total).toBe(50);
  });
});
