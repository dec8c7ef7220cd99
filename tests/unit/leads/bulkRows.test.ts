import { expect, test } from "bun:test";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { leadBook, leadNamed, scopeNamed } from "../../support/leads/leadBook.ts";

const ada = scopeNamed("ada");
const bob = scopeNamed("bob");

eachDatabase("many leads in one call", (open) => {
  const database = emptyBeforeEach(open);

  test("are answered row by row: added, changed, as they were, repeated and refused, none at another's cost", async () => {
    const { imports, leads } = leadBook(database());
    await imports.import(
      ada,
      ["Same", "Other", "Joins"].map((name) => leadNamed(name)),
    );
    const rows = [
      leadNamed("New", { collection: ["shop"] }),
      { ...leadNamed("Bad"), email: "nobody" },
      leadNamed("Same"),
      leadNamed("Other", { phone: "+43 1 9" }),
      leadNamed("New", { phone: "+43 1 2" }),
      leadNamed("Joins", { collection: ["shop"] }),
      { ...leadNamed("Field"), fields: { town: "Graz" } },
      7,
    ];
    const { rows: told = [], ...sums } = await imports.import(ada, rows, { tellsRows: true });
    expect(sums).toMatchObject({
      added: 1,
      updated: 3,
      skipped: 1,
      rejected: [{ row: 2 }, { row: 7 }, { row: 8 }],
    });
    expect(told.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(told.map(({ outcome }) => outcome)).toEqual([
      ...(["added", "refused", "unchanged", "changed", "repeated", "changed", "refused", "refused"] as const),
    ]);
    expect(told[1]).toMatchObject({ _id: null, field: "email", cause: { code: "email_invalid" } });
    expect(told[4]).toEqual({ index: 4, outcome: "repeated", _id: told[0]?._id ?? "", first: 0 });
    expect(told[6]).toMatchObject({ field: "fields.town", cause: { code: "field_unknown" } });
    const byEmail = new Map((await leads.page(ada, {})).items.map((lead) => [lead.email, lead._id]));
    expect([0, 2, 3, 5].map((index) => told[index]?._id)).toEqual(
      ["new", "same", "other", "joins"].map((name) => byEmail.get(leadNamed(name).email.toLowerCase())),
    );
    expect(await imports.import(ada, [leadNamed("Same")])).not.toHaveProperty("rows");
  });
});

eachDatabase("leads of one action", (open) => {
  const database = emptyBeforeEach(open);

  test("that are named by their ids are answered one by one, and strangers' are not found", async () => {
    const { imports, leads } = leadBook(database());
    const names = ["One", "Two", "Three"].map((name) => leadNamed(name));
    await imports.import(ada, names);
    await imports.import(bob, [leadNamed("Theirs")]);
    const [one = "", two = ""] = (await leads.page(ada, { sort: "createdAt" })).items.map(({ _id }) => _id);
    const theirs = (await leads.page(bob, {})).items[0]?._id ?? "";
    const ids = [one, theirs, two, one, "none"];
    await leads.act(ada, { action: "optOut", which: { ids: [two] } });
    const act = async (action: "optOut" | "delete") =>
      (await leads.act(ada, { action, which: { ids } }, { tellsRows: true })).rows ?? [];
    const told = await act("optOut");
    expect(told.map(({ index, outcome }) => [index, outcome])).toEqual([
      [0, "changed"],
      [1, "refused"],
      [2, "unchanged"],
      [3, "repeated"],
      [4, "refused"],
    ] as never);
    expect(told[1]).toMatchObject({ _id: null, field: "which.ids.1", cause: { code: "lead_not_found" } });
    expect(told[3]).toMatchObject({ first: 0 });
    expect((await act("delete")).map(({ outcome }) => outcome)).toEqual([
      ...(["changed", "refused", "changed", "repeated", "refused"] as const),
    ]);
    expect((await leads.page(bob, {})).total).toBe(1);
    expect(await leads.act(ada, { action: "optOut", which: { ids: [one] } })).not.toHaveProperty("rows");
  });
});
