import { expect, test } from "bun:test";
import { leadLimits } from "../../../contract/limits/leads.ts";
import type { CustomFieldInput } from "../../../contract/schemas/leadFields.ts";
import type { Database } from "../../../db/database.ts";
import { createCustomFieldStore } from "../../../db/stores/leads/customFields.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { leadBook, leadNamed, scopeNamed } from "../../support/leads/leadBook.ts";

const ada = scopeNamed("ada");
const bob = scopeNamed("bob");

const five: CustomFieldInput[] = [
  { label: "Company name", kind: "text" },
  { label: "Seats", kind: "number" },
  { label: "Renewal", kind: "date" },
  { label: "VIP", kind: "yesNo" },
  { label: "Tier", kind: "choice", choices: ["Gold", "Silver"] },
];
const values = { companyName: "Acme, Inc.", seats: 12.5, renewal: "2026-02-28", VIP: false, tier: "Gold" };

async function withFive(database: Database) {
  const book = leadBook(database);
  for (const field of five) await book.fields.add(ada, field);
  return book;
}

eachDatabase("custom fields", (open) => {
  const database = emptyBeforeEach(open);

  test("have a key made of their label, and keep it when the label changes", async () => {
    const { fields } = await withFive(database());
    const listed = await fields.list(ada);
    expect(listed.map(({ key, position }) => [key, position])).toEqual([
      ["companyName", 0],
      ["seats", 1],
      ["renewal", 2],
      ["VIP", 3],
      ["tier", 4],
    ]);
    const changed = await fields.change(
      { ...ada, id: listed[0]?._id ?? "" },
      {
        label: "Employer",
      },
    );
    expect(changed).toMatchObject({ key: "companyName", label: "Employer" });
    expect(await fields.list(bob)).toEqual([]);
  });

  test("are read as they were written, one by one, in a page and in the whole list", async () => {
    const { leads, all } = await withFive(database());
    const added = await leads.add(ada, leadNamed("Eve", { fields: values }));
    const bare = await leads.add(ada, leadNamed("Fay"));
    expect(added.fields).toEqual(values);
    expect(bare.fields).toEqual({});
    expect((await leads.page(ada, { search: "eve" })).items).toEqual([added]);
    expect(await all(ada.workspaceId)).toEqual([added, bare]);
  });

  test("a change keeps what it does not name, and null takes a value away", async () => {
    const { leads } = await withFive(database());
    const { _id: id } = await leads.add(ada, leadNamed("Eve", { fields: values }));
    const key = { ...ada, id };
    expect((await leads.change(key, leadNamed("Eve"))).fields).toEqual(values);
    const { VIP: _gone, ...rest } = values;
    const after = await leads.change(key, leadNamed("Eve", { fields: { vip: null, Tier: "silver" } }));
    expect(after.fields).toEqual({ ...rest, tier: "Silver" });
  });

  test("refuse what does not fit their kind, in words that name them", async () => {
    const { leads } = await withFive(database());
    const wrong = {
      companyName: ["x".repeat(leadLimits.fieldTextMax + 1), "field_value_too_long"],
      seats: ["a dozen", "field_value_not_number"],
      renewal: ["2026-02-30", "field_value_not_date"],
      VIP: ["perhaps", "field_value_not_yes_no"],
      tier: ["Bronze", "field_value_no_choice"],
      size: ["L", "field_unknown"],
    } as const;
    for (const [key, [value, code]] of Object.entries(wrong)) {
      const fault = await leads
        .add(ada, leadNamed("Eve", { fields: { [key]: value } }))
        .catch((error) => error);
      expect(fault).toMatchObject({ code: "bad_request", reason: { code, params: { key } } });
    }
    expect((await leads.page(ada, {})).total).toBe(0);
  });
});

eachDatabase("values of custom fields", (open) => {
  const database = emptyBeforeEach(open);

  test("a bulk call fills what it says, keeps what it does not, and rejects a row that does not fit", async () => {
    const { imports, all } = await withFive(database());
    await imports.import(ada, [leadNamed("Eve", { fields: { companyName: "Acme", seats: 3 } })]);
    const answer = await imports.import(ada, [
      leadNamed("Eve", { fields: { seats: "1.234,5", tier: "" } }),
      leadNamed("Eve", { fields: { seats: 9, VIP: "ja" } }),
      leadNamed("Fay", { fields: { seats: "many" } }),
      leadNamed("Gus"),
    ]);
    expect(answer).toMatchObject({ added: 1, updated: 1, skipped: 1, rejected: [{ row: 3 }] });
    const leads = await all(ada.workspaceId);
    expect(leads.map(({ firstName, fields }) => [firstName, fields])).toEqual([
      ["Eve", { companyName: "Acme", seats: 1234.5, VIP: true }],
      ["Gus", {}],
    ]);
  });

  test("an update that says the same again changes no lead", async () => {
    const { imports, leads } = await withFive(database());
    const row = leadNamed("Eve", { fields: values });
    await imports.import(ada, [row]);
    const stored = async () => (await database().read.select().from(database().tables.leads))[0]?.updatedAt;
    const before = await stored();
    await new Promise((resolve) => setTimeout(resolve, 5));
    await imports.import(ada, [row]);
    expect(await stored()).toBe(before);
    expect((await leads.page(ada, {})).items[0]?.fields).toEqual(values);
  });

  test("go with a deleted lead and come back with it", async () => {
    const { leads, all } = await withFive(database());
    const { _id: id } = await leads.add(ada, leadNamed("Eve", { fields: values }));
    const { deletionId } = await leads.act(ada, { action: "delete", which: { ids: [id] } });
    await leads.undo(ada, { deletionId: deletionId ?? "" });
    expect((await all(ada.workspaceId))[0]?.fields).toEqual(values);
  });
});

eachDatabase("custom fields that are deleted", (open) => {
  const database = emptyBeforeEach(open);

  test("a deleted one comes back with its values; a field of the same name has none of them", async () => {
    const { fields, leads, all } = await withFive(database());
    await leads.add(ada, leadNamed("Eve", { fields: values }));
    const [first] = await fields.list(ada);
    const key = { ...ada, id: first?._id ?? "" };
    await fields.remove(key);
    expect((await all(ada.workspaceId))[0]?.fields).not.toHaveProperty("companyName");
    const other = await fields.add(ada, { label: "Company name", kind: "number" });
    expect(other.key).toBe("companyName");
    expect((await all(ada.workspaceId))[0]?.fields).not.toHaveProperty("companyName");
    await expect(fields.restore(key)).rejects.toMatchObject({ code: "conflict" });
    await fields.remove({ ...ada, id: other._id });
    await expect(fields.restore({ ...bob, id: key.id })).rejects.toMatchObject({ code: "not_found" });
    await fields.restore(key);
    expect((await all(ada.workspaceId))[0]?.fields).toEqual(values);
  });

  test("once it cannot be brought back, a deleted one has left nothing with any lead", async () => {
    const { core, fields, leads } = await withFive(database());
    const { _id: kept } = await leads.add(ada, leadNamed("Eve", { fields: values }));
    const { _id: gone } = await leads.add(ada, leadNamed("Fay", { fields: values }));
    await leads.add(ada, leadNamed("Gus"));
    await leads.act(ada, { action: "delete", which: { ids: [gone] } });
    const [first] = await fields.list(ada);
    const id = first?._id ?? "";
    await fields.remove({ ...ada, id });
    await fields.forgetOld();
    const { read, tables } = database();
    expect((await read.select().from(tables.customFields)).length).toBe(5);
    const later = core.clock.now() + leadLimits.undoMs + 1;
    core.clock = { ...core.clock, now: () => later };
    await fields.forgetOld();
    expect((await read.select().from(tables.customFields)).length).toBe(4);
    const all = [
      ...(await read.select().from(tables.leads)),
      ...(await read.select().from(tables.deletedLeads)),
    ];
    const held = all.map((lead) => [
      lead.id,
      Object.keys(lead.fields ?? {}).length,
      id in (lead.fields ?? {}),
    ]);
    expect(held).toContainEqual([kept, 4, false]);
    expect(held).toContainEqual([gone, 4, false]);
  });
});

eachDatabase("custom fields and choices", (open) => {
  const database = emptyBeforeEach(open);

  test("a choice under another name is the same choice; one that is gone is nobody's", async () => {
    const { fields, leads } = await withFive(database());
    const { _id: id } = await leads.add(ada, leadNamed("Eve", { fields: { tier: "Gold" } }));
    const tier = (await fields.list(ada)).find(({ key }) => key === "tier");
    const key = { ...ada, id: tier?._id ?? "" };
    const [gold, silver] = tier?.choices ?? [];
    await fields.change(key, { choices: [{ name: "Bronze" }, { ...gold, name: "Platinum" }] });
    const page = async () => (await leads.page(ada, {})).items.find(({ _id }) => _id === id)?.fields;
    expect(await page()).toEqual({ tier: "Platinum" });
    await fields.change(key, { choices: [{ name: silver?.name ?? "" }] });
    expect(await page()).toEqual({});
  });

  test("that look alike since before keep their names, and keep nobody from adding another", async () => {
    const { core, fields } = await withFive(database());
    const seats = (await fields.list(ada)).find(({ key }) => key === "seats");
    const key = { ...ada, id: seats?._id ?? "" };
    await createCustomFieldStore(core.database).change(key, { label: "Company  name" }, () => {});
    await fields.add(ada, { label: "Town", kind: "text" });
    expect(await fields.change(key, { label: "Company  name", position: 0 })).toMatchObject({ position: 0 });
    expect(await fields.change(key, { label: "Seats" })).toMatchObject({ label: "Seats" });
  });

  test("that two people make under one name at once are one, and the other is told of the name", async () => {
    const { fields } = leadBook(database());
    const both = await Promise.allSettled([1, 2].map(() => fields.add(ada, { label: "City", kind: "text" })));
    const refusals = both.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refusals).toMatchObject([{ reason: { code: "field_label_taken", params: { field: "City" } } }]);
    expect(await fields.list(ada)).toHaveLength(1);
  });

  test("are as many as fit, each with a name of its own, and stand where they are put", async () => {
    const { fields } = await withFive(database());
    const twice = fields.add(ada, { label: "company NAME", kind: "text" });
    await expect(twice).rejects.toMatchObject({ reason: { code: "field_label_taken" } });
    for (const label of ["Company  name", "company\u00a0NAME", "Com\u00adpany name"])
      await expect(fields.add(ada, { label, kind: "text" })).rejects.toMatchObject({
        reason: { code: "field_label_taken" },
      });
    const same = fields.add(ada, { label: "Other", key: "Seats", kind: "text" });
    await expect(same).rejects.toMatchObject({ reason: { code: "field_key_taken" } });
    const vip = (await fields.list(ada)).find(({ key }) => key === "VIP");
    const renamed = fields.change({ ...ada, id: vip?._id ?? "" }, { label: "company   name" });
    await expect(renamed).rejects.toMatchObject({ reason: { code: "field_label_taken" } });
    await fields.change({ ...ada, id: vip?._id ?? "" }, { position: 0 });
    expect((await fields.list(ada)).map(({ key }) => key)[0]).toBe("VIP");
    for (let count = 5; count < leadLimits.fieldsMax; count += 1)
      await fields.add(ada, { label: `Field ${count}`, kind: "text" });
    await expect(fields.add(ada, { label: "One more", kind: "text" })).rejects.toMatchObject({
      reason: { code: "fields_too_many" },
    });
    await expect(fields.change({ ...bob, id: vip?._id ?? "" }, { label: "Mine" })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(fields.remove({ ...bob, id: vip?._id ?? "" })).rejects.toMatchObject({ code: "not_found" });
  });
});
