import { expect, test } from "bun:test";
import { Refusal } from "../../../contract/errors.ts";
import { leadLimits } from "../../../contract/limits/leads.ts";
import { reason } from "../../../contract/reasons.ts";
import type { Database } from "../../../db/database.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { leadBook, leadNamed, scopeNamed } from "../../support/leads/leadBook.ts";

const ada = scopeNamed("ada");

eachDatabase("an import", (open) => {
  const database = emptyBeforeEach(open);

  test("adds good rows, reports bad ones by their number and adds up to what came in", async () => {
    const { imports, all } = leadBook(database());
    const answer = await imports.import(ada, [
      leadNamed("Eve", { collection: ["spring"] }),
      { firstName: "", email: "x@example.com" },
      { firstName: "Fay", email: "not an address" },
      { firstName: "Gus", email: " GUS@Example.com ", phone: 123, lastName: null },
      null,
      leadNamed("Eve", { firstName: "Later" }),
    ]);
    expect(answer).toEqual({
      added: 2,
      updated: 0,
      skipped: 1,
      rejectedOptouts: 0,
      rejected: [
        { row: 2, reason: "First name is missing", cause: reason("first_name_missing") },
        { row: 3, reason: "This is not an email address", cause: reason("email_invalid") },
        { row: 5, reason: "A row is an object with firstName and email", cause: reason("row_not_object") },
      ],
    });
    expect(await all(ada.workspaceId)).toMatchObject([
      { firstName: "Eve", collection: ["spring"] },
      { firstName: "Gus", lastName: "", email: "gus@example.com", phone: "123" },
    ]);
  });

  test("updates known addresses, joins the collection and erases nothing with a blank", async () => {
    const { imports, leads, all } = leadBook(database());
    const before = await leads.add(ada, leadNamed("Eve", { phone: "1", collection: ["old"] }));
    const row = { firstName: "Evelyn", email: before.email, collection: ["new"] };
    expect(await imports.import(ada, [row])).toMatchObject({ added: 0, updated: 1 });
    const [after] = await all(ada.workspaceId);
    expect(after).toEqual({ ...before, firstName: "Evelyn", collection: ["new", "old"] });
  });

  test("of 90,000 rows for a plan of fifty all were looked at: the look ends with the first lead too many", async () => {
    const { imports } = leadBook(database(), { plans: "on" });
    let looks = 0;
    const rows = Array.from({ length: 1_000 }, (_, at) => ({
      get firstName() {
        looks += 1;
        return "Ada";
      },
      email: `lead${at}@in.test`,
    }));
    const message =
      "The Free plan holds 50 leads: 50 more fit. Upgrade the plan, or delete leads you no longer need.";
    const fault = await imports.import(ada, rows).catch((error) => error);
    expect(fault).toMatchObject({ name: "Refusal", code: "plan_limit", message });
    expect(looks).toBeLessThan(500);
  });

  test("goes on finding a lead by what a blank left in place, in any script", async () => {
    const { imports, leads } = leadBook(database());
    await leads.add(ada, leadNamed("Mesut", { lastName: "ÖZIL", phone: "+49 1" }));
    await imports.import(ada, [{ firstName: "Mesut", email: "mesut@example.com" }]);
    for (const search of ["özil", "Mesut Özil", "+49"])
      expect(await leads.page(ada, { search })).toMatchObject({ total: 1 });
  });
});

eachDatabase("an import of what is known", (open) => {
  const database = emptyBeforeEach(open);

  test("loses nothing of a row that is there twice", async () => {
    const { imports, all } = leadBook(database());
    await imports.import(ada, [
      leadNamed("Eve", { lastName: "", collection: ["a"] }),
      leadNamed("Eve", { lastName: "Late", phone: "2", collection: ["b"], optout: true }),
    ]);
    expect(await all(ada.workspaceId)).toMatchObject([
      { firstName: "Eve", lastName: "Late", phone: "2", collection: ["a", "b"], optout: true },
    ]);
  });

  test("opts nobody in again", async () => {
    const { imports, leads, all, unsubscribe } = leadBook(database());
    await leads.add(ada, leadNamed("Eve", { optout: true }));
    await unsubscribe(ada.workspaceId, "fay@example.com");
    await imports.import(ada, [leadNamed("Eve", { optout: false }), leadNamed("Fay"), leadNamed("Gus")]);
    expect((await all(ada.workspaceId)).map(({ email, optout }) => [email, optout])).toEqual([
      ["eve@example.com", true],
      ["fay@example.com", true],
      ["gus@example.com", false],
    ]);
  });

  test("opts out whoever unsubscribes while a batch is being prepared", async () => {
    const plain = leadBook(database());
    let isFirst = true;
    const late: Database = {
      ...database(),
      async atomically(build, check) {
        // The list of suppressions has been read; the batch is about to be written.
        if (isFirst) await plain.unsubscribe(ada.workspaceId, "eve@example.com");
        isFirst = false;
        return database().atomically(build, check);
      },
    };
    const answer = await leadBook(late).imports.import(ada, [leadNamed("Eve"), leadNamed("Fay")]);
    expect(answer).toMatchObject({ added: 2 });
    expect((await plain.all(ada.workspaceId)).map(({ optout }) => optout)).toEqual([true, false]);
  });

  test("of many batches leaves every lead once, in collections as named", async () => {
    const { imports, collections, all } = leadBook(database());
    const count = leadLimits.importBatch + 501;
    const rows = Array.from({ length: count }, (_, index) =>
      leadNamed(`Lead${index}`, { collection: ["all", "x"] }),
    );
    expect(await imports.import(ada, rows)).toMatchObject({ added: count, updated: 0 });
    expect(await imports.import(ada, rows)).toMatchObject({ added: 0, updated: count });
    expect(await collections.list(ada)).toMatchObject([{ name: "x", count }]);
    const emails = (await all(ada.workspaceId)).map(({ email }) => email);
    expect(new Set(emails).size).toBe(count);
  }, 30_000);
});

const fifty = (prefix: string) => Array.from({ length: 50 }, (_, index) => leadNamed(`${prefix}${index}`));

eachDatabase("an import within a plan", (open) => {
  const database = emptyBeforeEach(open);

  test("fits exactly, and the next lead is refused with how many fit", async () => {
    const { imports, leads, all } = leadBook(database(), { plans: "on" });
    await imports.import(ada, fifty("a"));
    await expect(leads.add(ada, leadNamed("Eve"))).rejects.toMatchObject({
      code: "plan_limit",
      message:
        "The Free plan holds 50 leads: no more fit. Upgrade the plan, or delete leads you no longer need.",
    });
    expect(await imports.import(ada, fifty("a"))).toMatchObject({ added: 0, updated: 50 });
    expect(await all(ada.workspaceId)).toHaveLength(50);
  });

  test("is all or nothing", async () => {
    const { imports, leads, collections, all } = leadBook(database(), { plans: "on" });
    await leads.add(ada, leadNamed("Eve"));
    const rows = fifty("a").map((row) => ({ ...row, collection: ["new"] }));
    const refused = { code: "plan_limit", message: expect.stringContaining("49 more fit") };
    await expect(imports.import(ada, rows)).rejects.toMatchObject(refused);
    await expect(imports.import(ada, [...rows, leadNamed("Fay")])).rejects.toMatchObject(refused);
    expect(await all(ada.workspaceId)).toHaveLength(1);
    expect(await collections.list(ada)).toEqual([]);
  });

  test("keeps and updates what a larger plan left", async () => {
    const { imports, all } = leadBook(database(), { plans: "on" });
    const rows = [...fifty("a"), ...fifty("b")];
    await imports.import({ ...ada, status: "AMPR" }, rows);
    expect(await imports.import(ada, rows)).toMatchObject({ added: 0, updated: 100 });
    await expect(imports.import(ada, [leadNamed("Eve")])).rejects.toMatchObject({ code: "plan_limit" });
    expect(await all(ada.workspaceId)).toHaveLength(100);
  });

  test("leaves exactly fifty of twenty imports at once", async () => {
    const { imports, all } = leadBook(database(), { plans: "on" });
    const calls = Array.from({ length: 20 }, (_, index) => imports.import(ada, fifty(`n${index}x`)));
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === "rejected") {
        expect(outcome.reason).toBeInstanceOf(Refusal);
        expect(outcome.reason).toMatchObject({ code: "plan_limit" });
      }
    expect(await all(ada.workspaceId)).toHaveLength(50);
  });

  test("has no limit where the installation turns plans off", async () => {
    const { imports } = leadBook(database(), { plans: "off" });
    expect(await imports.import(ada, [...fifty("a"), ...fifty("b")])).toMatchObject({ added: 100 });
  });
});

eachDatabase("a name with control characters in it", (open) => {
  const database = emptyBeforeEach(open);

  test("is taken without them and not rejected as missing, and the list has everybody", async () => {
    const { imports, leads, all } = leadBook(database());
    const rows = [
      leadNamed("Eve", { firstName: "E\0ve", lastName: "Lee\r\n Wong\u2028" }),
      leadNamed("Guy", { phone: "+43\t1 \u00075" }),
      leadNamed("Ida", { firstName: "\0\n\u0085" }),
    ];
    expect(await imports.import(ada, rows)).toMatchObject({
      added: 2,
      rejected: [{ row: 3, reason: "First name is missing" }],
    });
    await leads.add(ada, leadNamed("Fay"));
    const told = (await all(ada.workspaceId)).map(({ firstName, lastName, phone }) => [
      firstName,
      lastName,
      phone,
    ]);
    expect(told.toSorted()).toEqual([
      ["Eve", "Lee Wong", ""],
      ["Fay", "Example", ""],
      ["Guy", "Example", "+43 1 5"],
    ]);
    const { items } = await leads.page(ada, { search: "lee wong", sort: "firstName" });
    expect(items.map(({ firstName }) => firstName)).toEqual(["Eve"]);
  });
});
